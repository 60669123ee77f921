package org.spamwatch.ata.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What a line of an mbox is, by its bytes up to and with its end. */
public final class MboxLine {
  /** The longest line that can be a postmark. */
  public static final int LONGEST_POSTMARK = 1024;

  private static final String FROM = "From ";

  /** The line feed before it and its first letter, eight times each. */
  private static final long FEEDS = 0x0A0A0A0A0A0A0A0AL;

  private static final long FIRST_LETTERS = 0x4646464646464646L;
  private static final long ONES = 0x0101010101010101L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[][] WEEK_DAYS = {
    {'M', 'o', 'n'},
    {'T', 'u', 'e'},
    {'W', 'e', 'd'},
    {'T', 'h', 'u'},
    {'F', 'r', 'i'},
    {'S', 'a', 't'},
    {'S', 'u', 'n'}
  };

  private MboxLine() {}

  /** Whether a stream that begins with this line is an mbox, and not one mail. */
  public static boolean beginsMbox(byte[] line, int length) {
    return length >= FROM.length() && MailBytes.startsWith(line, 0, FROM);
  }

  /** Whether a mail ends before this line, if it stands behind an empty one. */
  public static boolean isPostmark(byte[] line, int length) {
    return isPostmark(line, 0, length);
  }

  /** Behind {@code From } a week day, behind that a time, and behind that a year. */
  static boolean isPostmark(byte[] bytes, int from, int to) {
    if (to - from > LONGEST_POSTMARK
        || to - from < FROM.length()
        || !MailBytes.startsWith(bytes, from, FROM)) {
      return false;
    }
    int day = from + FROM.length();
    while (day < to && !isWeekDay(bytes, day, to)) {
      day++;
    }
    int time = day + 3;
    while (time < to - 3
        && !(bytes[time + 1] == ':'
            && areDigits(bytes, time, 1)
            && areDigits(bytes, time + 2, 2))) {
      time++;
    }
    for (int year = time + 4; year <= to - 4; year++) {
      if (areDigits(bytes, year, 4)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWeekDay(byte[] bytes, int at, int to) {
    for (byte[] day : WEEK_DAYS) {
      if (to - at >= 3
          && bytes[at] == day[0]
          && bytes[at + 1] == day[1]
          && bytes[at + 2] == day[2]) {
        return true;
      }
    }
    return false;
  }

  private static boolean areDigits(byte[] bytes, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Where the next postmark behind an empty line stands: a mail of an mbox begins there.
   *
   * @param from the first byte of which a line feed before a postmark is looked for
   * @param to where bytes end; a postmark whose line does not end before it is none
   * @return the index of its first letter, or -1
   */
  public static int nextPostmark(byte[] bytes, int from, int to) {
    for (int i = nextFrom(bytes, from, to); i >= 0; i = nextFrom(bytes, i, to)) {
      boolean behindEmptyLine =
          i >= 2
              && (bytes[i - 2] == '\n' || (i >= 3 && bytes[i - 2] == '\r' && bytes[i - 3] == '\n'));
      if (behindEmptyLine) {
        int end = i;
        int bound = Math.min(to, i + LONGEST_POSTMARK);
        while (end < bound && bytes[end] != '\n') {
          end++;
        }
        if (end < bound && isPostmark(bytes, i, end + 1)) {
          return i;
        }
      }
    }
    return -1;
  }

  /**
   * Where the next F behind a line feed stands, eight bytes at a time: most of an mbox is neither.
   */
  private static int nextFrom(byte[] bytes, int from, int to) {
    int i = from;
    for (; i < to - Long.BYTES; i += Long.BYTES) {
      long differs =
          ((long) LONGS.get(bytes, i) ^ FEEDS) | ((long) LONGS.get(bytes, i + 1) ^ FIRST_LETTERS);
      long found = (differs - ONES) & ~differs & (ONES << 7);
      if (found != 0) {
        return i + 1 + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    for (; i < to - 1; i++) {
      if (bytes[i] == '\n' && bytes[i + 1] == 'F') {
        return i + 1;
      }
    }
    return -1;
  }

  /** Whether its first {@code >} was put there so that it is no postmark. */
  public static boolean isQuotedPostmark(byte[] line, int length) {
    return isQuotedPostmark(line, 0, length);
  }

  static boolean isQuotedPostmark(byte[] bytes, int from, int to) {
    int quotes = from;
    while (quotes < to && bytes[quotes] == '>') {
      quotes++;
    }
    return quotes > from
        && to - quotes >= FROM.length()
        && MailBytes.startsWith(bytes, quotes, FROM);
  }

  /** Whether nothing stands in it. */
  public static boolean isEmpty(byte[] line, int length) {
    return isEmpty(line, 0, length);
  }

  static boolean isEmpty(byte[] bytes, int from, int to) {
    return bytes[from] == '\n'
        || (to - from == 2 && bytes[from] == '\r' && bytes[from + 1] == '\n');
  }
}
