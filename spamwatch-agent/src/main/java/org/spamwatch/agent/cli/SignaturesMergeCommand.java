package org.spamwatch.agent.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.digest.DigestClient;
import org.spamwatch.agent.signatures.SignatureDatabase.Merged;
import org.spamwatch.agent.signatures.SignatureStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch signatures merge}: a server learns what another holds. */
@Command(
    name = "merge",
    description = "Has a signature server merge what another holds.",
    footer = {
      "Run it in both directions, from cron, for two servers that hold the same. Prints how many",
      "signatures and revocations came, about. A server that was begun with other parameters is",
      "refused, as are filters that are too full."
    })
final class SignaturesMergeCommand extends ConsoleCommand {
  /** Beyond the bits: heads of filters. */
  private static final long OVERHEAD = 1 << 16;

  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URL",
      description = "the server that is merged; it is shown $SPAMWATCH_FROM_TOKEN, else the token")
  private String from = "";

  @Override
  public Integer call() throws AgentException {
    DigestClient into = server.client(console(), Kind.SIGNATURES);
    SignatureStatus status = into.get("/status", SignatureStatus.class);
    long most = Math.min(Integer.MAX_VALUE - 8, status.bytes() + OVERHEAD);
    DigestClient other = fromClient(console(), Kind.SIGNATURES, from);
    byte[] filter = other.filter("/filter", (int) most);
    Merged merged = into.post("/merge", filter, Merged.class);
    say("merged\treported=%d revoked=%d", merged.reported(), merged.revoked());
    return ExitCode.OK;
  }

  /** The server that is merged. */
  static DigestClient fromClient(Console console, Kind kind, String url) throws CommandFailure {
    @Nullable String token = console.environment().get("SPAMWATCH_FROM_TOKEN");
    return kind.client(
        "--from", url, token == null ? PeerOption.token(console) : Optional.of(token));
  }
}
