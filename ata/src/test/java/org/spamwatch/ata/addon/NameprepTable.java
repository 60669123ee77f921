package org.spamwatch.ata.addon;

import java.net.IDN;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * What this Java makes of each character in an international name of a host, found by asking it,
 * and written down for JavaScript. By itself a character becomes its small letters, composed; the
 * others are deleted, prohibited, unassigned in Unicode 3.2, or in a list.
 */
final class NameprepTable {
  /** A letter that is written from right to left. */
  private static final String HEBREW = "\u05D0";

  private static final int TO_RIGHT = 1;
  private static final int TO_LEFT = 2;

  private static final int DELETED = 1;
  private static final int PROHIBITED = 2;
  private static final int UNASSIGNED = 3;
  private static final int LISTED = 4;

  private final char[] kinds = new char[Character.MAX_CODE_POINT + 1];
  private final List<String> listed = new ArrayList<>();

  private NameprepTable() {}

  static String javaScript() {
    return new NameprepTable().written();
  }

  private String written() {
    for (int c = 0; c < kinds.length; c++) {
      kinds[c] = kind(c);
    }
    StringBuilder runs = new StringBuilder();
    for (int from = 0, to = 0; from < kinds.length; from = to) {
      while (to < kinds.length && kinds[to] == kinds[from]) {
        to++;
      }
      runs.append(kinds[from]).append(Integer.toString(to - from, 36));
    }
    return "// Written by AddOnTablesTest from Java 17's java.net.IDN; not to be edited.\n\n"
        + "/** Runs of code points from 0 on: the kind's letter, then how many, in base 36. */\n"
        + "export const CLASSES =\n  \""
        + runs
        + "\";\n\n"
        + "/** What characters become that are in a list: each, then that, in UTF-16 and base 36. */\n"
        + "export const MAPPED = new Map(\n  \""
        + String.join(",", listed)
        + "\".split(\",\").map((pair) =>\n"
        + "    pair.split(\"=\").map((units) =>\n"
        + "      String.fromCharCode(...units.split(\" \").map((unit) => parseInt(unit, 36))),\n"
        + "    ),\n  ),\n);\n";
  }

  /** Of the higher planes all but the first and the last characters are alike; asking is slow. */
  private static int alike(int c) {
    int inPlane = c & 0xFFFF;
    return c >= 0x30000 && inPlane > 0x1000 && inPlane < 0xFFF0 ? c - inPlane + 0x1000 : c;
  }

  private char kind(int c) {
    if (c < 0x80 || c == 0x3002 || c == 0xFF0E || c == 0xFF61) {
      return letter(0, c < 0x80 && Character.isLetter(c) ? TO_RIGHT : 0); // themselves, or dots
    }
    if (alike(c) != c) {
      return kinds[alike(c)];
    }
    String text = Character.toString(c);
    String between = HEBREW + text + HEBREW;
    boolean isName = isName(text, IDN.ALLOW_UNASSIGNED);
    boolean isNameBetween = isName(between, IDN.ALLOW_UNASSIGNED);
    if (!isName && !isNameBetween) {
      return letter(PROHIBITED, 0);
    }
    int way = !isNameBetween ? TO_RIGHT : isName("a" + text, IDN.ALLOW_UNASSIGNED) ? 0 : TO_LEFT;
    if (!isName(isName ? text : between, 0)) {
      return letter(UNASSIGNED, way);
    }
    // Alone it may be nothing, or not end as a name that is written from right to left has to.
    String becomes = unicode(isName ? text : between);
    becomes = isName ? becomes : becomes.substring(1, becomes.length() - 1);
    if (becomes.isEmpty()) {
      return letter(DELETED, way);
    }
    if (becomes.equals(small(text))) {
      return letter(0, way);
    }
    listed.add(units(text) + "=" + units(becomes));
    return letter(LISTED, way);
  }

  private static String unicode(String text) {
    String becomes = IDN.toUnicode(IDN.toASCII(text, IDN.ALLOW_UNASSIGNED), IDN.ALLOW_UNASSIGNED);
    if (becomes.startsWith("xn--")) {
      throw new IllegalStateException("it is not known what becomes of " + text);
    }
    return becomes;
  }

  private static char letter(int kind, int way) {
    return (char) ('A' + 3 * kind + way);
  }

  private static String small(String text) {
    StringBuilder small = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFKC)
        .codePoints()
        .forEach(c -> small.appendCodePoint(Character.toLowerCase(c)));
    return Normalizer.normalize(small, Normalizer.Form.NFKC);
  }

  private static boolean isName(String text, int flags) {
    try {
      IDN.toASCII(text, flags);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String units(String text) {
    List<String> units = new ArrayList<>();
    text.chars().forEach(unit -> units.add(Integer.toString(unit, 36)));
    return String.join(" ", units);
  }
}
