package org.spamwatch.ata.addon;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The charsets of this Java, written down for JavaScript: browsers know fewer, and decode some of
 * the same name to other characters.
 *
 * <p>Of one byte a character: 256 cells. Of two at most: 256 cells of single bytes, then one for
 * each pair of a lead byte of 0x81 to 0xFE and a trail byte of 0x31 to 0xFE. U+FFFD is in the cells
 * that stand for nothing. Each table is written as what differs from another one.
 */
final class CharsetTables {
  private static final char NONE = '\uFFFD';
  private static final int FIRST_LEAD = 0x81;
  private static final int LEADS = 0xFE - FIRST_LEAD + 1;
  private static final int FIRST_TRAIL = 0x31;
  private static final int TRAILS = 0xFE - FIRST_TRAIL + 1;

  /** Written in full, and what the others are compared with. */
  private static final List<String> BASES =
      List.of("GBK", "x-windows-949", "windows-31j", "Big5");

  /** More differences than that are not worth what they take: these are EBCDIC and the like. */
  private static final int MOST_DIFFERENT = 16_000;

  private final Map<String, char[]> singles = new LinkedHashMap<>();
  private final Map<String, char[]> doubles = new LinkedHashMap<>();
  private final StringBuilder single = new StringBuilder();
  private final StringBuilder paired = new StringBuilder();

  static String javaScript() {
    CharsetTables tables = new CharsetTables();
    char[] latin = new char[256];
    for (char c = 0; c < 256; c++) {
      latin[c] = c;
    }
    tables.singles.put("", latin);
    BASES.forEach(name -> tables.addDouble(Charset.forName(name)));
    Charset.availableCharsets().values().forEach(tables::add);
    return "// Written by AddOnTablesTest from Java 17's charsets; not to be edited.\n\n"
        + "/** The names of each charset, its own first. */\n"
        + "export const NAMES =\n  \""
        + names()
        + "\";\n\n"
        + "/** Charsets of one byte a character: base and difference. */\n"
        + "export const SINGLE = {\n"
        + tables.single
        + "};\n\n"
        + "/** Charsets of one or two: rule, base and difference. */\n"
        + "export const DOUBLE = {\n"
        + tables.paired
        + "};\n";
  }

  private static String names() {
    List<String> all = new ArrayList<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      List<String> names = new ArrayList<>();
      names.add(charset.name());
      charset.aliases().stream().sorted().forEach(names::add);
      all.add(String.join(" ", names).toLowerCase(Locale.ROOT));
    }
    return String.join(",", all);
  }

  private void add(Charset charset) {
    if (isSingle(charset)) {
      write(single, charset, "", cells(charset, new char[256]), singles);
    } else if (!BASES.contains(charset.name())) {
      addDouble(charset);
    }
  }

  private static boolean isSingle(Charset charset) {
    if (charset.newDecoder().maxCharsPerByte() != 1) {
      return false;
    }
    byte[] all = new byte[512];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 167);
    }
    char[] cells = cells(charset, new char[256]);
    StringBuilder expected = new StringBuilder();
    for (byte b : all) {
      expected.append(cells[b & 0xFF]);
    }
    return new String(all, charset).contentEquals(expected);
  }

  private static char[] cells(Charset charset, char[] into) {
    for (int b = 0; b < 256; b++) {
      String one = new String(new byte[] {(byte) b}, charset);
      into[b] = one.length() == 1 ? one.charAt(0) : NONE;
    }
    return into;
  }

  private void addDouble(Charset charset) {
    char[] cells = cells(charset, new char[256 + LEADS * TRAILS]);
    int mapped = 0;
    for (int i = 256; i < cells.length; i++) {
      cells[i] = NONE;
      int b1 = FIRST_LEAD + (i - 256) / TRAILS;
      int b2 = FIRST_TRAIL + (i - 256) % TRAILS;
      if (cells[b1] == NONE) {
        String pair = new String(new byte[] {(byte) b1, (byte) b2}, charset);
        cells[i] = pair.length() == 1 ? pair.charAt(0) : NONE;
        mapped += cells[i] == NONE ? 0 : 1;
      }
    }
    if (mapped > 0) {
      for (Rule rule : Rule.values()) {
        if (rule.isOf(charset, cells)) {
          write(paired, charset, "\"" + rule + "\", ", cells, doubles);
          return;
        }
      }
    }
  }

  /** What becomes of a pair that stands for nothing. */
  private enum Rule {
    /** Only the lead byte is passed over where the trail byte may begin something. */
    SHORT,
    /** Both are, but for two lead bytes of other planes. */
    EUC;

    boolean isOf(Charset charset, char[] cells) {
      boolean[] leads = new boolean[256];
      for (int i = 256; i < cells.length; i++) {
        leads[FIRST_LEAD + (i - 256) / TRAILS] |= cells[i] != NONE;
      }
      byte[] bytes = new byte[4];
      for (int b1 = 0; b1 < 256; b1++) {
        for (int b2 = 0; b2 < 256; b2++) {
          bytes[0] = (byte) b1;
          bytes[1] = (byte) b2;
          bytes[2] = (byte) b1;
          bytes[3] = '!';
          if (!new String(bytes, charset).contentEquals(decoded(bytes, cells, leads))) {
            return false;
          }
        }
      }
      return true;
    }

    private StringBuilder decoded(byte[] bytes, char[] cells, boolean[] leads) {
      StringBuilder out = new StringBuilder();
      for (int i = 0; i < bytes.length; i++) {
        int b1 = bytes[i] & 0xFF;
        char c = cells[b1];
        if (c == NONE && i + 1 < bytes.length) {
          int b2 = bytes[i + 1] & 0xFF;
          boolean inside = b1 >= FIRST_LEAD && b1 <= 0xFE && b2 >= FIRST_TRAIL && b2 <= 0xFE;
          c = inside ? cells[256 + (b1 - FIRST_LEAD) * TRAILS + b2 - FIRST_TRAIL] : NONE;
          boolean one =
              this == SHORT
                  ? !leads[b1] || leads[b2] || cells[b2] != NONE
                  : b1 == 0x8E || b1 == 0x8F;
          i += c != NONE || !one ? 1 : 0;
        }
        out.append(c);
      }
      return out;
    }
  }

  private static void write(
      StringBuilder out, Charset charset, String rule, char[] cells, Map<String, char[]> others) {
    char[] none = new char[cells.length];
    Arrays.fill(none, NONE);
    Map<String, char[]> bases = new TreeMap<>(others);
    bases.putIfAbsent("", none);
    String base = "";
    String shortest = Digits.difference(cells, bases.get(""));
    if (!BASES.contains(charset.name())) {
      for (Map.Entry<String, char[]> other : bases.entrySet()) {
        String difference = Digits.difference(cells, other.getValue());
        if (difference.length() < shortest.length()) {
          shortest = difference;
          base = other.getKey();
        }
      }
      if (shortest.length() > MOST_DIFFERENT) {
        return;
      }
    }
    String name = charset.name().toLowerCase(Locale.ROOT);
    others.put(name, cells);
    out.append("  \"").append(name).append("\": [").append(rule);
    out.append("\"").append(base).append("\", \"").append(shortest).append("\"],\n");
  }
}
