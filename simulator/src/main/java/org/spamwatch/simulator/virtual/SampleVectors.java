package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** Feature vectors of mails that nobody wrote, of the paper's size. */
public final class SampleVectors {
  /** N, as in the paper's experiments. */
  public static final int SIZE = 10;

  /** THRES, as in the paper's experiments. */
  static final Threshold THRES = Threshold.of(3);

  private SampleVectors() {}

  /** A vector of random features. */
  public static FeatureVector random(RandomGenerator random) {
    return changed(List.of(), SIZE, random);
  }

  /** A vector that shares some features with another. */
  public static FeatureVector changed(FeatureVector vector, int kept, RandomGenerator random) {
    return changed(vector.keys().subList(0, kept), vector.size(), random);
  }

  private static FeatureVector changed(List<Id> kept, int size, RandomGenerator random) {
    List<Id> keys = new ArrayList<>(kept);
    while (keys.size() < size) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }
}
