package org.spamwatch.ata.mail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;

/**
 * The header of a mail itself, not of its parts: its fields as they are written, in their order.
 * Lines that are no field are passed over. Immutable.
 *
 * @param fields at most {@value #MOST_FIELDS}; none of a mail without a header
 */
public record MailHeader(List<Field> fields) {
  /** Fields that are kept; those behind them are not read. */
  public static final int MOST_FIELDS = 300;

  /** Bytes of one field that are kept. */
  public static final int MOST_BYTES = 8 << 10;

  /** Bytes of a header that are looked at; the parser refuses no header for its length. */
  private static final int MOST_READ = 2 << 20;

  private static final int LONGEST_NAME = 80;

  /** The header of a mail that has none. */
  public static final MailHeader NONE = new MailHeader(List.of());

  /**
   * A field.
   *
   * @param name as it is written
   * @param value unfolded, without blanks around it, encoded words not decoded; cut to {@value
   *     MailHeader#MOST_BYTES} bytes
   */
  public record Field(String name, String value) {
    /** Whether it has a name, in any case of the letters. */
    public boolean isNamed(String wanted) {
      return name.equalsIgnoreCase(wanted);
    }
  }

  /** Copies the fields. */
  public MailHeader {
    fields = List.copyOf(fields);
  }

  /** The values of all fields with a name, in any case of the letters; the topmost first. */
  public List<String> all(String name) {
    return fields.stream().filter(field -> field.isNamed(name)).map(Field::value).toList();
  }

  /** The value of the topmost field with a name, in any case of the letters. */
  public Optional<String> first(String name) {
    for (Field field : fields) {
      if (field.isNamed(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /** Text of the topmost field with a name, encoded words decoded as far as they can be. */
  public Optional<String> text(String name) {
    return first(name).map(MailHeader::decoded);
  }

  private static String decoded(String value) {
    if (!value.contains("=?")) {
      return value;
    }
    try {
      return DecoderUtil.decodeEncodedWords(value, DecodeMonitor.SILENT);
    } catch (RuntimeException e) { // the decoder is not ours and the mail is hostile
      return value;
    }
  }

  static MailHeader of(MailBytes mail) {
    return mail.headed() ? new Scan(mail.bytes(), mail.offset()).fields() : NONE;
  }

  /** One pass over the lines of a header. */
  private static final class Scan {
    private final byte[] bytes;
    private final int end;
    private int at;

    Scan(byte[] bytes, int from) {
      this.bytes = bytes;
      at = from;
      end = (int) Math.min(bytes.length, (long) from + MOST_READ);
    }

    MailHeader fields() {
      List<Field> fields = new ArrayList<>();
      while (at < end && !isBlankLine() && fields.size() < MOST_FIELDS) {
        int start = at;
        int lineEnd = lineEnd();
        at = behindBreak(lineEnd);
        if (at < end && at > start && isBlank(bytes[at])) {
          addFolded(start, lineEnd, fields);
        } else {
          add(bytes, start, Math.min(lineEnd, start + MOST_BYTES), fields);
        }
      }
      return new MailHeader(fields);
    }

    /** Adds the field whose first line has ended and whose next line is here. */
    private void addFolded(int from, int to, List<Field> fields) {
      int length = Math.min(to - from, MOST_BYTES);
      byte[] unfolded = new byte[Math.max(256, 2 * length)];
      System.arraycopy(bytes, from, unfolded, 0, length);
      do {
        int lineEnd = lineEnd();
        int taken = Math.min(lineEnd - at, MOST_BYTES - length);
        if (length + taken > unfolded.length) {
          unfolded = Arrays.copyOf(unfolded, Math.max(2 * unfolded.length, length + taken));
        }
        System.arraycopy(bytes, at, unfolded, length, taken);
        length += taken;
        at = behindBreak(lineEnd);
      } while (at < end && isBlank(bytes[at]));
      add(unfolded, 0, length, fields);
    }

    private static boolean isBlank(byte b) {
      return b == ' ' || b == '\t';
    }

    private static void add(byte[] line, int from, int to, List<Field> fields) {
      int colon = from;
      while (colon < to && line[colon] > ' ' && line[colon] < 127 && line[colon] != ':') {
        colon++;
      }
      int nameEnd = colon;
      while (colon < to && isBlank(line[colon])) {
        colon++;
      }
      if (nameEnd == from || nameEnd - from > LONGEST_NAME || colon == to || line[colon] != ':') {
        return;
      }
      String name = new String(line, from, nameEnd - from, StandardCharsets.US_ASCII);
      byte[] value = Arrays.copyOfRange(line, colon + 1, to);
      fields.add(new Field(name, LenientCharset.decode(value, value.length, null).strip()));
    }

    private boolean isBlankLine() {
      return bytes[at] == '\n' || (bytes[at] == '\r' && at + 1 < end && bytes[at + 1] == '\n');
    }

    /** Where the line ends that begins here, its break not counted. */
    private int lineEnd() {
      int i = at;
      while (i < end && bytes[i] != '\n') {
        i++;
      }
      return i > at && bytes[i - 1] == '\r' ? i - 1 : i;
    }

    private int behindBreak(int lineEnd) {
      int i = lineEnd;
      while (i < end && bytes[i] == '\r') {
        i++;
      }
      return i < end && bytes[i] == '\n' ? i + 1 : i;
    }
  }
}
