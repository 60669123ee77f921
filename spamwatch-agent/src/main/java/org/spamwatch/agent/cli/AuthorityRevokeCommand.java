package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch authority revoke}: makes the realm's next revocation list. */
@Command(
    name = "revoke",
    description =
        "Revokes nodes and voters: writes the next number of the realm's revocation list.",
    footer = {
      "Keep the file: the next list adds to it. Give it to one peer of the realm by its",
      "realm.revocations; the peers pass it on to each other."
    })
final class AuthorityRevokeCommand extends ConsoleCommand {
  /** The file in the user's directory that holds the newest list. */
  static final String LIST_FILE = "revocations";

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "the authority's key; authority.pem in the user's directory")
  private @Nullable Path keyFile;

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "the list to add to, or to begin; revocations in the user's directory")
  private @Nullable Path listFile;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description = "a peer to revoke: its id (40 digits) or public key (64)")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--voter",
      paramLabel = "ID",
      description = "a voter to revoke: the pseudonym that explain shows (40 digits)")
  private List<String> voters = new ArrayList<>();

  @Option(
      names = "--restore",
      paramLabel = "ID",
      description = "a node or voter to take off the list")
  private List<String> restored = new ArrayList<>();

  @Override
  public Integer call() throws AgentException {
    if (nodes.isEmpty() && voters.isEmpty() && restored.isEmpty()) {
      throw new CommandFailure(ExitCode.USAGE, "give --node, --voter or --restore");
    }
    Path file = listFile == null ? console().places().userDirectory().resolve(LIST_FILE) : listFile;
    SigningKey key =
        Keyring.authority(
            keyFile == null
                ? console().places().userDirectory().resolve(AuthorityInitCommand.KEY_FILE)
                : keyFile);
    RevocationFile next =
        new RevocationFile(key.verifyingKey(), next(key, file, RevocationFile.read(file)));
    next.write(file);
    AuthorityListCommand.show(console(), file, next);
    return ExitCode.OK;
  }

  private RevocationList next(SigningKey key, Path file, Optional<RevocationFile> before)
      throws CommandFailure {
    if (before.isPresent() && !before.get().authority().equals(key.verifyingKey())) {
      throw new CommandFailure(
          ExitCode.DATA, file + ": of another authority than --key; give its own --list");
    }
    TreeSet<Id> allNodes = new TreeSet<>();
    TreeSet<Id> allVoters = new TreeSet<>();
    before.ifPresent(
        known -> {
          allNodes.addAll(known.list().nodes());
          allVoters.addAll(known.list().voters());
        });
    for (String node : nodes) {
      allNodes.add(node.matches("[0-9a-fA-F]{64}") ? key(node) : id("--node", node));
    }
    for (String voter : voters) {
      allVoters.add(id("--voter", voter));
    }
    for (String each : restored) {
      Id id = id("--restore", each);
      boolean wasOn = allNodes.remove(id);
      wasOn |= allVoters.remove(id);
      if (!wasOn) {
        throw new CommandFailure(ExitCode.DATA, "--restore " + each + ": not on the list");
      }
    }
    long millis = RevocationFile.wholeSeconds(Instant.now());
    // At least the time, so that a list begun anew, its file lost, is newer than the lost ones.
    long last = before.map(known -> known.list().sequence()).orElse(0L);
    try {
      return RevocationList.issue(
          key,
          Math.max(last + 1, millis / 1000),
          millis,
          List.copyOf(allNodes),
          List.copyOf(allVoters));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.DATA,
          e.getMessage() + "; take off with --restore whose membership has run out 60 days ago",
          e);
    }
  }

  private static Id key(String digits) {
    return VerifyingKey.ofHex(digits).nodeId();
  }

  private static Id id(String option, String digits) throws CommandFailure {
    if (!digits.matches("[0-9a-fA-F]{40}")) {
      throw new CommandFailure(
          ExitCode.USAGE, option + " " + digits + ": an id of 40 hexadecimal digits is needed");
    }
    return Id.ofHex(digits);
  }
}
