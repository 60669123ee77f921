package org.spamwatch.ata.mail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decodes text the way mail programs do: the declared charset, or rather the superset that senders
 * mean by it, and without a usable declaration UTF-8 if the bytes are that, else windows-1252.
 * Malformed bytes become U+FFFD. Never fails.
 */
final class LenientCharset {
  private static final char REPLACEMENT = '\uFFFD';
  private static final Charset WESTERN = Charset.forName("windows-1252");

  /**
   * Declared name to the charset that senders mean. Big5 as Solaris had it is Big5 here for another
   * reason: once Java has decoded it, it decodes Big5 otherwise than before, so that one mail could
   * change what later ones are known by.
   */
  private static final Map<String, String> MEANT =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("iso-8859-1", "windows-1252"),
              Map.entry("latin1", "windows-1252"),
              Map.entry("iso-8859-9", "windows-1254"),
              Map.entry("iso-8859-11", "x-windows-874"),
              Map.entry("tis-620", "x-windows-874"),
              Map.entry("gb2312", "GB18030"),
              Map.entry("gbk", "GB18030"),
              Map.entry("shift_jis", "windows-31j"),
              Map.entry("shift-jis", "windows-31j"),
              Map.entry("x-sjis", "windows-31j"),
              Map.entry("x-big5-solaris", "Big5"),
              Map.entry("big5_solaris", "Big5"),
              Map.entry("ks_c_5601-1987", "x-windows-949"),
              Map.entry("euc-kr", "x-windows-949"),
              Map.entry("utf8", "UTF-8")));

  private LenientCharset() {}

  /** Whether a name says anything: us-ascii is what stands there when nothing was declared. */
  static boolean isDeclared(@Nullable String charset) {
    return charset != null
        && !charset.isBlank()
        && !charset.trim().equalsIgnoreCase("us-ascii")
        && !charset.trim().equalsIgnoreCase("ascii");
  }

  /**
   * Decodes bytes.
   *
   * @param bytes of which the first {@code length} count
   * @param declared the charset a header or a page names, or null
   */
  static String decode(byte[] bytes, int length, @Nullable String declared) {
    if (declared == null || !isDeclared(declared)) {
      return undeclared(bytes, length);
    }
    String name = declared.trim().toLowerCase(Locale.ROOT);
    try {
      return new String(bytes, 0, length, Charset.forName(MEANT.getOrDefault(name, name)));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return undeclared(bytes, length);
    }
  }

  private static String undeclared(byte[] bytes, int length) {
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    boolean suspect = text.indexOf(REPLACEMENT) >= 0; // which may stand for itself
    return suspect && !isUtf8(bytes, length) ? new String(bytes, 0, length, WESTERN) : text;
  }

  private static boolean isUtf8(byte[] bytes, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
