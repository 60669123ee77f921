package org.spamwatch.ata.fingerprint;

import org.spamwatch.ata.text.Utf8Text;

/**
 * Rolls over every shingle of a text and keeps the highest fingerprints.
 *
 * <p>A shingle is a window of {@value #LENGTH} code points in UTF-8; a text of n code points has n
 * - 49 of them (SpamWatch paper, section 4.1). Linear in the text, no allocation. In an ASCII text
 * the window has a fixed number of bytes and the byte that leaves it costs one look-up; elsewhere
 * its length in bytes varies.
 */
final class Shingles {
  /** L, in code points. */
  static final int LENGTH = 50;

  /** The product of a leaving byte with x^(8 L), for windows of one byte a code point. */
  private static final long[] LEAVING = Rabin64.contributions(LENGTH);

  private Shingles() {}

  /**
   * Replaces what is in {@code highest} by the highest fingerprints of a text.
   *
   * @param leastDistinctBytes shingles made of fewer different bytes are passed over
   */
  static void select(Utf8Text text, int leastDistinctBytes, HighestFingerprints highest) {
    highest.clear();
    if (text.codePoints() < LENGTH) {
      return;
    }
    roll(text, 0, highest);
    if (anyBelow(leastDistinctBytes, text, highest)) {
      highest.clear();
      roll(text, leastDistinctBytes, highest);
    }
  }

  /**
   * Looking at each candidate would cost as much as hashing, and a shingle to be passed over is
   * rare: if none is among the highest of all, these are the highest of the others too.
   */
  private static boolean anyBelow(
      int leastDistinctBytes, Utf8Text text, HighestFingerprints highest) {
    for (int rank = 0; rank < highest.size(); rank++) {
      if (distinctBytes(text.bytes(), highest.from(rank), highest.to(rank)) < leastDistinctBytes) {
        return true;
      }
    }
    return false;
  }

  private static void roll(Utf8Text text, int leastDistinctBytes, HighestFingerprints highest) {
    if (text.isAscii()) {
      rollOverBytes(text.bytes(), text.length(), leastDistinctBytes, highest);
    } else {
      rollOverCodePoints(text.bytes(), text.length(), leastDistinctBytes, highest);
    }
  }

  /**
   * Two windows a turn, both from the one before: since each step waits for the one before it, half
   * as many steps in a row are a quarter faster.
   */
  private static void rollOverBytes(
      byte[] bytes, int length, int leastDistinctBytes, HighestFingerprints highest) {
    long fingerprint = Rabin64.of(bytes, 0, LENGTH);
    long floor = consider(bytes, fingerprint, 0, LENGTH, leastDistinctBytes, highest);
    int to = LENGTH + 1;
    for (; to < length; to += 2) {
      long change = bytes[to - 1] ^ LEAVING[bytes[to - 1 - LENGTH]];
      long nextChange = bytes[to] ^ LEAVING[bytes[to - LENGTH]];
      long next = Rabin64.shift(fingerprint) ^ change;
      fingerprint = Rabin64.shiftTwice(fingerprint) ^ Rabin64.shift(change) ^ nextChange;
      if ((next ^ Long.MIN_VALUE) >= floor) {
        floor = consider(bytes, next, to - LENGTH, to, leastDistinctBytes, highest);
      }
      if ((fingerprint ^ Long.MIN_VALUE) >= floor) {
        floor = consider(bytes, fingerprint, to + 1 - LENGTH, to + 1, leastDistinctBytes, highest);
      }
    }
    if (to == length) {
      fingerprint = Rabin64.append(fingerprint, bytes[to - 1]) ^ LEAVING[bytes[to - 1 - LENGTH]];
      if ((fingerprint ^ Long.MIN_VALUE) >= floor) {
        consider(bytes, fingerprint, to - LENGTH, to, leastDistinctBytes, highest);
      }
    }
  }

  private static void rollOverCodePoints(
      byte[] bytes, int length, int leastDistinctBytes, HighestFingerprints highest) {
    long floor = highest.floor();
    long fingerprint = 0;
    int from = 0;
    int codePoints = 0;
    for (int to = 0; to < length; ) {
      if (codePoints == LENGTH) {
        int next = from + sequenceLength(bytes[from]);
        for (; from < next; from++) {
          fingerprint ^= Rabin64.Contribution.of(bytes[from] & 0xFF, to - from - 1);
        }
      } else {
        codePoints++;
      }
      int next = to + sequenceLength(bytes[to]);
      for (; to < next; to++) {
        fingerprint = Rabin64.append(fingerprint, bytes[to] & 0xFF);
      }
      if (codePoints == LENGTH && (fingerprint ^ Long.MIN_VALUE) >= floor) {
        floor = consider(bytes, fingerprint, from, to, leastDistinctBytes, highest);
      }
    }
  }

  /** Takes each shingle of a text. */
  interface Visitor {
    void shingle(long fingerprint, int from, int to);
  }

  static void each(Utf8Text text, int leastDistinctBytes, Visitor visitor) {
    byte[] bytes = text.bytes();
    int from = 0;
    int codePoints = 0;
    for (int to = 0; to < text.length(); ) {
      to += sequenceLength(bytes[to]);
      if (++codePoints > LENGTH) {
        from += sequenceLength(bytes[from]);
      }
      if (codePoints >= LENGTH && distinctBytes(bytes, from, to) >= leastDistinctBytes) {
        visitor.shingle(Rabin64.of(bytes, from, to), from, to);
      }
    }
  }

  private static long consider(
      byte[] bytes,
      long fingerprint,
      int from,
      int to,
      int leastDistinctBytes,
      HighestFingerprints highest) {
    if (highest.contains(fingerprint)
        || (leastDistinctBytes > 0 && distinctBytes(bytes, from, to) < leastDistinctBytes)) {
      return highest.floor();
    }
    highest.insert(fingerprint, from, to);
    return highest.floor();
  }

  private static int distinctBytes(byte[] bytes, int from, int to) {
    long first = 0;
    long second = 0;
    long third = 0;
    long fourth = 0;
    for (int i = from; i < to; i++) {
      long bit = 1L << (bytes[i] & 63);
      switch ((bytes[i] & 0xFF) >>> 6) {
        case 0 -> first |= bit;
        case 1 -> second |= bit;
        case 2 -> third |= bit;
        default -> fourth |= bit;
      }
    }
    return Long.bitCount(first)
        + Long.bitCount(second)
        + Long.bitCount(third)
        + Long.bitCount(fourth);
  }

  private static int sequenceLength(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    int unsigned = lead & 0xFF;
    return unsigned >= 0xF0 ? 4 : unsigned >= 0xE0 ? 3 : 2;
  }
}
