package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.access.User;
import org.spamwatch.agent.access.UserFile;
import org.spamwatch.agent.config.Printable;
import org.spamwatch.agent.keys.Keyring;
import picocli.CommandLine.Option;

/** Whose users a command is about: a peer's, by its data directory. */
final class UsersOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "the peer's data directory; made if there is none")
  private @Nullable Path data;

  /** What is done with the file of users. */
  interface Work<T> {
    T on(UserFile users) throws IOException;
  }

  /** Does it. */
  <T> T with(Console console, Work<T> work) throws AgentException {
    Path directory = data == null ? console.places().dataDirectory() : data;
    new Keyring(directory); // makes the directory as the peer does
    try {
      return work.on(new UserFile(directory));
    } catch (IOException e) {
      // What a disk refuses has a fault of the file system behind it, what a person may not do
      // none.
      int code = e.getCause() instanceof IOException ? ExitCode.INPUT_OUTPUT : ExitCode.DATA;
      throw new CommandFailure(code, String.valueOf(e.getMessage()), e);
    }
  }

  /** A user's name as it was typed. */
  static String name(String text) throws CommandFailure {
    if (!User.isName(text)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "user "
              + Printable.line(text)
              + ": allowed are 1 to "
              + User.MAX_NAME
              + " characters that can be seen");
    }
    return text;
  }
}
