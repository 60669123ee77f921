package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/** A query of this node's own that is under way. */
final class OpenQuery {
  final FeatureVector vector;
  final int thres;
  final Message payload;
  final Resolution resolution;
  final QueryListener listener;
  Timers.@Nullable Timer timer;
  private final Map<List<Id>, Match> matches = new LinkedHashMap<>();
  private final Map<Listed, BitSet> occurrences = new LinkedHashMap<>();
  private final Map<Integer, BitSet> pagesRead = new LinkedHashMap<>();
  private final BitSet ended = new BitSet();
  private int hops;

  OpenQuery(
      FeatureVector vector,
      int thres,
      Message payload,
      Resolution resolution,
      QueryListener listener) {
    this.vector = vector;
    this.thres = thres;
    this.payload = payload;
    this.resolution = resolution;
    this.listener = listener;
  }

  void found(List<Match> some, int most) {
    for (Match match : some) {
      if (matches.size() < most) {
        matches.putIfAbsent(List.of(match.guid(), match.digest()), match);
      }
    }
  }

  /** A page of a feature object has come (naive resolution); returns whether it was the last. */
  boolean listed(int index, int page, int pages, List<Listed> objects, int most) {
    for (Listed object : objects) {
      if (occurrences.size() < most * vector.size()) {
        occurrences.computeIfAbsent(object, o -> new BitSet()).set(index);
      }
    }
    BitSet read = pagesRead.computeIfAbsent(index, i -> new BitSet());
    read.set(page);
    return read.cardinality() >= pages;
  }

  /** A feature's route is over; returns whether all are. */
  boolean ended(int index, int routeHops) {
    if (index < vector.size()) {
      ended.set(index);
      hops = Math.max(hops, routeHops);
    }
    return ended.cardinality() == vector.size();
  }

  /** The naive rule: objects listed under at least THRES of the features. */
  void count(int most) {
    List<Match> counted = new ArrayList<>();
    occurrences.forEach(
        (object, under) -> {
          boolean wholeText = !vector.wholeText() || under.get(0);
          if (under.cardinality() >= thres
              && object.wholeText() == vector.wholeText()
              && wholeText) {
            counted.add(
                new Match(object.guid(), object.digest(), under.cardinality(), vector.size()));
          }
        });
    found(counted, most);
  }

  QueryOutcome outcome() {
    List<Match> sorted = new ArrayList<>(matches.values());
    sorted.sort(
        Comparator.comparingInt(Match::shared)
            .reversed()
            .thenComparing(Match::guid)
            .thenComparing(Match::digest));
    return new QueryOutcome(sorted, vector.size(), ended.cardinality(), hops);
  }
}
