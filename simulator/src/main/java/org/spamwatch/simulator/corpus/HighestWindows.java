package org.spamwatch.simulator.corpus;

import java.util.TreeSet;
import org.spamwatch.ata.text.Utf8Text;

/**
 * The N highest Rabin fingerprints of a text's windows of L code points (SpamWatch paper, section
 * 4.1), for any N and L: {@code rabin50} is that of 10 and 50. Linear in an ASCII text, in others
 * each window is read anew.
 */
final class HighestWindows {
  private final int window;
  private final int most;

  /** For each byte what it adds to a fingerprint with a window of bytes behind it. */
  private final long[] leaving = new long[256];

  /**
   * Fingerprints of one kind.
   *
   * @param window L
   * @param most N
   */
  HighestWindows(int window, int most) {
    this.window = window;
    this.most = most;
    for (int value = 0; value < leaving.length; value++) {
      long product = value;
      for (int i = 0; i < window; i++) {
        product = append(product, 0);
      }
      leaving[value] = product;
    }
  }

  /** One more byte behind a string, over x^64 + x^4 + x^3 + x + 1. */
  private static long append(long fingerprint, int unsignedByte) {
    long top = fingerprint >>> 56;
    return (fingerprint << 8) ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4) ^ unsignedByte;
  }

  /** Those of a text, the highest first; fewer than N if it has no more, none if it is short. */
  long[] of(Utf8Text text) {
    int[] starts = starts(text);
    Highest highest = new Highest(most);
    long rolling = 0;
    for (int i = 0; i + window < starts.length; i++) {
      if (text.isAscii() && i > 0) {
        rolling = append(rolling, text.bytes()[i + window - 1]) ^ leaving[text.bytes()[i - 1]];
      } else {
        rolling = of(text.bytes(), starts[i], starts[i + window]);
      }
      highest.add(rolling);
    }
    return highest.fingerprints();
  }

  /** Where each code point begins, and behind the last. */
  private static int[] starts(Utf8Text text) {
    int[] starts = new int[text.codePoints() + 1];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      if ((text.bytes()[i] & 0xC0) != 0x80) {
        starts[count++] = i;
      }
    }
    starts[count] = text.length();
    return starts;
  }

  private static long of(byte[] bytes, int from, int to) {
    long fingerprint = 0;
    for (int i = from; i < to; i++) {
      fingerprint = append(fingerprint, bytes[i] & 0xFF);
    }
    return fingerprint;
  }

  /** The highest distinct ones so far, in unsigned order. */
  private static final class Highest {
    private final TreeSet<Long> all = new TreeSet<>(Long::compareUnsigned);
    private final int most;
    private long lowest; // of them, once there are enough

    Highest(int most) {
      this.most = most;
    }

    void add(long fingerprint) {
      if (all.size() < most || Long.compareUnsigned(fingerprint, lowest) > 0) {
        all.add(fingerprint);
        if (all.size() > most) {
          all.pollFirst();
        }
        lowest = all.first();
      }
    }

    long[] fingerprints() {
      return all.descendingSet().stream().mapToLong(Long::longValue).toArray();
    }
  }
}
