package org.spamwatch.ata.addon;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.spamwatch.ata.addon.PairedCharset.Rule;

/**
 * The charsets of this Java, written down for JavaScript: browsers know fewer, and decode some of
 * the same name to other characters. Each table is written as what differs from another one.
 */
final class CharsetTables {
  private static final char NONE = PairedCharset.NONE;

  /** Offsets of four bytes in GB18030 up to which characters are in a table. */
  private static final int FOUR_BYTES = 0x99FC;

  private static final int ROWS = 94;
  private static final int FIRST_CELL = 0x21;

  private final StringBuilder out = new StringBuilder();
  private final Map<String, char[]> written = new LinkedHashMap<>();

  static String javaScript() {
    return new CharsetTables().all();
  }

  private String all() {
    out.append("// Written by AddOnTablesTest from Java 17's charsets; not to be edited.\n\n");
    addText("The names of each charset, its own first", "NAMES", names());
    begin("Charsets of one byte a character: base and difference", "SINGLE");
    char[] latin = new char[256];
    for (char c = 0; c < 256; c++) {
      latin[c] = c;
    }
    written.put("", latin);
    singles().forEach(charset -> write(charset.name(), "", PairedCharset.singles(charset)));
    out.append("};\n\n");
    List<PairedCharset> paired = PairedCharset.all();
    begin("Charsets of one or two bytes: rule, base and difference", "DOUBLE");
    paired.forEach(each -> write(each.name(), "\"" + each.rule() + "\", ", each.cells()));
    out.append("};\n\n");
    begin("Pairs for characters from U+20000 on, less that: base and difference", "BEYOND");
    paired.stream()
        .filter(each -> each.beyond().length > 0 && each.rule() != Rule.LONG)
        .forEach(each -> write(each.name(), "", each.beyond()));
    out.append("};\n\n");
    addFourBytes();
    addRows();
    return out.toString();
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

  static List<Charset> singles() {
    return Charset.availableCharsets().values().stream().filter(CharsetTables::isSingle).toList();
  }

  private static boolean isSingle(Charset charset) {
    if (charset.name().equals("x-Big5-Solaris") || charset.newDecoder().maxCharsPerByte() != 1) {
      return false;
    }
    byte[] all = new byte[512];
    char[] cells = PairedCharset.singles(charset);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 167);
      expected.append(cells[all[i] & 0xFF]);
    }
    return new String(all, charset).contentEquals(expected);
  }

  private void begin(String says, String name) {
    written.clear();
    out.append("/** ").append(says).append(". */\nexport const ").append(name).append(" = {\n");
  }

  private void addText(String says, String name, String text) {
    out.append("/** ").append(says).append(". */\nexport const ").append(name);
    out.append(" =\n  \"").append(text).append("\";\n\n");
  }

  /** By what it differs least from of what is written, or of nothing. */
  private void write(String charset, String rule, char[] cells) {
    String base = "";
    String shortest = Digits.difference(cells, written.getOrDefault("", noneOf(cells)));
    for (Map.Entry<String, char[]> other : written.entrySet()) {
      String difference = Digits.difference(cells, other.getValue());
      if (difference.length() < shortest.length()) {
        shortest = difference;
        base = other.getKey();
      }
    }
    String name = charset.toLowerCase(Locale.ROOT);
    written.put(name, cells);
    out.append("  \"").append(name).append("\": [").append(rule);
    out.append("\"").append(base).append("\", \"").append(shortest).append("\"],\n");
  }

  private static char[] noneOf(char[] table) {
    char[] none = new char[table.length];
    Arrays.fill(none, NONE);
    return none;
  }

  private void addFourBytes() {
    Charset charset = Charset.forName("GB18030");
    char[] four = new char[FOUR_BYTES];
    for (int i = 0; i < four.length; i++) {
      int third = i / 10;
      four[i] =
          PairedCharset.one(
              charset,
              0x81 + third / 1260,
              0x30 + third / 126 % 10,
              0x81 + third % 126,
              0x30 + i % 10);
    }
    addText(
        "The first characters of four bytes in GB18030",
        "FOUR",
        Digits.difference(four, noneOf(four)));
  }

  /** The two planes of JIS, in 94 rows of 94; the first as what differs from windows-31j. */
  private void addRows() {
    char[] windows = new char[ROWS * ROWS];
    for (int i = 0; i < windows.length; i++) {
      int row = i / ROWS;
      int cell = i % ROWS;
      int lead = row / 2 + (row < 62 ? 0x81 : 0xC1);
      int trail = row % 2 == 1 ? cell + 0x9F : cell + (cell < 63 ? 0x40 : 0x41);
      windows[i] = PairedCharset.one(Charset.forName("windows-31j"), lead, trail);
    }
    char[] first = rows("x-JIS0208");
    char[] second = rows("JIS_X0212-1990");
    addText(
        "JIS X 0208, as what differs from windows-31j",
        "JIS_0208",
        Digits.difference(first, windows));
    addText("JIS X 0212", "JIS_0212", Digits.difference(second, noneOf(second)));
  }

  private static char[] rows(String charset) {
    char[] rows = new char[ROWS * ROWS];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          PairedCharset.one(Charset.forName(charset), FIRST_CELL + i / ROWS, FIRST_CELL + i % ROWS);
    }
    return rows;
  }
}
