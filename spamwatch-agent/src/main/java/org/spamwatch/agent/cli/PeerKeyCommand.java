package org.spamwatch.agent.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch peer key}: what a peer's operator gives to an authority. */
@Command(
    name = "key",
    description = "Prints the peer's id and public key; makes the key if there is none yet.")
final class PeerKeyCommand extends ConsoleCommand {

  @Option(names = "--data", paramLabel = "DIR", description = "where the peer's keys are kept")
  private @Nullable Path data;

  @Override
  public Integer call() throws KeyException {
    Path directory = data == null ? console().places().dataDirectory() : data;
    VerifyingKey key = new Keyring(directory).node().verifyingKey();
    say("node " + key.nodeId());
    say("key " + key);
    return ExitCode.OK;
  }
}
