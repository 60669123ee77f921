package org.spamwatch.statistics.mail;

import java.util.Arrays;
import java.util.List;

/**
 * A charset that mails are written in, by the names that they call it. Those of the JDK alone that
 * are listed here are used, so that a mail can choose no other.
 */
record CharsetName(String meant, int index, List<byte[]> names) {
  private static final int UNDECLARED_INDEX = -1;
  private static final int UTF_8_INDEX = -2;
  private static final int WINDOWS_1252_INDEX = -3;

  /** None, one that is not known, or ASCII, which is what many say who mean none. */
  static final CharsetName UNDECLARED = new CharsetName("", UNDECLARED_INDEX, List.of());

  static final CharsetName UTF_8 = named("UTF-8", UTF_8_INDEX, "utf-8", "utf8");
  static final CharsetName WINDOWS_1252 =
      named(
          "windows-1252",
          WINDOWS_1252_INDEX,
          "iso-8859-1",
          "windows-1252",
          "latin1",
          "iso8859-1",
          "cp1252");

  /**
   * What a sender means, and the names of it. Big5 as Solaris had it is Big5 here, for once Java
   * has decoded that it decodes Big5 otherwise than before.
   */
  private static final String[][] MEANT = {
    {"ISO-2022-JP", "iso-2022-jp"},
    {"ISO-2022-KR", "iso-2022-kr"},
    {"UTF-16", "utf-16"},
    {"UTF-16BE", "utf-16be"},
    {"UTF-16LE", "utf-16le"},
    {"ISO-8859-2", "iso-8859-2", "latin2"},
    {"ISO-8859-3", "iso-8859-3"},
    {"ISO-8859-4", "iso-8859-4"},
    {"ISO-8859-5", "iso-8859-5"},
    {"ISO-8859-6", "iso-8859-6"},
    {"ISO-8859-7", "iso-8859-7"},
    {"ISO-8859-8", "iso-8859-8", "iso-8859-8-i"},
    {"windows-1254", "iso-8859-9", "windows-1254"},
    {"ISO-8859-13", "iso-8859-13"},
    {"ISO-8859-15", "iso-8859-15"},
    {"windows-1250", "windows-1250", "cp1250"},
    {"windows-1251", "windows-1251", "cp1251"},
    {"windows-1253", "windows-1253"},
    {"windows-1255", "windows-1255"},
    {"windows-1256", "windows-1256"},
    {"windows-1257", "windows-1257"},
    {"windows-1258", "windows-1258"},
    {"KOI8-R", "koi8-r"},
    {"KOI8-U", "koi8-u"},
    {"IBM437", "ibm437", "cp437"},
    {"IBM850", "ibm850", "cp850"},
    {"IBM866", "ibm866", "cp866"},
    {"x-MacRoman", "macintosh"},
    {"x-windows-874", "iso-8859-11", "tis-620", "windows-874"},
    {"GB18030", "gb2312", "gbk", "gb18030"},
    {"Big5", "big5", "x-big5-solaris", "big5_solaris"},
    {"Big5-HKSCS", "big5-hkscs"},
    {"windows-31j", "shift_jis", "shift-jis", "x-sjis", "windows-31j", "cp932"},
    {"EUC-JP", "euc-jp"},
    {"x-windows-949", "ks_c_5601-1987", "euc-kr", "windows-949"},
  };

  /** How many charsets there are that the JDK decodes. */
  static final int JDK_CHARSETS = MEANT.length;

  private static final byte[] ASCII = Words.ascii("us-ascii");

  /** Of the first that many, bytes below 128 are not ASCII. */
  private static final int SEVEN_BIT = 5;

  private static final CharsetName[] ALL = new CharsetName[JDK_CHARSETS + 2];

  static {
    ALL[0] = UTF_8;
    ALL[1] = WINDOWS_1252;
    for (int i = 0; i < JDK_CHARSETS; i++) {
      String[] names = MEANT[i];
      ALL[i + 2] = named(names[0], i, Arrays.copyOfRange(names, 1, names.length));
    }
  }

  private static CharsetName named(String meant, int index, String... names) {
    return new CharsetName(meant, index, Arrays.stream(names).map(Words::ascii).toList());
  }

  /** The charset that a mail calls so. */
  static CharsetName of(byte[] name, int from, int to) {
    if (from == to || ByteSearch.isWord(name, from, to, ASCII)) {
      return UNDECLARED;
    }
    for (CharsetName charset : ALL) {
      for (int i = 0; i < charset.names.size(); i++) {
        if (ByteSearch.isWord(name, from, to, charset.names.get(i))) {
          return charset;
        }
      }
    }
    return UNDECLARED;
  }

  boolean isDeclared() {
    return index != UNDECLARED_INDEX;
  }

  boolean isUtf8() {
    return index == UTF_8_INDEX;
  }

  boolean isOfJdk() {
    return index >= 0;
  }

  boolean isSevenBit() {
    return index >= 0 && index < SEVEN_BIT;
  }
}
