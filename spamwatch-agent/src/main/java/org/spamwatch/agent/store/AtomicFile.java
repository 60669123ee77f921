package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Replaces a file as a whole (mode 0600), so that a crash leaves the old one or the new one, and a
 * power failure behind it the new one.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** Replaces a file, or makes it. */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path draft =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            "." + file.getFileName(),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel parent =
          FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
        parent.force(true); // the name is on disk too
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Gives a file another name beside it, which no file has yet, so that its place is free.
   *
   * @return the new name
   */
  public static Path setAside(Path file) throws IOException {
    for (int number = 1; ; number++) {
      Path aside = file.resolveSibling(file.getFileName() + ".unread-" + number);
      if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(file, aside);
        return aside;
      }
    }
  }

  /** Why a file could not be read or written, in words for its operator. */
  public static String reason(Exception e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    boolean onlyNamesTheFile = e instanceof FileSystemException its && its.getReason() == null;
    return onlyNamesTheFile ? e.getClass().getSimpleName() : String.valueOf(e.getMessage());
  }
}
