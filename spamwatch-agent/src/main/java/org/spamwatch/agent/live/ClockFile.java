package org.spamwatch.agent.live;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.overlay.Calendar;

/**
 * The date that a peer has lived to, in a text file of its data directory:
 *
 * <pre>
 * spamwatch-clock 1
 * SETTLED RAN
 * </pre>
 *
 * <p>The settled date in milliseconds since the epoch, and for how many milliseconds the peer has
 * run since it had none. It is replaced as a whole (mode 0600). A file that is not exactly this is
 * set aside, and the peer runs like one that has none: for a day it sweeps nothing. Not
 * thread-safe.
 */
final class ClockFile {
  private static final Logger LOG = LoggerFactory.getLogger(ClockFile.class);
  private static final String KIND = "spamwatch-clock";
  private static final int FORMAT = 1;
  private static final int MAX_BYTES = 1024;

  private final Path file;
  private boolean isLeftAlone;

  ClockFile(Path directory) {
    this.file = directory.resolve("clock");
  }

  /** What the file holds; nothing, with a warning, if it cannot be used. */
  Optional<Calendar.Kept> read() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      return Optional.of(parse(new String(bytes, StandardCharsets.ISO_8859_1).lines().toList()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      isLeftAlone = true;
      LOG.warn("{}: cannot be read: {}; left alone", file, AtomicFile.reason(e));
    } catch (IllegalArgumentException e) {
      setAside(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private void setAside(String reason) {
    try {
      LOG.warn("{}: {}; set aside as {}", file, reason, AtomicFile.setAside(file));
    } catch (IOException e) {
      isLeftAlone = true;
      LOG.warn("{}: {}; left alone", file, reason);
    }
  }

  private static Calendar.Kept parse(List<String> lines) {
    if (!FormatLine.rest(KIND, FORMAT, lines.isEmpty() ? "" : lines.get(0)).isEmpty()) {
      throw new IllegalArgumentException("line 1 has more than kind and format");
    }
    String[] fields = lines.size() == 2 ? lines.get(1).split(" ", -1) : new String[0];
    if (fields.length != 2
        || !fields[0].matches("[0-9]{1,18}")
        || !fields[1].matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("line 2 is not SETTLED RAN, in milliseconds, the last");
    }
    return new Calendar.Kept(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
  }

  /** Replaces the file; if that fails, a warning says so. */
  void write(Calendar.Kept kept) {
    if (isLeftAlone) {
      return;
    }
    String line = kept.settledMillis() + " " + kept.ranMillis();
    String text = FormatLine.of(KIND, FORMAT, "") + "\n" + line + "\n";
    try {
      AtomicFile.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      LOG.warn("{}: cannot be written: {}; trying again", file, AtomicFile.reason(e));
    }
  }
}
