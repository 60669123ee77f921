package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch authority init}: makes an authority's key, and so its realm. */
@Command(
    name = "init",
    description = "Makes the key of a new authority and prints its realm.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class AuthorityInitCommand implements Callable<Integer> {
  static final String KEY_FILE = "authority.pem";

  private final Console console;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "where the secret key is kept; authority.pem in the user's directory")
  private @Nullable Path file;

  AuthorityInitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    Path place = file == null ? console.places().userDirectory().resolve(KEY_FILE) : file;
    try {
      VerifyingKey key = Keyring.newAuthority(place).verifyingKey();
      console.say("realm " + Realm.closed(key).id());
      console.say("authority " + key);
      return ExitCode.OK;
    } catch (KeyException e) {
      throw new CommandFailure(ExitCode.DATA, String.valueOf(e.getMessage()), e);
    }
  }
}
