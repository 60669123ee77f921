package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;

/**
 * {@link EvidenceKind#COARSE}: what a mail says, seen from afar. Of the three words in a row that a
 * reader sees the lowest hashes are kept, over the whole text, so that texts which have a tenth of
 * these in common share two or three. A text of fewer than {@value #LEAST} different ones is none.
 */
final class CoarseEvidence {
  /** Different shingles below which there are no keys: those of 22 words. */
  static final int LEAST = 20;

  private CoarseEvidence() {}

  static void collect(String visible, Fingerprinter fingerprinter, EvidenceKeys keys) {
    int most = EvidenceKind.COARSE.most();
    LowestHashes lowest = new LowestHashes(most);
    boolean all = fingerprinter.lowestOfThree(2 * most, visible, lowest::offer);
    if (!all && lowest.size() < most) { // it says one thing again and again
      fingerprinter.lowestOfThree(Integer.MAX_VALUE, visible, lowest::offer);
    }
    if (lowest.size() >= LEAST) {
      for (int rank = 0; rank < lowest.size(); rank++) {
        keys.add(EvidenceKind.COARSE, lowest.value(rank));
      }
    }
  }

  /**
   * The resemblance of two texts, 0 to 1, estimated from their samples: of all shingles up to the
   * highest that both samples reach and that are no own ham, how many are in both. Its standard
   * deviation is at most 0.09. Where own ham leaves fewer than {@value #LEAST}, as many are taken
   * to be there. 0 for a mark with fewer or more keys than a text gives.
   *
   * @param own the mail's, see {@link #sample}
   * @param mark evidence of a mark
   * @param counted whether a key is no own ham
   */
  static double resemblance(long[] own, FeatureVector mark, LongPredicate counted) {
    long[] marked = sample(mark);
    if (marked.length < LEAST || marked.length > EvidenceKind.COARSE.most()) {
      return 0;
    }
    long reached = Math.min(reach(own), reach(marked));
    int both = 0;
    int all = 0;
    for (long key : own) {
      if (key <= reached && counted.test(key)) {
        boolean shared = Arrays.binarySearch(marked, key) >= 0;
        both += shared ? 1 : 0;
        all += shared ? 0 : 1;
      }
    }
    if (both == 0) {
      return 0;
    }
    for (long key : marked) {
      all += key <= reached && counted.test(key) ? 1 : 0;
    }
    return (double) both / Math.max(all, LEAST);
  }

  /** The sample of a text in its evidence, ascending. */
  static long[] sample(FeatureVector vector) {
    long[] keys = new long[vector.size()];
    int size = 0;
    for (int place = 0; place < keys.length; place++) {
      long identity = vector.identity(place);
      if (EvidenceKind.of(identity).filter(EvidenceKind.COARSE::equals).isPresent()) {
        keys[size++] = identity;
      }
    }
    long[] sample = Arrays.copyOf(keys, size);
    Arrays.sort(sample);
    return sample;
  }

  /** Up to where a sample has every shingle of its text: a short text's is all of it. */
  private static long reach(long[] sample) {
    return sample.length < EvidenceKind.COARSE.most() ? Long.MAX_VALUE : sample[sample.length - 1];
  }
}
