package org.spamwatch.statistics.mail;

import java.util.Arrays;

/** The encodings by which bytes pass (RFC 2045, section 6). What is no code stands for itself. */
final class TransferEncoding {
  private static final byte NONE = -1;
  private static final byte[] SIX_BITS = new byte[256];
  private static final byte[] HEX = new byte[256];

  static {
    Arrays.fill(SIX_BITS, NONE);
    Arrays.fill(HEX, NONE);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      SIX_BITS[alphabet.charAt(i)] = (byte) i;
    }
    for (int i = 0; i < 16; i++) {
      HEX[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
      HEX[Character.forDigit(i, 16)] = (byte) i;
    }
  }

  private TransferEncoding() {}

  /** The byte that two hexadecimal digits stand for, or less than 0. */
  static int hex(byte[] bytes, int at, int to) {
    return to - at < 2 ? NONE : HEX[bytes[at] & 0xFF] << 4 | HEX[bytes[at + 1] & 0xFF];
  }

  /** Decodes quoted-printable. */
  static void quotedPrintable(byte[] bytes, int from, int to, Bytes out) {
    int i = from;
    while (i < to) {
      int sign = ByteSearch.indexOf(bytes, '=', i, to);
      out.add(bytes, i, sign);
      if (sign == to) {
        return;
      }
      int value = hex(bytes, sign + 1, to);
      if (value >= 0) {
        out.add(value);
        i = sign + 3;
      } else {
        i = behindSoftBreak(bytes, sign + 1, to);
        if (i == sign + 1) {
          out.add('=');
        }
      }
    }
  }

  /** Where the next line begins if only blanks stand before it, else {@code from}. */
  private static int behindSoftBreak(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) {
      i++;
    }
    return i < to && bytes[i] == '\n' ? i + 1 : from;
  }

  /** Decodes the Q encoding of header fields (RFC 2047, section 4.2). */
  static void q(byte[] bytes, int from, int to, Bytes out) {
    for (int i = from; i < to; i++) {
      int value = bytes[i] == '=' ? hex(bytes, i + 1, to) : NONE;
      if (value >= 0) {
        out.add(value);
        i += 2;
      } else {
        out.add(bytes[i] == '_' ? ' ' : bytes[i]);
      }
    }
  }

  /** Decodes base64; what is not of its alphabet is passed over, and a sign of an end is no end. */
  static void base64(byte[] bytes, int from, int to, Bytes out) {
    int room = out.reserve((int) ((to - from) * 3L / 4 + 3)); // no more is decoded
    byte[] array = out.array();
    int start = out.length();
    int end = start + room;
    int at = start;
    int bits = 0;
    int digits = 0;
    for (int i = from; i <= to && at + 3 <= end; i++) {
      byte c = i == to ? (byte) '=' : bytes[i];
      byte value = SIX_BITS[c & 0xFF];
      if (value >= 0) {
        bits = bits << 6 | value;
        if (++digits == 4) {
          array[at] = (byte) (bits >> 16);
          array[at + 1] = (byte) (bits >> 8);
          array[at + 2] = (byte) bits;
          at += 3;
          digits = 0;
        }
      } else if (c == '=') {
        bits <<= 6 * (4 - digits);
        array[at] = (byte) (bits >> 16);
        array[at + 1] = (byte) (bits >> 8);
        at += Math.max(0, digits - 1);
        digits = 0;
      }
    }
    out.written(at - start);
  }
}
