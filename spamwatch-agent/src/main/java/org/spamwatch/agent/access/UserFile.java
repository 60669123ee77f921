package org.spamwatch.agent.access;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.config.Printable;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.agent.file.OwnerOnly;

/**
 * The file {@code users} of a data directory (mode 0600), as its operator changes it, whether the
 * peer runs or not. Whoever changes it at the same time takes turns. Every problem is an {@code
 * IOException} whose message is one line for the operator. Safe for any thread.
 */
public final class UserFile {
  private static final int TOKEN_BYTES = 32;

  private final Path directory;

  /** The file of a data directory, which exists. */
  public UserFile(Path directory) {
    this.directory = directory;
  }

  static Path in(Path directory) {
    return directory.resolve("users");
  }

  /** All users, in the order in which they were registered. */
  public List<User> list() throws IOException {
    return List.copyOf(kept().read().orElse(Map.of()).values());
  }

  private KeptFile<Map<String, User>> kept() {
    return new KeptFile<>(in(directory), UserFormat.USERS);
  }

  /**
   * Registers a user who has a token.
   *
   * @param name as {@link User#isName} has it
   * @return the token, 64 hexadecimal digits of 256 random bits, which nobody can find out later
   */
  public String addWithToken(String name) throws IOException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    add(name, Optional.of(TokenHash.of(token).toString()));
    return token;
  }

  /** Registers an account of this host. */
  public User addAccount(String name) throws IOException {
    return add(name, Optional.empty());
  }

  private User add(String name, Optional<String> tokenHash) throws IOException {
    User user = new User(name, tokenHash, Instant.now().truncatedTo(ChronoUnit.MILLIS));
    return change(
        users -> {
          if (users.size() >= UserFormat.MAX_USERS) {
            throw new IOException(
                "there are "
                    + UserFormat.MAX_USERS
                    + " users, the limit; remove some, or let a mail server vouch for them");
          }
          if (users.putIfAbsent(name, user) != null) {
            throw new IOException(
                Printable.line(name) + " is a user already; remove the user for a new token");
          }
          return user;
        });
  }

  /** Removes a user; his token is worth nothing from then on. */
  public User remove(String name) throws IOException {
    return change(
        users -> {
          User removed = users.remove(name);
          if (removed == null) {
            throw new IOException(Printable.line(name) + " is not a user");
          }
          return removed;
        });
  }

  private interface Change {
    User make(Map<String, User> users) throws IOException;
  }

  /** Threads of one process take turns by this class, which a lock on a file does not see to. */
  private User change(Change change) throws IOException {
    synchronized (UserFile.class) {
      return changeInTurn(change);
    }
  }

  private User changeInTurn(Change change) throws IOException {
    try {
      return changeFile(change);
    } catch (FileSystemException e) {
      throw cannotBeWritten(e);
    }
  }

  private IOException cannotBeWritten(IOException e) {
    return new IOException(in(directory) + ": cannot be written: " + AtomicFile.reason(e), e);
  }

  private User changeFile(Change change) throws IOException {
    Path turn = directory.resolve("users.lock");
    try (FileChannel channel =
            OwnerOnly.open(
                turn,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        FileLock lock = channel.lock()) {
      if (!lock.isValid()) {
        throw new IOException(turn + ": cannot be locked");
      }
      KeptFile<Map<String, User>> file = kept();
      Map<String, User> users = new LinkedHashMap<>(file.read().orElse(Map.of()));
      User changed = change.make(users);
      try {
        file.write(users);
      } catch (IOException e) {
        throw cannotBeWritten(e);
      }
      giveToThePeer(List.of(in(directory), turn));
      return changed;
    }
  }

  /**
   * Root may register users too: what it makes belongs to whoever has the directory. No link is
   * followed, or that account could have any file given to it.
   */
  private void giveToThePeer(List<Path> files) throws IOException {
    UserPrincipal owner = Files.getOwner(directory);
    for (Path file : files) {
      PosixFileAttributeView view =
          Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      if (view != null && !view.getOwner().equals(owner)) {
        view.setOwner(owner);
      }
    }
  }
}
