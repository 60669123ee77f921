package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * What is asked of the network at once under one scheme: the features of the mail's vector that are
 * not in the site's own ham, then those probes that the summary knows and own ham does not. The
 * vector itself, whose digest votes sign, is not changed by this.
 *
 * @param vector at most {@link FeatureVector#MAX_SIZE} features
 * @param thres THRES of the mail's own vector: fewer features asked are no reason to be content
 *     with fewer
 */
record Query(FeatureVector vector, int thres) {

  /**
   * The queries of a question, at most two a scheme: where vector and hits do not fit one, as when
   * a spam's text has been hidden in much other text, the hits are asked for apart, together with
   * what the summary knows of the vector.
   */
  static List<Query> of(CheckRequest question, HamFilter ham, Summary summary) {
    List<Query> queries = new ArrayList<>();
    for (FeatureVector vector : question.vectors()) {
      if (!vector.scheme().isPublished()) {
        continue; // no question carries evidence beside the text
      }
      int thres = question.threshold().forSize(vector.scheme(), vector.size());
      queries.addAll(of(vector, thres, question.probes(vector.scheme()), ham, summary));
    }
    return queries;
  }

  /** None if fewer than THRES features are left, or the whole text is own ham. */
  private static List<Query> of(
      FeatureVector vector, int thres, List<Id> probes, HamFilter ham, Summary summary) {
    Scheme scheme = vector.scheme();
    List<Id> keys = unmasked(vector, ham);
    if (vector.wholeText()) {
      // Without the fingerprint of the whole text nothing matches; no probe makes up for it.
      return keys.size() < thres || !keys.get(0).equals(vector.keys().get(0))
          ? List.of()
          : List.of(new Query(new FeatureVector(scheme, true, keys), thres));
    }
    TreeSet<Long> known = new TreeSet<>();
    vector.keys().forEach(key -> known.add(key.high()));
    List<Id> hits = new ArrayList<>();
    for (Id probe : probes) {
      if (summary.contains(probe) && !ham.contains(scheme, probe) && known.add(probe.high())) {
        hits.add(probe);
      }
    }
    hits.sort(
        Comparator.comparing(Scheme::selector, Long::compareUnsigned)
            .reversed()
            .thenComparing(Comparator.naturalOrder()));
    List<Query> queries = new ArrayList<>(1);
    if (keys.size() + hits.size() <= FeatureVector.MAX_SIZE) {
      keys.addAll(hits);
      ask(scheme, keys, thres, queries);
    } else {
      ask(scheme, keys, thres, queries);
      List<Id> familiar = new ArrayList<>(keys.stream().filter(summary::contains).toList());
      familiar.addAll(hits);
      ask(scheme, familiar, thres, queries);
    }
    return queries;
  }

  private static void ask(Scheme scheme, List<Id> keys, int thres, List<Query> queries) {
    if (keys.size() >= thres) {
      List<Id> asked = keys.subList(0, Math.min(keys.size(), FeatureVector.MAX_SIZE));
      queries.add(new Query(new FeatureVector(scheme, false, asked), thres));
    }
  }

  private static List<Id> unmasked(FeatureVector vector, HamFilter ham) {
    List<Id> keys = new ArrayList<>(vector.size());
    for (Id key : vector.keys()) {
      if (!ham.contains(vector.scheme(), key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  /**
   * Whether a mail published under a vector could be recognised where this filter is in use: at
   * least THRES of its features are not own ham, that of the whole text among them if it has one.
   */
  static boolean isRecognisable(FeatureVector vector, int thres, HamFilter ham) {
    List<Id> keys = unmasked(vector, ham);
    return keys.size() >= thres
        && (!vector.wholeText() || keys.get(0).equals(vector.keys().get(0)));
  }

  /** Features of a question that count for nothing: of its vectors, and of the probes that hit. */
  static List<Id> masked(CheckRequest question, HamFilter ham, Summary summary) {
    List<Id> masked = new ArrayList<>();
    for (FeatureVector vector : question.vectors()) {
      for (Id key : vector.keys()) {
        if (ham.contains(vector.scheme(), key)) {
          masked.add(key);
        }
      }
    }
    for (ProbeKeys probes : question.probes()) {
      for (Id key : probes.keys()) {
        if (summary.contains(key) && ham.contains(probes.scheme(), key)) {
          masked.add(key);
        }
      }
    }
    return masked;
  }
}
