package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.signatures.SignatureStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch signatures status}: what a server holds. */
@Command(name = "status", description = "Shows what a signature server has done and holds.")
final class SignaturesStatusCommand extends ConsoleCommand {
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "the server's JSON instead")
  private boolean json;

  @Override
  public Integer call() throws AgentException {
    SignatureStatus status =
        server.client(console(), Kind.SIGNATURES).get("/status", SignatureStatus.class);
    if (json) {
      say(ApiJson.line(status));
      return ExitCode.OK;
    }
    say("signatures  %d of %d, revoked %d", status.reported(), status.capacity(), status.revoked());
    say("memory      %d bytes; false positives %.2g", status.bytes(), status.falsePositiveRate());
    say(
        "period      %d of %d s, %.1f %% full; %d generations",
        status.period(), status.periodSeconds(), 100 * status.fill(), status.generations());
    say(
        "since start %d checks, %d spam; %d reports, %d revocations, %d mergers",
        status.checks(), status.spam(), status.reports(), status.revocations(), status.merges());
    status.refused().forEach((why, count) -> say("refused     %d: %s", count, why));
    status.clock().ifPresent(why -> say("clock       %s", why));
    return ExitCode.OK;
  }
}
