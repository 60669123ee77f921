package org.spamwatch.ata.fingerprint;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.text.Utf8Text;

/**
 * Hashes every {@value #WORDS} words in a row of a normalised text.
 *
 * <p>Words are what stands between spaces. In scripts that put none between words (Han, kana, Thai,
 * Lao, Khmer, Myanmar) each code point is half a word, so that a shingle has twice as many. A row
 * of equal words is no shingle.
 *
 * <p>The hash of a word is mix(h), h = (h * 0x100000001B3 + byte + 1) over its bytes in UTF-8 from
 * h = 0; the selector of a shingle is mix(s), s = (s * 0x9E3779B97F4A7C15 + hash) over its words
 * from s = 0; mix is MurmurHash3's 64-bit finaliser. Quick and public, so that collisions can be
 * made; {@link Scheme} says why that is enough. Linear in the text; allocates nothing once its
 * arrays have grown.
 */
final class WordShingles {
  /** Words in a shingle. */
  static final int WORDS = 4;

  private static final int THREE = 3;

  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final long FACTOR_OF_BYTES = 0x100_0000_01B3L;

  private long[] hashes = new long[512];
  private int[] from = new int[512];
  private int[] to = new int[512];
  private boolean[] halves = new boolean[512];
  private int words;
  private boolean anyHalves;
  private @Nullable DistinctShingles collected;

  /** Made once, so that a text costs no object. */
  private final Taker collecting =
      (selector, first, next) ->
          Objects.requireNonNull(collected).offer(selector, from[first], to[next - 1]);

  /** Offers every shingle to {@code shingles}. */
  void collect(DistinctShingles shingles) {
    if (anyHalves) {
      collected = shingles;
      each(WORDS, collecting);
      return;
    }
    for (int first = 0; first + WORDS <= words; first++) {
      long a = hashes[first];
      long b = hashes[first + 1];
      long c = hashes[first + 2];
      long d = hashes[first + 3];
      if (a != b || a != c || a != d) {
        long hash = a * FACTOR * FACTOR * FACTOR + b * FACTOR * FACTOR + c * FACTOR + d;
        shingles.offer(mix(hash), from[first], to[first + WORDS - 1]);
      }
    }
  }

  /** Is handed the shingles of a text. */
  private interface Taker {
    /**
     * A shingle.
     *
     * @param first its first word
     * @param next the word behind it
     */
    void take(long selector, int first, int next);
  }

  /** Hands on the selectors of every three words in a row that are not above {@code highest}. */
  void eachThree(long highest, LongConsumer selectors) {
    if (anyHalves) {
      each(
          THREE,
          (selector, first, next) -> {
            if (selector <= highest) {
              selectors.accept(selector);
            }
          });
      return;
    }
    for (int first = 0; first + THREE <= words; first++) {
      long a = hashes[first];
      long b = hashes[first + 1];
      long c = hashes[first + 2];
      long selector = mix(a * FACTOR * FACTOR + b * FACTOR + c);
      if (selector <= highest && (a != b || a != c)) {
        selectors.accept(selector);
      }
    }
  }

  /** Hands on every so many words in a row, where some may be half a word. */
  private void each(int count, Taker taker) {
    for (int first = 0; first < words; first++) {
      long hash = 0;
      boolean different = false;
      int weight = 0;
      int next = first;
      for (; next < words && weight < 2 * count; next++) {
        hash = hash * FACTOR + hashes[next];
        different |= hashes[next] != hashes[first];
        weight += halves[next] ? 1 : 2;
      }
      if (weight < 2 * count) {
        return;
      }
      if (different) {
        taker.take(mix(hash), first, next);
      }
    }
  }

  /**
   * Takes a text apart and says how many shingles it has at most.
   *
   * @param text normalised: words apart by one space, none in front or behind
   */
  int split(Utf8Text text) {
    words = 0;
    anyHalves = false;
    if (text.isAscii()) {
      splitAscii(text.bytes(), text.length());
    } else {
      splitWide(text.bytes(), text.length());
    }
    return words;
  }

  /**
   * Without a branch on where a word ends, which is not to be foreseen. A space begins anew by its
   * factor of 0, so that a step waits for no more than the product of the one before it.
   */
  private void splitAscii(byte[] bytes, int length) {
    reserve(length / 2 + 1);
    long hash = 0;
    int word = 0;
    for (int i = 0; i < length; i++) {
      long inWord = (' ' - (long) bytes[i]) >> 63; // all ones, or 0 for a space
      hash = hash * (FACTOR_OF_BYTES & inWord) + ((bytes[i] + 1) & inWord);
      word += 1 + (int) inWord;
      hashes[word] = hash;
      to[word] = i + 1;
    }
    words = length == 0 ? 0 : word + 1;
    int start = 0;
    for (int i = 0; i < words; i++) {
      hashes[i] = mix(hashes[i]);
      from[i] = start;
      start = to[i] + 1;
    }
  }

  private void splitWide(byte[] bytes, int length) {
    int start = 0;
    long hash = 0;
    for (int i = 0; i < length; ) {
      byte b = bytes[i];
      if (b == ' ') {
        end(hash, start, i);
        i++;
        start = i;
        hash = 0;
      } else if (b >= 0 || b < -32 || !standsAlone(bytes, i)) {
        hash = append(hash, b);
        i++;
      } else {
        end(hash, start, i);
        int behind = i + (b < -16 ? 3 : 4);
        long one = 0;
        for (int j = i; j < behind; j++) {
          one = append(one, bytes[j]);
        }
        add(one, i, behind, true);
        i = behind;
        start = i;
        hash = 0;
      }
    }
    end(hash, start, length);
  }

  private static long append(long hash, byte b) {
    return hash * FACTOR_OF_BYTES + (b & 0xFF) + 1;
  }

  private void end(long hash, int start, int end) {
    if (end > start) {
      add(hash, start, end, false);
    }
  }

  private void reserve(int needed) {
    if (needed > hashes.length) {
      int size = Math.max(needed, 2 * hashes.length);
      hashes = Arrays.copyOf(hashes, size);
      from = Arrays.copyOf(from, size);
      to = Arrays.copyOf(to, size);
      halves = Arrays.copyOf(halves, size);
    }
  }

  private void add(long hash, int start, int end, boolean half) {
    reserve(words + 1);
    hashes[words] = mix(hash);
    from[words] = start;
    to[words] = end;
    halves[words++] = half;
    anyHalves |= half;
  }

  /** Whether the code point of three or four bytes at {@code i} is of a script without spaces. */
  private static boolean standsAlone(byte[] bytes, int i) {
    int lead = bytes[i] & 0xFF;
    if (lead >= 0xF0) {
      int plane = ((lead & 7) << 2) | ((bytes[i + 1] >> 4) & 3);
      return plane == 2 || plane == 3;
    }
    int c = ((lead & 15) << 12) | ((bytes[i + 1] & 63) << 6) | (bytes[i + 2] & 63);
    return (c >= 0x3041 && c <= 0x30FF)
        || (c >= 0x3400 && c <= 0x9FFF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x0E00 && c <= 0x0EFF)
        || (c >= 0x1000 && c <= 0x109F)
        || (c >= 0x1780 && c <= 0x17FF);
  }

  private static long mix(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return h ^ (h >>> 33);
  }
}
