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

  private final Utf8Text text;
  private final int leastDistinctBytes;
  private final HighestFingerprints highest;

  private Shingles(Utf8Text text, int leastDistinctBytes, HighestFingerprints highest) {
    this.text = text;
    this.leastDistinctBytes = leastDistinctBytes;
    this.highest = highest;
  }

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
    Shingles shingles = new Shingles(text, leastDistinctBytes, highest);
    if (text.isAscii()) {
      shingles.rollOverBytes();
    } else {
      shingles.rollOverCodePoints();
    }
  }

  private void rollOverBytes() {
    byte[] bytes = text.bytes();
    int length = text.length();
    long fingerprint = Rabin64.of(bytes, 0, LENGTH);
    long floor = consider(fingerprint, 0, LENGTH, highest.floor());
    for (int i = LENGTH; i < length; i++) {
      fingerprint = Rabin64.append(fingerprint, bytes[i]) ^ LEAVING[bytes[i - LENGTH]];
      if ((fingerprint ^ Long.MIN_VALUE) >= floor) {
        floor = consider(fingerprint, i + 1 - LENGTH, i + 1, floor);
      }
    }
  }

  private void rollOverCodePoints() {
    byte[] bytes = text.bytes();
    int length = text.length();
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
        floor = consider(fingerprint, from, to, floor);
      }
    }
  }

  private long consider(long fingerprint, int from, int to, long floor) {
    if (highest.contains(fingerprint) || distinctBytes(from, to) < leastDistinctBytes) {
      return floor;
    }
    highest.insert(fingerprint, from, to);
    return highest.floor();
  }

  private int distinctBytes(int from, int to) {
    if (leastDistinctBytes <= 1) {
      return to - from;
    }
    byte[] bytes = text.bytes();
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
