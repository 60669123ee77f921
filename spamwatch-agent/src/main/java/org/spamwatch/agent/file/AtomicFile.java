package org.spamwatch.agent.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file as a whole (mode 0600): beside its place, forced to disk, put into its place, and
 * the directory forced. So a crash leaves the old one or the new one, and a power failure after the
 * return the new one.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** Puts a draft into its place. */
  private interface Placing {
    void place(Path draft) throws IOException;
  }

  /** Writes what a file is to hold. */
  public interface Content {
    /** Writes all of it from the channel's position on. */
    void writeTo(FileChannel channel) throws IOException;
  }

  /** Replaces a file, or makes it. */
  public static void write(Path file, byte[] bytes) throws IOException {
    write(file, channel -> writeAll(channel, bytes));
  }

  /** Writes bytes to where a channel stands. */
  public static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
    writeAll(channel, ByteBuffer.wrap(bytes));
  }

  /** Writes what is left in a buffer to where a channel stands. */
  public static void writeAll(FileChannel channel, ByteBuffer left) throws IOException {
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  /** Replaces a file, or makes it, without holding all of it in memory. */
  public static void write(Path file, Content content) throws IOException {
    write(
        file,
        content,
        draft ->
            Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
  }

  /** Makes a file unless there is one: of two processes that do so at once both get the first's. */
  public static void create(Path file, byte[] bytes) throws IOException {
    write(
        file,
        channel -> writeAll(channel, bytes),
        draft -> {
          try {
            Files.createLink(file, draft);
          } catch (FileAlreadyExistsException e) {
            return; // another process was first: its file counts
          }
        });
  }

  private static void write(Path file, Content content, Placing placing) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("not a file");
    }
    Path draft = Files.createTempFile(directory, "." + file.getFileName(), ".new", OwnerOnly.FILE);
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        content.writeTo(channel);
        channel.force(true);
      }
      placing.place(draft);
      forceDirectory(directory);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Waits until the disk has the names in a directory. */
  public static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Gives a file another name beside it, which no file has yet, so that its place is free.
   *
   * @return the new name
   */
  public static Path setAside(Path file) throws IOException {
    return Files.move(file, aside(file));
  }

  /**
   * Copies a file beside it, to a name that no file has yet, for it is about to lose a part.
   *
   * @return the name of the copy
   */
  public static Path copyAside(Path file) throws IOException {
    return Files.copy(file, aside(file), StandardCopyOption.COPY_ATTRIBUTES);
  }

  private static Path aside(Path file) {
    for (int number = 1; ; number++) {
      Path aside = file.resolveSibling(file.getFileName() + ".unread-" + number);
      if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
        return aside;
      }
    }
  }

  /** Why a file could not be read or written, in words for its operator. */
  public static String reason(Exception e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    boolean onlyNamesTheFile = e instanceof FileSystemException fault && fault.getReason() == null;
    return onlyNamesTheFile ? e.getClass().getSimpleName() : String.valueOf(e.getMessage());
  }
}
