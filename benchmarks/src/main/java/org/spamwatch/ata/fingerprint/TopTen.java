package org.spamwatch.ata.fingerprint;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.spamwatch.ata.text.Utf8Text;

/**
 * Ways to the ten highest distinct fingerprints of a text: the one in use and those it is measured
 * against. Keeps its buffers; for one thread.
 */
final class TopTen {
  private static final int SIZE = 10;
  private static final long[] LEAVING = Rabin64.contributions(Shingles.LENGTH);

  private final HighestFingerprints highest = new HighestFingerprints(SIZE);
  private final MessageDigest sha1;
  private final byte[] digest = new byte[20];
  private long[] all = new long[8192];

  TopTen() {
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /** In use: rolls and keeps a sorted array with a threshold. */
  HighestFingerprints selected(Utf8Text text) {
    highest.start(SIZE);
    Shingles.offer(text, highest);
    return highest;
  }

  /** As the paper words it: all fingerprints, rolled, sorted and the highest taken. */
  long[] sorted(Utf8Text text) {
    byte[] bytes = text.bytes();
    int count = text.length() - Shingles.LENGTH + 1;
    if (all.length < count) {
      all = new long[count];
    }
    long fingerprint = Rabin64.of(bytes, 0, Shingles.LENGTH);
    all[0] = fingerprint ^ Long.MIN_VALUE;
    for (int from = 1; from < count; from++) {
      fingerprint =
          Rabin64.append(fingerprint, bytes[from + Shingles.LENGTH - 1] & 0xFF)
              ^ LEAVING[bytes[from - 1]];
      all[from] = fingerprint ^ Long.MIN_VALUE;
    }
    Arrays.sort(all, 0, count);
    long[] top = new long[SIZE];
    int kept = 0;
    for (int i = count - 1; i >= 0 && kept < SIZE; i--) {
      if (i == count - 1 || all[i] != all[i + 1]) {
        top[kept++] = all[i] ^ Long.MIN_VALUE;
      }
    }
    return Arrays.copyOf(top, kept);
  }

  /** A cryptographic hash of each shingle, its first 64 bits, selected as in {@link #selected}. */
  HighestFingerprints sha1(Utf8Text text) {
    byte[] bytes = text.bytes();
    highest.start(SIZE);
    long floor = highest.floor();
    for (int from = 0; from + Shingles.LENGTH <= text.length(); from++) {
      sha1.update(bytes, from, Shingles.LENGTH);
      try {
        sha1.digest(digest, 0, digest.length);
      } catch (DigestException e) {
        throw new IllegalStateException("20 bytes hold a SHA-1", e);
      }
      long value = 0;
      for (int i = 0; i < 8; i++) {
        value = (value << 8) | (digest[i] & 0xFF);
      }
      if (Long.compareUnsigned(value, floor) >= 0) {
        highest.offer(value, bytes, from, from + Shingles.LENGTH);
        floor = highest.floor();
      }
    }
    return highest;
  }

  /** SCALAR, the yardstick: one multiplication and one addition a byte. */
  static long scalar(Utf8Text text) {
    byte[] bytes = text.bytes();
    int length = text.length();
    long h = 0;
    for (int i = 0; i < length; i++) {
      h = h * 31 + bytes[i];
    }
    return h;
  }
}
