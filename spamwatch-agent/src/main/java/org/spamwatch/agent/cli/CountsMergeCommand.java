package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.counts.CountDatabase.Merged;
import org.spamwatch.agent.counts.CountStatus;
import org.spamwatch.agent.digest.DigestClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch counts merge}: a server learns what another has counted. */
@Command(
    name = "merge",
    description = "Has a count server add what another has counted, since the last time if it can.",
    footer = {
      "Run it in both directions, from cron. A server tells what its own users reported and never",
      "what it was told, so that nothing counts twice: with several servers every pair merges. A",
      "server that was begun with other parameters is refused, as are counts that are too full."
    })
final class CountsMergeCommand extends ConsoleCommand {
  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URL",
      description = "the server that is merged; it is shown $SPAMWATCH_FROM_TOKEN, else the token")
  private String from = "";

  @Override
  public Integer call() throws AgentException {
    DigestClient into = server.client(console(), Kind.COUNTS);
    DigestClient other = SignaturesMergeCommand.fromClient(console(), Kind.COUNTS, from);
    CountStatus held = into.get("/status", CountStatus.class);
    String name = other.get("/status", CountStatus.class).server();
    long since =
        held.others().stream()
            .filter(each -> each.server().equals(name))
            .mapToLong(CountStatus.Other::version)
            .findFirst()
            .orElse(0);
    // The memory of all its filters is more than one takes in any form.
    int most = (int) Math.min(Integer.MAX_VALUE - 8, held.bytes());
    byte[] counts = other.filter("/contribution?since=" + since, most);
    if (counts.length == 0) {
      say("merged\tnews=false bytes=0");
      return ExitCode.OK;
    }
    Merged merged = into.post("/merge", counts, Merged.class);
    say("merged\tnews=%b bytes=%d", merged.news(), counts.length);
    return ExitCode.OK;
  }
}
