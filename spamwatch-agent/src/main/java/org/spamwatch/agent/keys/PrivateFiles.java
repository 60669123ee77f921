package org.spamwatch.agent.keys;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Files that only their owner may read (mode 0600, directories 0700). A file is written beside its
 * place, forced to disk and linked into place, so that a crash leaves all of it or nothing, and of
 * two processes that create it at once both get the first one's.
 */
final class PrivateFiles {
  private static final long MAX_BYTES = 16 * 1024;
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateFiles() {}

  /** Makes a directory and its missing parents; an existing one keeps its mode. */
  static void directory(Path directory) throws KeyException {
    try {
      Files.createDirectories(directory, DIRECTORY);
    } catch (FileAlreadyExistsException e) {
      throw new KeyException(directory + ": not a directory", e);
    } catch (IOException e) {
      throw new KeyException(directory + ": cannot be made: " + reason(e), e);
    }
  }

  /** The text of a file, if it exists. */
  static Optional<String> read(Path file) throws KeyException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new KeyException(file + ": longer than " + MAX_BYTES + " bytes");
      }
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be read: " + reason(e), e);
    }
  }

  /** The text of a file, which is created with the given text if it does not exist. */
  static String readOrCreate(Path file, Supplier<String> text) throws KeyException {
    Optional<String> present = read(file);
    if (present.isPresent()) {
      return present.get();
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      throw new KeyException(file + ": not a file");
    }
    directory(parent);
    try {
      create(parent, file, text.get());
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be written: " + reason(e), e);
    }
    return read(file).orElseThrow(() -> new KeyException(file + ": vanished"));
  }

  private static void create(Path parent, Path file, String text) throws IOException {
    Path draft = Files.createTempFile(parent, "." + file.getFileName(), ".new", FILE);
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.createLink(file, draft);
      force(parent);
    } catch (FileAlreadyExistsException e) {
      return; // another process was first: its file counts
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Waits until the disk has the names in a directory. */
  static void force(Path parent) throws IOException {
    try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  static String reason(IOException e) {
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
