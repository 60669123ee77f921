package org.spamwatch.ata.fingerprint;

import org.spamwatch.ata.text.Utf8Text;

/**
 * Rolls over every shingle of a text and offers those with high fingerprints.
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

  /** Offers the shingles of a text whose fingerprints reach the floor of a selection. */
  static void offer(Utf8Text text, Selection selection) {
    if (text.codePoints() < LENGTH) {
      return;
    }
    if (text.isAscii()) {
      rollOverBytes(text.bytes(), text.length(), selection);
    } else {
      rollOverCodePoints(text.bytes(), text.length(), selection);
    }
  }

  /**
   * Two windows a turn, both from the one before: since each step waits for the one before it, half
   * as many steps in a row are a quarter faster.
   */
  private static void rollOverBytes(byte[] bytes, int length, Selection selection) {
    long fingerprint = Rabin64.of(bytes, 0, LENGTH);
    selection.offer(fingerprint, bytes, 0, LENGTH);
    long floor = selection.floor();
    int to = LENGTH + 1;
    for (; to < length; to += 2) {
      long change = bytes[to - 1] ^ LEAVING[bytes[to - 1 - LENGTH]];
      long nextChange = bytes[to] ^ LEAVING[bytes[to - LENGTH]];
      long next = Rabin64.shift(fingerprint) ^ change;
      fingerprint = Rabin64.shiftTwice(fingerprint) ^ Rabin64.shift(change) ^ nextChange;
      if (Long.compareUnsigned(next, floor) >= 0) {
        selection.offer(next, bytes, to - LENGTH, to);
        floor = selection.floor();
      }
      if (Long.compareUnsigned(fingerprint, floor) >= 0) {
        selection.offer(fingerprint, bytes, to + 1 - LENGTH, to + 1);
        floor = selection.floor();
      }
    }
    if (to == length) {
      fingerprint = Rabin64.append(fingerprint, bytes[to - 1]) ^ LEAVING[bytes[to - 1 - LENGTH]];
      if (Long.compareUnsigned(fingerprint, floor) >= 0) {
        selection.offer(fingerprint, bytes, to - LENGTH, to);
      }
    }
  }

  private static void rollOverCodePoints(byte[] bytes, int length, Selection selection) {
    long floor = selection.floor();
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
      if (codePoints == LENGTH && Long.compareUnsigned(fingerprint, floor) >= 0) {
        selection.offer(fingerprint, bytes, from, to);
        floor = selection.floor();
      }
    }
  }

  private static int sequenceLength(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    int unsigned = lead & 0xFF;
    return unsigned >= 0xF0 ? 4 : unsigned >= 0xE0 ? 3 : 2;
  }
}
