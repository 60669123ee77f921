package org.spamwatch.agent.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.overlay.identity.Realm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch authority list}: shows whom a revocation list names. */
@Command(
    name = "list",
    description = "Checks and shows a revocation list, the authority's or the one a peer keeps.")
final class AuthorityListCommand extends ConsoleCommand {

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "the list; revocations in the user's directory")
  private @Nullable Path file;

  @Override
  public Integer call() throws KeyException {
    Path place =
        file == null
            ? console().places().userDirectory().resolve(AuthorityRevokeCommand.LIST_FILE)
            : file;
    RevocationFile read =
        RevocationFile.read(place)
            .orElseThrow(
                () -> new KeyException(place + ": no such list; authority revoke begins one"));
    show(console(), place, read);
    read.list().nodes().forEach(node -> say("node " + node));
    read.list().voters().forEach(voter -> say("voter " + voter));
    return ExitCode.OK;
  }

  /** One line about a list. */
  static void show(Console console, Path file, RevocationFile read) {
    console.say(
        "list "
            + read.list().sequence()
            + " of realm "
            + Realm.closed(read.authority()).id()
            + ", "
            + read.issued()
            + ": nodes="
            + read.list().nodes().size()
            + " voters="
            + read.list().voters().size()
            + " file="
            + file);
  }
}
