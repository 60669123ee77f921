package org.spamwatch.agent.port;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a Unix domain socket. It is bound in a directory that only its owner may enter and
 * appears in its place once its mode is right, so that nobody connects whom the mode keeps out. For
 * its owner's thread alone.
 */
final class LocalSocket {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSocket.class);

  private final Path file;
  private final Path room;

  /** Tells the file from another that has come in its place since. */
  private @Nullable Object key;

  /**
   * Makes sure that nothing else is in the file's place: a socket that nobody answers any more,
   * which a killed program leaves behind, is removed.
   *
   * @throws BindException if a program answers there, or the file is no socket
   */
  LocalSocket(Path file) throws IOException {
    this.file = file.toAbsolutePath();
    Path parent = this.file.getParent();
    if (parent == null) {
      throw new BindException("no file can be made there");
    }
    room = Files.createTempDirectory(parent, ".sw");
    try {
      clear();
    } catch (IOException e) {
      Files.delete(room);
      throw e;
    }
  }

  private void clear() throws IOException {
    if (!isThere()) {
      return;
    }
    if (isAnswered(file)) {
      throw inUse();
    }
    // Another peer that starts now may have put its own there since: looked at where nobody else
    // can reach it, and given back if it is alive.
    Path aside = room.resolve("a");
    Files.move(file, aside);
    if (isAnswered(aside)) {
      Files.move(aside, file);
      throw inUse();
    }
    Files.delete(aside);
  }

  private boolean isThere() throws IOException {
    try {
      BasicFileAttributes there =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!there.isOther()) {
        throw new BindException("something else than a socket is there; move it away");
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static BindException inUse() {
    return new BindException("the socket is in use by a running program");
  }

  private static boolean isAnswered(Path socket) throws IOException {
    try (SocketChannel trial = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      trial.configureBlocking(false); // one that is stopped may have a full queue
      trial.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (ConnectException refused) {
      return false;
    }
  }

  /** What is to be bound. */
  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(draft());
  }

  private Path draft() {
    return room.resolve("s");
  }

  /**
   * Lets clients in, now that it is bound.
   *
   * @param group whether the file's group may connect too
   */
  void open(boolean group) throws IOException {
    Files.setPosixFilePermissions(
        draft(), PosixFilePermissions.fromString(group ? "rw-rw----" : "rw-------"));
    try {
      Files.move(draft(), file);
    } catch (FileAlreadyExistsException e) {
      throw inUse();
    }
    key = keyOf(file);
    Files.delete(room);
  }

  private static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Removes what was made; a file that another program has put in the place since stays. */
  void remove() {
    try {
      Files.deleteIfExists(draft());
      Files.deleteIfExists(room);
      if (key != null && key.equals(keyOf(file))) {
        Files.delete(file);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("the socket was gone already", e);
    } catch (IOException e) {
      LOG.warn("{}: the socket could not be removed", file);
    }
  }
}
