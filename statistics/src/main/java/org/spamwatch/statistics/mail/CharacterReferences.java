package org.spamwatch.statistics.mail;

import java.util.Arrays;

/** Decodes the character references of HTML: all numeric ones, and the names that mails use. */
final class CharacterReferences {
  /** The names of the characters 160 to 255, in order. */
  private static final String LATIN =
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn"
          + " sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest"
          + " Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave"
          + " Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave"
          + " Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig"
          + " ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute"
          + " ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

  /** Others, each with its character behind it. */
  private static final String[] OTHERS = {
    "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "euro", "\u20AC", "lsquo",
    "\u2018", "rsquo", "\u2019", "sbquo", "\u201A", "ldquo", "\u201C", "rdquo", "\u201D", "bdquo",
    "\u201E", "ndash", "\u2013", "mdash", "\u2014", "hellip", "\u2026", "bull", "\u2022", "trade",
    "\u2122", "zwnj", "\u200C", "zwj", "\u200D", "ensp", "\u2002", "emsp", "\u2003", "thinsp",
    "\u2009", "OElig", "\u0152", "oelig", "\u0153", "Scaron", "\u0160", "scaron", "\u0161"
  };

  private static final int LONGEST_NAME = Long.BYTES;
  private static final long[] NAMES;
  private static final int[] MEANT;

  static {
    String[] latin = LATIN.split(" ", -1);
    long[] named = new long[latin.length + OTHERS.length / 2];
    for (int i = 0; i < latin.length; i++) {
      named[i] = key(latin[i]);
    }
    for (int i = 0; i < OTHERS.length; i += 2) {
      named[latin.length + i / 2] = key(OTHERS[i]);
    }
    NAMES = named.clone();
    Arrays.sort(NAMES);
    MEANT = new int[named.length];
    for (int i = 0; i < named.length; i++) {
      int other = 2 * (i - latin.length) + 1;
      MEANT[Arrays.binarySearch(NAMES, named[i])] =
          i < latin.length ? 160 + i : OTHERS[other].charAt(0);
    }
  }

  private CharacterReferences() {}

  private static long key(String name) {
    byte[] bytes = Words.ascii(name);
    return key(bytes, 0, bytes.length);
  }

  private static long key(byte[] bytes, int from, int to) {
    long key = 0;
    for (int i = from; i < to; i++) {
      key = key << Byte.SIZE | bytes[i];
    }
    return key;
  }

  /**
   * Adds what the reference at an ampersand stands for, or the ampersand.
   *
   * @return what is behind it
   */
  static int decode(byte[] html, int at, int to, Bytes out) {
    int i = at + 1;
    if (i < to && html[i] == '#') {
      return numeric(html, at, to, out);
    }
    int bound = Math.min(to, i + LONGEST_NAME);
    while (i < bound && isAlphanumeric(html[i])) {
      i++;
    }
    int found = i == at + 1 ? -1 : Arrays.binarySearch(NAMES, key(html, at + 1, i));
    if (found < 0) {
      out.add('&');
      return at + 1;
    }
    out.addCharacter(MEANT[found]);
    return i < to && html[i] == ';' ? i + 1 : i;
  }

  private static boolean isAlphanumeric(byte c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  }

  private static int numeric(byte[] html, int at, int to, Bytes out) {
    int i = at + 2;
    boolean hex = i < to && (html[i] | 0x20) == 'x';
    i += hex ? 1 : 0;
    int digits = i;
    int value = 0;
    for (; i < to; i++) {
      int digit = html[i] < 0 ? -1 : Character.digit(html[i], hex ? 16 : 10);
      if (digit < 0) {
        break;
      }
      value = Math.min(value * (hex ? 16 : 10) + digit, Character.MAX_CODE_POINT + 1);
    }
    if (i == digits) {
      out.add('&');
      return at + 1;
    }
    boolean known = value > 0 && value <= Character.MAX_CODE_POINT;
    out.addCharacter(known ? Charsets.western(value) : Utf8.REPLACEMENT);
    return i < to && html[i] == ';' ? i + 1 : i;
  }
}
