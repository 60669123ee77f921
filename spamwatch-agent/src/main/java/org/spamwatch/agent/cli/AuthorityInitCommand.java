package org.spamwatch.agent.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch authority init}: makes an authority's key, and so its realm. */
@Command(name = "init", description = "Makes the key of a new authority and prints its realm.")
final class AuthorityInitCommand extends ConsoleCommand {
  static final String KEY_FILE = "authority.pem";

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "where the secret key is kept; authority.pem in the user's directory")
  private @Nullable Path file;

  @Override
  public Integer call() throws KeyException {
    Path place = file == null ? console().places().userDirectory().resolve(KEY_FILE) : file;
    VerifyingKey key = Keyring.newAuthority(place).verifyingKey();
    say("realm " + Realm.closed(key).id());
    say("authority " + key);
    return ExitCode.OK;
  }
}
