package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch peer key}: what a peer's operator gives to an authority. */
@Command(
    name = "key",
    description = "Prints the peer's id and public key; makes the key if there is none yet.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class PeerKeyCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--data", paramLabel = "DIR", description = "where the peer's keys are kept")
  private @Nullable Path data;

  PeerKeyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    Path directory = data == null ? console.places().dataDirectory() : data;
    try {
      VerifyingKey key = new Keyring(directory).node().verifyingKey();
      console.say("node " + key.nodeId());
      console.say("key " + key);
      return ExitCode.OK;
    } catch (KeyException e) {
      throw new CommandFailure(ExitCode.DATA, String.valueOf(e.getMessage()), e);
    }
  }
}
