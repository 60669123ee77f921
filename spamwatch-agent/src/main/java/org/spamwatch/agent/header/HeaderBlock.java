package org.spamwatch.agent.header;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The header of a mail, of which this program reads a few fields and takes out its own. What is
 * taken for a field is more than most programs take: a line may end in CR alone, white space may
 * stand before the colon, and lines that are no field do not end the header; so that no program
 * sees a field of this program's name in what was cleaned of them. Time is linear in the header.
 */
public final class HeaderBlock {
  /** What the names of this program's own fields begin with, in lower case. */
  private static final String OWN = "x-spamwatch-";

  private final byte[] mail;
  private final int start;

  /**
   * A field, of which none is kept, since a mail may consist of them: its name in lower case, and
   * where it and its value begin and it ends.
   */
  private record Field(String name, int start, int value, int end) {}

  private HeaderBlock(byte[] mail) {
    this.mail = mail;
    start = afterPostmarks();
  }

  /**
   * Finds the header of a mail; none is a header too.
   *
   * @param mail one mail, in front of which lines may stand by which an mbox takes mails apart; it
   *     is not copied
   */
  public static HeaderBlock of(byte[] mail) {
    return new HeaderBlock(mail);
  }

  /** Whether a field of this name is one of this program's, in any case. */
  public static boolean isOwn(String name) {
    return name.strip().regionMatches(true, 0, OWN, 0, OWN.length());
  }

  /**
   * The values of all fields of a name, their folds and other white space removed, since mail
   * programs fold as they like: for what is compared or decoded.
   *
   * @param name in any case
   */
  public List<String> compactValues(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    List<String> values = new ArrayList<>();
    for (Field field = field(start); field != null; field = field(field.end)) {
      if (field.name.equals(wanted)) {
        values.add(compactValue(field));
      }
    }
    return values;
  }

  private String compactValue(Field field) {
    ByteArrayOutputStream value = new ByteArrayOutputStream(field.end - field.value);
    for (int i = field.value; i < field.end; i++) {
      if (!isWhite(mail[i])) {
        value.write(mail[i]);
      }
    }
    return value.toString(StandardCharsets.ISO_8859_1); // byte for byte
  }

  /** Fields of some names as they are, and nothing else: another mail's header. */
  byte[] only(Predicate<String> wanted) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Field field = field(start); field != null; field = field(field.end)) {
      if (wanted.test(field.name)) {
        out.write(mail, field.start, field.end - field.start);
      }
    }
    return out.toByteArray();
  }

  /** The mail without this program's own fields; the same array if it has none. */
  public byte[] stripped() {
    return without(HeaderBlock::isOwn, List.of());
  }

  /**
   * The mail with other fields.
   *
   * @param unwanted which fields are taken out besides this program's own, by the name in lower
   *     case
   * @param added what is put in front of those that stay, behind lines of an mbox, with the line
   *     ends of the mail
   */
  public byte[] with(Predicate<String> unwanted, List<HeaderField> added) {
    return without(unwanted.or(HeaderBlock::isOwn), added);
  }

  private byte[] without(Predicate<String> unwanted, List<HeaderField> added) {
    Field first = field(start);
    if (added.isEmpty() && !has(unwanted)) {
      return mail;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(mail.length + 4096);
    boolean headed = first != null && first.start == start;
    int from = start;
    if (first != null && headed && isWhite(mail[start]) && !unwanted.test(first.name)) {
      from = first.end; // or it would continue the last field that is added
    }
    out.write(mail, 0, from);
    String lineEnd = lineEnd();
    for (HeaderField field : added) {
      out.writeBytes(field.text(lineEnd).getBytes(StandardCharsets.US_ASCII));
    }
    if (!headed && !added.isEmpty()) {
      endHeader(out, start, lineEnd);
    }
    int kept = from - 1; // the last byte of the mail that was written
    boolean some = !headed;
    for (Field field = first; field != null; field = field(field.end)) {
      if (unwanted.test(field.name)) {
        out.write(mail, from, field.start - from);
        kept = field.start > from ? field.start - 1 : kept;
        from = field.end;
        if (kept >= 0 && mail[kept] == '\r' && startsWith(from, "\n")) {
          out.write('\n'); // or the empty line at the end would become part of the one before
          kept = -1;
        }
      } else {
        some = true;
      }
    }
    if (!some) {
      endHeader(out, from, lineEnd);
    }
    out.write(mail, from, mail.length - from);
    return out.toByteArray();
  }

  /** Text that no header is before would be taken for more of the one that is there now. */
  private void endHeader(ByteArrayOutputStream out, int at, String lineEnd) {
    if (at < mail.length && !isLineEnd(at)) {
      out.writeBytes(lineEnd.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private String lineEnd() {
    for (int i = 0; i < mail.length; i++) {
      if (mail[i] == '\n') {
        return i > 0 && mail[i - 1] == '\r' ? "\r\n" : "\n";
      }
    }
    return "\n";
  }

  // Lines --------------------------------------------------------------------------------------

  private int afterPostmarks() {
    int at = 0;
    while (startsWith(at, "From ") || startsWith(at, ">From ")) {
      at = nextLine(at);
    }
    return at;
  }

  private boolean has(Predicate<String> wanted) {
    for (Field field = field(start); field != null; field = field(field.end)) {
      if (wanted.test(field.name)) {
        return true;
      }
    }
    return false;
  }

  /** The first field from a line of the header on; null at its end. */
  private @Nullable Field field(int line) {
    int at = line;
    while (at < mail.length && !isLineEnd(at)) {
      int begin = at;
      int value = valueOf(begin);
      at = nextLine(at);
      while (at < mail.length && (mail[at] == ' ' || mail[at] == '\t')) {
        at = nextLine(at);
      }
      if (value > 0) {
        return new Field(nameAt(begin, value - 1), begin, value, at);
      }
    }
    return null;
  }

  /** Where the value of the field in a line begins; 0 if there is no field. */
  private int valueOf(int line) {
    for (int i = line; i < mail.length && !isLineEnd(i); i++) {
      if (mail[i] == ':') {
        return i > line ? i + 1 : 0;
      }
    }
    return 0;
  }

  private String nameAt(int from, int to) {
    return new String(mail, from, to - from, StandardCharsets.ISO_8859_1)
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private boolean isLineEnd(int at) {
    return mail[at] == '\n' || mail[at] == '\r';
  }

  private int nextLine(int from) {
    int at = from;
    while (at < mail.length && !isLineEnd(at)) {
      at++;
    }
    if (at + 1 < mail.length && mail[at] == '\r' && mail[at + 1] == '\n') {
      at++;
    }
    return Math.min(mail.length, at + 1);
  }

  private boolean startsWith(int at, String ascii) {
    if (mail.length - at < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (mail[at + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWhite(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }
}
