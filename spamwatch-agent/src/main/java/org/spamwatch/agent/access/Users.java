package org.spamwatch.agent.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.KeptFile;

/**
 * The users whom a running peer knows. The file is looked at once a second at most, when somebody
 * asks, and read when it is another: a user who is removed is so within a second. A file that
 * cannot be read any more is told of, and what it held last stands. Safe for any thread.
 */
public final class Users {
  private static final Logger LOG = LoggerFactory.getLogger(Users.class);
  private static final long SECOND = 1_000_000_000L;

  private final Path file;
  private final LongSupplier nanos;
  private long lookedNanos;
  private Optional<Stamp> read;
  private Optional<Stamp> unreadable = Optional.empty();
  private Known known;

  /** By what a file is told from the one that took its place. */
  private record Stamp(FileTime changed, long bytes, @Nullable Object key) {}

  /** Users by name and by token. */
  private record Known(Map<String, User> byName, Map<Long, User> byToken) {
    static Known of(Map<String, User> byName) {
      Map<Long, User> byToken = new HashMap<>();
      for (User user : byName.values()) {
        user.tokenHash().ifPresent(hash -> byToken.put(TokenHash.ofHex(hash).firstBits(), user));
      }
      return new Known(byName, byToken);
    }
  }

  private Users(Path directory, LongSupplier nanos) throws IOException {
    file = UserFile.in(directory);
    this.nanos = nanos;
    lookedNanos = nanos.getAsLong();
    read = stamp();
    known = content();
  }

  /**
   * The users in a data directory.
   *
   * @throws IOException if the file cannot be used; the message is one line that says what to do
   */
  public static Users in(Path directory) throws IOException {
    return in(directory, System::nanoTime);
  }

  static Users in(Path directory, LongSupplier nanos) throws IOException {
    return new Users(directory, nanos);
  }

  /** The user who has a token. */
  public Optional<User> ofToken(String token) {
    TokenHash shown = TokenHash.of(token);
    return Optional.ofNullable(current().byToken().get(shown.firstBits()))
        .filter(user -> user.tokenHash().map(TokenHash::ofHex).filter(shown::isThatOf).isPresent());
  }

  /** Whether the operator has registered a user by that name. */
  public boolean isUser(String name) {
    return current().byName().containsKey(name);
  }

  /** Whether anybody has a token. */
  public boolean haveTokens() {
    return !current().byToken().isEmpty();
  }

  /** Looks at the file now. */
  public synchronized void reload() {
    look();
  }

  private synchronized Known current() {
    if (nanos.getAsLong() - lookedNanos >= SECOND) {
      look();
    }
    return known;
  }

  private void look() {
    lookedNanos = nanos.getAsLong();
    Optional<Stamp> there = Optional.empty();
    try {
      there = stamp();
      if (!there.equals(read)) {
        known = content();
        read = there;
        unreadable = Optional.empty();
        LOG.info("{} users are registered", known.byName().size());
      }
    } catch (IOException e) {
      if (unreadable.isEmpty() || !unreadable.equals(there)) {
        LOG.warn("the users so far stay: {}", e.getMessage());
      }
      unreadable = there;
    }
  }

  private Optional<Stamp> stamp() throws IOException {
    try {
      BasicFileAttributes there = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Stamp(there.lastModifiedTime(), there.size(), there.fileKey()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private Known content() throws IOException {
    return Known.of(new KeptFile<>(file, UserFormat.USERS).read().orElse(Map.of()));
  }
}
