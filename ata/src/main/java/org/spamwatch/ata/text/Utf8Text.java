package org.spamwatch.ata.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing text in UTF-8 that is cleared and filled again for each mail, so that normalising and
 * fingerprinting allocate nothing once the buffer has grown.
 *
 * <p>Not safe for several threads.
 */
public final class Utf8Text {
  private byte[] bytes;
  private int length;
  private int codePoints;

  /** For each byte the place its code point came from, if that is to be known. */
  private int @Nullable [] origins;

  private int origin;
  private String source = "";

  /** An empty text. */
  public Utf8Text() {
    bytes = new byte[512];
  }

  /** Forgets the text and keeps the memory. */
  public void clear() {
    origin = 0;
    source = "";
    length = 0;
    codePoints = 0;
  }

  /** The buffer; only the first {@link #length} bytes count. Not a copy: read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  /** Length in code points. */
  public int codePoints() {
    return codePoints;
  }

  /** Whether so many of the code points are none of its spaces. */
  public boolean hasLetters(int least) {
    int letters = 0;
    for (int i = 0; i < length && letters < least; i++) {
      boolean first = (bytes[i] & 0xC0) != 0x80; // of a code point
      letters += first && bytes[i] != ' ' ? 1 : 0;
    }
    return letters >= least;
  }

  /** From now on {@link #origin(int)} is known. Costs memory, so it is not the usual way. */
  public void keepOrigins() {
    origins = new int[bytes.length];
  }

  /** Whether it was told to {@link #keepOrigins}. */
  boolean keepsOrigins() {
    return origins != null;
  }

  /** What it was made of, composed and without footers, if its origins are kept. */
  public String source() {
    return source;
  }

  /** Says what {@link #comesFrom} points into. */
  void madeOf(String text) {
    source = text;
  }

  /**
   * Where the code point of a byte came from: an index into {@link #source}.
   *
   * @throws IllegalStateException without {@link #keepOrigins}
   */
  public int origin(int index) {
    if (origins == null) {
      throw new IllegalStateException("the origins of this text were not kept");
    }
    return origins[index];
  }

  /** Says where what is appended next comes from. */
  void comesFrom(int index) {
    origin = index;
  }

  /** Whether every code point takes one byte. */
  public boolean isAscii() {
    return length == codePoints;
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return length == 0;
  }

  /** The buffer with room for so many more bytes, to be written behind what is there. */
  byte[] withRoom(int more) {
    reserve(more);
    return bytes;
  }

  /** Takes in a row of ASCII characters that was written. */
  void appendedAscii(int count) {
    length += count;
    codePoints += count;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
      if (origins != null) {
        origins = Arrays.copyOf(origins, bytes.length);
      }
    }
  }

  /** Appends a code point; half a surrogate pair becomes U+FFFD. */
  void append(int codePoint) {
    reserve(4);
    if (origins != null) {
      Arrays.fill(origins, length, length + 4, origin);
    }
    codePoints++;
    if (codePoint < 0x80) {
      bytes[length++] = (byte) codePoint;
    } else {
      appendWide(codePoint);
    }
  }

  private void appendWide(int given) {
    int codePoint =
        given >= Character.MIN_SURROGATE && given <= Character.MAX_SURROGATE ? 0xFFFD : given;
    if (codePoint < 0x800) {
      bytes[length++] = (byte) (0xC0 | codePoint >>> 6);
    } else {
      if (codePoint < 0x10000) {
        bytes[length++] = (byte) (0xE0 | codePoint >>> 12);
      } else {
        bytes[length++] = (byte) (0xF0 | codePoint >>> 18);
        bytes[length++] = (byte) (0x80 | ((codePoint >>> 12) & 0x3F));
      }
      bytes[length++] = (byte) (0x80 | ((codePoint >>> 6) & 0x3F));
    }
    bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
  }

  /** Takes back the last ASCII letters, with the spaces among and in front of them. */
  void dropLetters(int count) {
    int end = length;
    for (int left = count; left > 0; end--) {
      left -= bytes[end - 1] == ' ' ? 0 : 1;
    }
    if (end > 0 && bytes[end - 1] == ' ') {
      end--;
    }
    codePoints -= length - end;
    length = end;
  }

  /** The text as a string. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
