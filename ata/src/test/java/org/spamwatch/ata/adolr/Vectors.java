package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Feature vectors over few features, so that they overlap; and who should match whom. */
final class Vectors {
  private Vectors() {}

  /** One publication, as the oracle remembers it. */
  record Published(FeatureVector vector, Id guid) {}

  static FeatureVector of(Id... features) {
    return new FeatureVector(Scheme.CHAR50, false, List.of(features));
  }

  static FeatureVector wholeText(Id... features) {
    return new FeatureVector(Scheme.CHAR50, true, List.of(features));
  }

  /** The feature with a number: the same key in every run, anywhere on the ring. */
  static Id feature(long number) {
    return FeatureVector.key(new Random(number * 0x9E3779B97F4A7C15L).nextLong());
  }

  /** A vector of 1 to 10 of the first {@code features} features. */
  static FeatureVector random(RandomGenerator random, int features) {
    List<Id> all = new ArrayList<>();
    for (int i = 0; i < features; i++) {
      all.add(feature(i));
    }
    for (int i = all.size() - 1; i > 0; i--) {
      Collections.swap(all, i, random.nextInt(i + 1));
    }
    int size = Math.min(features, 1 + random.nextInt(10));
    return new FeatureVector(Scheme.CHAR50, random.nextInt(4) == 0, all.subList(0, size));
  }

  /** The selection rule in the paper's words, on sets: what must be found. */
  static Set<Match> expected(List<Published> published, FeatureVector query, int thres) {
    Set<Match> matches = new LinkedHashSet<>();
    for (Published one : published) {
      Set<Id> shared = new TreeSet<>(one.vector().keys());
      shared.retainAll(query.keys());
      boolean wholeTextAgrees =
          one.vector().wholeText() == query.wholeText()
              && (!query.wholeText() || one.vector().keys().get(0).equals(query.keys().get(0)));
      if (shared.size() >= thres && wholeTextAgrees) {
        matches.add(
            new Match(one.guid(), one.vector().compact().digest(), shared.size(), query.size()));
      }
    }
    return matches;
  }
}
