package org.spamwatch.agent.imap;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;

/**
 * The ledger of an account on disk, mode 0600: lines of words. Of a mail it has its UID and 64 bits
 * of a digest, nothing that could be read.
 *
 * <pre>
 * spamwatch imap 1
 * inbox VALIDITY
 * inbox UID IDENTITY kept
 * inbox - IDENTITY kept        has left
 * filing IDENTITY
 * end
 * </pre>
 */
final class LedgerFile {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerFile.class);
  private static final String HEAD = "spamwatch imap 1";
  private static final String END = "end";
  private static final long MOST_BYTES = 4 << 20;

  private final Path file;
  private String written = "";

  LedgerFile(Path file) {
    this.file = file;
  }

  /**
   * What was remembered; nothing if there is no file. One that is damaged is set aside, and all
   * mail that is there now is taken for old.
   */
  Ledger read() throws IOException {
    try {
      if (Files.size(file) <= MOST_BYTES) {
        Ledger ledger = parsed(Files.readString(file, StandardCharsets.US_ASCII).lines().toList());
        written = text(ledger);
        return ledger;
      }
    } catch (NoSuchFileException e) {
      return new Ledger();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      LOG.debug("not a state file", e);
    }
    Path aside = AtomicFile.setAside(file);
    LOG.warn("{} is damaged and was set aside as {}", file, aside.getFileName());
    return new Ledger();
  }

  /** Writes it down, if it has changed. */
  void write(Ledger ledger) throws IOException {
    String text = text(ledger);
    if (!text.equals(written)) {
      OwnerOnly.directories(file.resolveSibling(".").normalize());
      AtomicFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
      written = text;
    }
  }

  private static String text(Ledger ledger) {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    write(text, "inbox", ledger.inbox());
    write(text, "junk", ledger.junk());
    ledger.filing().forEach(identity -> line(text, "filing", Long.toHexString(identity)));
    return text.append(END).append('\n').toString();
  }

  private static void write(StringBuilder text, String name, Ledger.Mails mails) {
    line(text, name, Long.toString(mails.validity()));
    mails.present().forEach((uid, entry) -> write(text, name, Long.toString(uid), entry));
    mails.gone().forEach(entry -> write(text, name, "-", entry));
  }

  private static void write(StringBuilder text, String name, String uid, Ledger.Entry entry) {
    String kind = entry.kind().name().toLowerCase(Locale.ROOT);
    line(text, name, uid, Long.toHexString(entry.identity()), kind);
  }

  private static void line(StringBuilder text, String... words) {
    text.append(String.join(" ", words)).append('\n');
  }

  private static Ledger parsed(List<String> lines) {
    int last = lines.size() - 1;
    if (last < 1 || !lines.get(0).equals(HEAD) || !lines.get(last).equals(END)) {
      throw new IllegalArgumentException("not whole");
    }
    Ledger ledger = new Ledger();
    for (String line : lines.subList(1, last)) {
      List<String> words = List.of(line.split(" ", -1));
      switch (words.get(0)) {
        case "inbox" -> parse(words, ledger.inbox());
        case "junk" -> parse(words, ledger.junk());
        case "filing" ->
            ledger.filing().add(Long.parseUnsignedLong(words.get(words.size() - 1), 16));
        default -> throw new IllegalArgumentException("unknown word");
      }
    }
    return ledger;
  }

  private static void parse(List<String> words, Ledger.Mails mails) {
    if (words.size() == 2) {
      mails.reset(Long.parseLong(words.get(1)));
      return;
    }
    if (words.size() != 4) {
      throw new IllegalArgumentException("not four words");
    }
    long identity = Long.parseUnsignedLong(words.get(2), 16);
    Ledger.Kind kind = Ledger.Kind.valueOf(words.get(3).toUpperCase(Locale.ROOT));
    if (words.get(1).equals("-")) {
      mails.putGone(new Ledger.Entry(identity, kind));
    } else {
      mails.put(Long.parseLong(words.get(1)), identity, kind);
    }
  }
}
