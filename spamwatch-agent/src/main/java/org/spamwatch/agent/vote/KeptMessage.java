package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * One message at a peer that keeps its votes. Merging votes is a per-voter maximum, so peers that
 * saw the same votes agree whatever the order.
 */
final class KeptMessage {
  /** Vectors kept of one message, those of variants with the same GUID included. */
  static final int MAX_VECTORS = 8;

  final Id guid;
  private final Map<Id, FeatureVector> vectors = new LinkedHashMap<>(2);
  private final TreeMap<Id, Vote> votes = new TreeMap<>();
  private final TreeMap<Id, Vote> pending = new TreeMap<>();

  /** Voters of this peer's own, for whom this peer renews the message. */
  final Set<Id> localVoters = new LinkedHashSet<>(1);

  /** Vectors that this peer publishes, by digest. */
  final Set<Id> published = new LinkedHashSet<>(2);

  boolean objectPublished;
  boolean served;

  KeptMessage(Id guid) {
    this.guid = guid;
  }

  /** Merges a vote and the vectors it speaks for; returns whether the vote is news. */
  boolean merge(Vote vote, List<FeatureVector> its, int maxVotes) {
    Vote old = votes.get(vote.voter());
    if (old == null ? votes.size() >= maxVotes : !vote.supersedes(old)) {
      return false;
    }
    votes.put(vote.voter(), vote);
    addVectors(its);
    return true;
  }

  /** Keeps vectors; those for which nobody's word stands make room. */
  void addVectors(List<FeatureVector> its) {
    for (FeatureVector vector : its) {
      if (vectors.size() >= MAX_VECTORS) {
        Set<Id> live = liveDigests(false);
        vectors.keySet().removeIf(digest -> !live.contains(digest) && !published.contains(digest));
      }
      if (vectors.size() < MAX_VECTORS) {
        vectors.putIfAbsent(vector.compact().digest(), vector);
      }
    }
  }

  List<FeatureVector> vectors() {
    return new ArrayList<>(vectors.values());
  }

  /** Those vectors that a vote speaks for. */
  List<FeatureVector> vectorsOf(Vote vote) {
    List<FeatureVector> its = new ArrayList<>();
    for (Id digest : vote.digests()) {
      FeatureVector vector = vectors.get(digest);
      if (vector != null) {
        its.add(vector);
      }
    }
    return its;
  }

  /**
   * The digests for which somebody's word stands.
   *
   * @param localOnly whether only the words of this peer's own voters count
   */
  Set<Id> liveDigests(boolean localOnly) {
    Set<Id> live = new LinkedHashSet<>(2);
    votes.forEach(
        (voter, vote) -> {
          if (vote.verdict() != Verdict.WITHDRAWN && (!localOnly || localVoters.contains(voter))) {
            live.addAll(vote.digests());
          }
        });
    return live;
  }

  @Nullable FeatureVector vector(Id digest) {
    return vectors.get(digest);
  }

  List<Vote> votes() {
    return new ArrayList<>(votes.values());
  }

  Tally tally() {
    return Tally.of(votes.values());
  }

  boolean holds(Vote vote) {
    return vote.equals(votes.get(vote.voter()));
  }

  /** The time of the newest vote, in milliseconds since the epoch. */
  long newestMillis() {
    return votes.values().stream().mapToLong(Vote::timeMillis).max().orElse(0);
  }

  void pend(Vote vote) {
    pending.put(vote.voter(), vote);
  }

  boolean settle(Vote vote) {
    return pending.remove(vote.voter(), vote);
  }

  List<Vote> pending() {
    return new ArrayList<>(pending.values());
  }
}
