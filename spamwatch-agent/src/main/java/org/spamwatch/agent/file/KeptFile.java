package org.spamwatch.agent.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A text file of the data directory, by which a peer remembers something over a restart. It is
 * replaced as a whole (mode 0600). A file that is not exactly of its format is not used at all, and
 * never written over; what becomes of it is up to the reader. Not thread-safe.
 */
public final class KeptFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(KeptFile.class);

  private final Path file;
  private final TextFormat<T> format;
  private @Nullable T held; // what the file is known to hold
  private boolean isLeftAlone;

  /** A file, whether there is one or not. */
  public KeptFile(Path file, TextFormat<T> format) {
    this.file = file;
    this.format = format;
  }

  /**
   * What the file holds; nothing if there is none.
   *
   * @throws IOException if it cannot be used; the message is one line that says what to do
   */
  public Optional<T> read() throws IOException {
    try {
      return parsed();
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + AtomicFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file
              + ": "
              + e.getMessage()
              + "; restore it from a backup, or move it away to start without it",
          e);
    }
  }

  /**
   * What the file holds; nothing, with a warning, if it cannot be used: one that is damaged gets
   * another name, so that its place is free.
   */
  public Optional<T> readOrSetAside() {
    try {
      return parsed();
    } catch (IOException e) {
      leaveAlone("cannot be read: " + AtomicFile.reason(e));
    } catch (IllegalArgumentException e) {
      try {
        LOG.warn("{}: {}; set aside as {}", file, e.getMessage(), AtomicFile.setAside(file));
      } catch (IOException stuck) {
        leaveAlone(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  /**
   * What the file holds; nothing, with a warning, if it cannot be used: then nothing is written to
   * it either, for what it held takes weeks to learn again.
   */
  public Optional<T> readOrLeaveAlone() {
    try {
      return parsed();
    } catch (IOException e) {
      leaveAlone("cannot be read: " + AtomicFile.reason(e));
    } catch (IllegalArgumentException e) {
      leaveAlone(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private void leaveAlone(String reason) {
    isLeftAlone = true;
    LOG.warn(
        "{}: {}; left alone: the peer goes on without it, and does not write it; restore it from a"
            + " backup or move it away, and start again",
        file,
        reason);
  }

  private Optional<T> parsed() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(format.maxBytes() + 1);
      if (bytes.length > format.maxBytes()) {
        throw new IllegalArgumentException("longer than " + format.maxBytes() + " bytes");
      }
      T value = format.parse(new String(bytes, StandardCharsets.ISO_8859_1));
      held = value;
      return Optional.of(value);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Replaces the file, unless it is left alone or is known to hold just this. */
  public void write(T value) throws IOException {
    if (!isLeftAlone && !value.equals(held)) {
      AtomicFile.write(file, format.print(value).getBytes(StandardCharsets.ISO_8859_1));
      held = value;
    }
  }
}
