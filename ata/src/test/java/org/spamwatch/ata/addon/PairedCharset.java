package org.spamwatch.ata.addon;

import java.nio.charset.Charset;
import java.util.List;

/**
 * A charset of one or two bytes a character: 256 cells of single bytes, then one for each pair of a
 * lead byte of 0x81 to 0xFE and a trail byte of 0x31 to 0xFE. U+FFFD is in the cells that stand for
 * nothing.
 *
 * @param beyond of the pairs that stand for a character from U+20000 on what is above that, in the
 *     same cells; nothing if there are none
 */
@SuppressWarnings("ArrayRecordComponent") // read only
record PairedCharset(String name, Rule rule, char[] cells, char[] beyond) {
  static final char NONE = '\uFFFD';
  private static final int FIRST_LEAD = 0x81;
  private static final int FIRST_TRAIL = 0x31;
  private static final int TRAILS = 0xFE - FIRST_TRAIL + 1;
  private static final int CELLS = 256 + (0xFE - FIRST_LEAD + 1) * TRAILS;
  private static final int PLANE = 0x20000;

  /** What becomes of a pair that stands for nothing. */
  enum Rule {
    /** Only the lead byte is passed over where the trail byte may begin something. */
    SHORT,
    /** Both are, but for two lead bytes of other planes. */
    EUC,
    /** Both are. */
    BOTH,
    /** It may be the first half of four bytes. */
    LONG
  }

  /**
   * Those that mail may be written in, after the ones that they differ little from. Not
   * x-Big5-Solaris: whoever decodes it in a JVM changes what Big5 decodes to from then on.
   */
  static List<PairedCharset> all() {
    return List.of(
        of("GBK", Rule.SHORT),
        of("GB2312", Rule.SHORT),
        of("x-windows-949", Rule.SHORT),
        of("windows-31j", Rule.SHORT),
        of("Big5", Rule.SHORT),
        of("Big5-HKSCS", Rule.BOTH),
        of("EUC-KR", Rule.SHORT),
        of("Shift_JIS", Rule.SHORT),
        of("x-Big5-HKSCS-2001", Rule.BOTH),
        of("x-IBM942", Rule.SHORT),
        of("x-IBM942C", Rule.SHORT),
        of("x-IBM943", Rule.SHORT),
        of("x-IBM943C", Rule.SHORT),
        of("x-IBM949", Rule.SHORT),
        of("x-IBM949C", Rule.SHORT),
        of("x-IBM950", Rule.SHORT),
        of("x-IBM970", Rule.EUC),
        of("x-MS950-HKSCS", Rule.BOTH),
        of("x-mswin-936", Rule.SHORT),
        of("x-PCK", Rule.SHORT),
        of("x-windows-950", Rule.SHORT),
        of("GB18030", Rule.LONG));
  }

  private static PairedCharset of(String name, Rule rule) {
    Charset charset = Charset.forName(name);
    char[] cells = new char[CELLS];
    char[] beyond = new char[CELLS];
    boolean anyBeyond = false;
    System.arraycopy(singles(charset), 0, cells, 0, 256);
    for (int i = 0; i < CELLS; i++) {
      beyond[i] = NONE;
      if (i >= 256) {
        int lead = FIRST_LEAD + (i - 256) / TRAILS;
        int trail = FIRST_TRAIL + (i - 256) % TRAILS;
        String pair = cells[lead] == NONE ? decoded(charset, lead, trail) : "";
        cells[i] = pair.length() == 1 ? pair.charAt(0) : NONE;
        if (pair.length() == 2 && pair.codePointAt(0) >>> 16 == 2) {
          beyond[i] = (char) (pair.codePointAt(0) - PLANE);
          anyBeyond = true;
        }
      }
    }
    return new PairedCharset(name, rule, cells, anyBeyond ? beyond : new char[0]);
  }

  /** What each byte alone stands for. */
  static char[] singles(Charset charset) {
    char[] singles = new char[256];
    for (int b = 0; b < 256; b++) {
      singles[b] = one(charset, b);
    }
    return singles;
  }

  /** The one character that bytes stand for, or U+FFFD. */
  static char one(Charset charset, int... bytes) {
    String text = decoded(charset, bytes);
    return text.length() == 1 ? text.charAt(0) : NONE;
  }

  private static String decoded(Charset charset, int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new String(bytes, charset);
  }
}
