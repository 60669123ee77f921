package org.spamwatch.agent.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;

/** Small files that only their owner may read (mode 0600, directories 0700). */
final class PrivateFiles {
  private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

  private static final long MAX_BYTES = 16 * 1024;

  private PrivateFiles() {}

  /**
   * Warns of a secret that others of the host may read, as after a backup that was brought back
   * without its modes. It is used all the same: mail goes on.
   */
  static void warnIfOpen(Path file) {
    try {
      OwnerOnly.check(file);
    } catch (IOException e) {
      LOG.warn("{}: {}", file, AtomicFile.reason(e));
    }
  }

  /** Makes a directory and its missing parents; an existing one keeps its mode. */
  static void directory(Path directory) throws KeyException {
    try {
      OwnerOnly.directories(directory);
    } catch (FileAlreadyExistsException e) {
      throw new KeyException(directory + ": not a directory", e);
    } catch (IOException e) {
      throw new KeyException(directory + ": cannot be made: " + AtomicFile.reason(e), e);
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
      throw new KeyException(file + ": cannot be read: " + AtomicFile.reason(e), e);
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
      AtomicFile.create(file, text.get().getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be written: " + AtomicFile.reason(e), e);
    }
    return read(file).orElseThrow(() -> new KeyException(file + ": vanished"));
  }
}
