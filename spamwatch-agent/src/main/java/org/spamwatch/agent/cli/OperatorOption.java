package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which peer a command asks, and how it shows that its user is the peer's operator. */
final class OperatorOption {
  @Mixin private PeerOption peer = new PeerOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "the peer's data directory; who can read its file 'operator' is the peer's operator",
        "(from another host: $SPAMWATCH_OPERATOR, what is in that file)"
      })
  private @Nullable Path data;

  PeerClient client(Console console) throws AgentException {
    String given = console.environment().getOrDefault("SPAMWATCH_OPERATOR", "");
    if (!given.isEmpty()) {
      if (!given.matches("[0-9a-f]{64}")) {
        throw new CommandFailure(
            ExitCode.USAGE, "$SPAMWATCH_OPERATOR: allowed are 64 hexadecimal digits");
      }
      return peer.client(console, Optional.of(given));
    }
    try {
      Path directory = data == null ? console.places().dataDirectory() : data;
      return peer.client(console, Keyring.operatorToken(directory));
    } catch (KeyException e) {
      if (data == null) {
        return peer.client(console, Optional.empty()); // the peer says what a mere client may do
      }
      throw e;
    }
  }
}
