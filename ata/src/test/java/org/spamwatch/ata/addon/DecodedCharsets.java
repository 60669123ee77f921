package org.spamwatch.ata.addon;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What this Java decodes bytes to that a generator of pseudo-random numbers makes, good and bad
 * ones, under every charset that the add-on knows: a hash of each.
 */
final class DecodedCharsets {
  private static final int TEXTS = 500;

  private static final List<String> OTHERS =
      List.of(
          "UTF-8",
          "UTF-16",
          "UTF-16BE",
          "UTF-16LE",
          "x-UTF-16LE-BOM",
          "UTF-32",
          "UTF-32BE",
          "UTF-32LE",
          "EUC-JP",
          "ISO-2022-JP",
          "ISO-2022-JP-2",
          "ISO-2022-KR");

  /** Bytes that begin, end or change something in some charset. */
  private static final byte[] SPECIAL =
      HexFormat.of()
          .parseHex(
              "1b24422844401b2449284a4428291b4e4f430e0f8e8ffffe0000d8dcdb303181e0edf0f4bfa1a4a0410a");

  private int state = 1;

  static String golden() {
    Stream<String> names =
        Stream.of(
                OTHERS.stream(),
                CharsetTables.singles().stream().map(Charset::name),
                PairedCharset.all().stream().map(PairedCharset::name))
            .flatMap(each -> each);
    List<String> lines = new ArrayList<>();
    lines.add("# What Java 17 decodes pseudo-random bytes to, as DecodedCharsets makes them.");
    names.forEach(name -> lines.add(name + " " + new DecodedCharsets().hash(name)));
    return String.join("\n", lines) + "\n";
  }

  private String hash(String charset) {
    Hasher hasher = Hashing.sha256().newHasher();
    for (int i = 0; i < TEXTS; i++) {
      hasher.putUnencodedChars(new String(bytes(), Charset.forName(charset)) + "\n");
    }
    return hasher.hash().toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[next(24)];
    int kind = next(4);
    for (int i = 0; i < bytes.length; i++) {
      boolean special = next(4) <= kind;
      bytes[i] = special ? SPECIAL[next(SPECIAL.length)] : (byte) next(256);
    }
    return bytes;
  }

  /** Xorshift of 32 bits; a number below a bound. */
  private int next(int bound) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % bound;
  }
}
