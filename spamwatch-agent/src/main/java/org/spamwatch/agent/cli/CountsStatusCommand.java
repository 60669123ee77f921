package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.counts.CountStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch counts status}: what a server has counted. */
@Command(name = "status", description = "Shows what a count server has done and holds.")
final class CountsStatusCommand extends ConsoleCommand {
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "the server's JSON instead")
  private boolean json;

  @Override
  public Integer call() throws AgentException {
    CountStatus status = server.client(console(), Kind.COUNTS).get("/status", CountStatus.class);
    if (json) {
      say(ApiJson.line(status));
      return ExitCode.OK;
    }
    say("server      %s", status.server());
    say("digests     %d of %d in this period", status.counted(), status.capacity());
    say(
        "memory      %d bytes; 20 or more by chance %.2g",
        status.bytes(), status.falsePositiveRate());
    say("period      %d of %d s", status.period(), status.periodSeconds());
    say(
        "since start %d checks, %d reports, %d mergers",
        status.checks(), status.reports(), status.merges());
    status
        .others()
        .forEach(
            other ->
                say(
                    "other       %s, version %d of period %d",
                    other.server(), other.version(), other.period()));
    status.refused().forEach((why, count) -> say("refused     %d: %s", count, why));
    status.clock().ifPresent(why -> say("clock       %s", why));
    return ExitCode.OK;
  }
}
