package org.spamwatch.agent.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.agent.trust.TrustRecord;
import org.spamwatch.overlay.Id;

/**
 * What a peer remembers of voters over a restart, in a text file of its data directory:
 *
 * <pre>
 * spamwatch-trust 1 REALM
 * account SITE VOTER AGREED DISAGREED SINCE
 * voter SITE VOTER TIMES LAST MESSAGE
 * </pre>
 *
 * <p>Ids in 40 hexadecimal digits, times in milliseconds since the epoch. A file that is not
 * exactly this, or is of another realm, is not used at all, and not written over either: what was
 * learnt of voters takes weeks to learn again. Not thread-safe.
 */
final class TrustFile {
  private static final Logger LOG = LoggerFactory.getLogger(TrustFile.class);
  private static final String KIND = "spamwatch-trust";
  private static final int FORMAT = 1;
  private static final int MAX_LINES = 100_000;
  private static final int MAX_LINE = 200;

  private final Path file;
  private final Id realm;
  private boolean isLeftAlone;

  TrustFile(Path directory, Id realm) {
    this.file = directory.resolve("trust");
    this.realm = realm;
  }

  /** What the file holds; nothing, with a warning, if it cannot be used. */
  List<TrustRecord> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
      return parse(lines);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      leaveAlone("cannot be read: " + AtomicFile.reason(e));
    } catch (IllegalArgumentException e) {
      leaveAlone(String.valueOf(e.getMessage()));
    }
    return List.of();
  }

  private void leaveAlone(String reason) {
    isLeftAlone = true;
    LOG.warn(
        "{}: {}; left alone: every voter is new, and what is learnt is not written; restore it from"
            + " a backup or move it away, and start again",
        file,
        reason);
  }

  private List<TrustRecord> parse(BufferedReader lines) throws IOException {
    String first = line(lines);
    if (!FormatLine.rest(KIND, FORMAT, first).equals(realm.toString())) {
      throw new IllegalArgumentException("of another realm than " + realm);
    }
    List<TrustRecord> records = new ArrayList<>();
    while (isMore(lines)) {
      String line = line(lines);
      if (records.size() == MAX_LINES) {
        throw new IllegalArgumentException("more than " + MAX_LINES + " lines");
      }
      try {
        records.add(record(line.split(" ", -1)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (records.size() + 2) + " is no record", e);
      }
    }
    return records;
  }

  private static boolean isMore(BufferedReader lines) throws IOException {
    lines.mark(1);
    boolean more = lines.read() >= 0;
    if (more) {
      lines.reset();
    }
    return more;
  }

  /** The next line without its end; of a long one a beginning. */
  private static String line(BufferedReader lines) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = lines.read(); c >= 0 && c != '\n' && line.length() < MAX_LINE; c = lines.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private static TrustRecord record(String[] words) {
    if (words.length != 6 || !words[1].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("six words, the second an id");
    }
    Id site = Id.ofHex(words[1]);
    Id voter = Id.ofHex(words[2]);
    return switch (words[0]) {
      case "account" ->
          new TrustRecord.Account(
              site,
              voter,
              Integer.parseInt(words[3]),
              Integer.parseInt(words[4]),
              Long.parseLong(words[5]));
      case "voter" ->
          new TrustRecord.Voter(
              site,
              voter,
              Integer.parseInt(words[3]),
              Long.parseLong(words[4]),
              Id.ofHex(words[5]));
      default -> throw new IllegalArgumentException("neither account nor voter");
    };
  }

  /** Replaces the file, unless it is one that is left alone; if that fails, a warning says so. */
  void write(List<TrustRecord> records) {
    if (isLeftAlone) {
      return;
    }
    StringBuilder text = new StringBuilder(FormatLine.of(KIND, FORMAT, realm + "\n"));
    for (TrustRecord record : records) {
      text.append(line(record)).append('\n');
    }
    try {
      AtomicFile.write(file, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      LOG.warn(
          "{}: cannot be written: {}; what is learnt of voters is lost at the end",
          file,
          AtomicFile.reason(e));
    }
  }

  private static String line(TrustRecord record) {
    String ids = " " + record.site() + " " + record.voter() + " ";
    if (record instanceof TrustRecord.Account account) {
      return "account"
          + ids
          + account.agreed()
          + " "
          + account.disagreed()
          + " "
          + account.halvedMillis();
    }
    TrustRecord.Voter voter = (TrustRecord.Voter) record;
    return "voter" + ids + voter.times() + " " + voter.lastMillis() + " " + voter.message();
  }
}
