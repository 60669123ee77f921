package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch authority admit}: gives a peer a membership of the authority's realm. */
@Command(
    name = "admit",
    description = "Gives a peer a membership and prints it, one line for its realm.membership.")
final class AuthorityAdmitCommand extends ConsoleCommand {
  private static final int MOST_DAYS = 3_650;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "the authority's key; authority.pem in the user's directory")
  private @Nullable Path keyFile;

  @Option(
      names = "--node",
      paramLabel = "KEY",
      required = true,
      description = "the peer's public key: 64 digits as 'peer key' prints them, or a PEM file")
  private String node = "";

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "90",
      description = "how long the membership holds; ${DEFAULT-VALUE}")
  private int days;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "where to write it; standard output")
  private @Nullable Path out;

  @Override
  public Integer call() throws AgentException {
    if (days < 1 || days > MOST_DAYS) {
      throw new CommandFailure(ExitCode.USAGE, "--days " + days + ": allowed is 1 to " + MOST_DAYS);
    }
    try {
      MembershipFile given = MembershipFile.issue(key(), member(), Instant.now(), days);
      if (out == null) {
        say(given.toString());
      } else {
        Files.writeString(out, given + "\n", US_ASCII);
      }
      return ExitCode.OK;
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INPUT_OUTPUT, out + ": cannot be written: " + e.getClass().getSimpleName(), e);
    }
  }

  private SigningKey key() throws KeyException {
    return Keyring.authority(
        keyFile == null
            ? console().places().userDirectory().resolve(AuthorityInitCommand.KEY_FILE)
            : keyFile);
  }

  private VerifyingKey member() throws AgentException {
    VerifyingKey key =
        node.matches("[0-9a-fA-F]{64}")
            ? VerifyingKey.ofHex(node)
            : Keyring.publicKey(Path.of(node));
    if (key.hasSmallOrder()) {
      throw new CommandFailure(ExitCode.DATA, "--node " + node + ": anybody can sign under it");
    }
    return key;
  }
}
