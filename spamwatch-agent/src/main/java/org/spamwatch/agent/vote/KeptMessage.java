package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * One message at a peer that keeps its votes. Merging votes is a per-voter maximum, so peers that
 * saw the same votes agree whatever the order.
 */
final class KeptMessage {
  /** When a pending vote is sent again, and how long the pause before that is. */
  private record Backoff(long dueMicros, long pauseMicros) {}

  /** Vectors kept of one message, those of variants with the same GUID included. */
  static final int MAX_VECTORS = 8;

  /** What became of a vote. */
  enum Merged {
    /** It is kept now. */
    NEWS,
    /** It was kept already, or its voter has said something newer. */
    KNOWN,
    /** The message has as many votes, or as many vectors, as it can have. */
    FULL
  }

  final Id guid;
  private final Map<Id, FeatureVector> vectors = new LinkedHashMap<>(2);
  private final TreeMap<Id, Vote> votes = new TreeMap<>();
  private final Set<Id> suspended = new LinkedHashSet<>(1);
  private final TreeMap<Id, Vote> pending = new TreeMap<>();
  private final TreeMap<Id, Backoff> backoffs = new TreeMap<>();

  /** Voters of this peer's own, for whom this peer renews the message. */
  final Set<Id> localVoters = new LinkedHashSet<>(1);

  /** What this peer publishes, by digest, until it is taken back. */
  final Map<Id, FeatureVector> published = new LinkedHashMap<>(2);

  /** When the words of this peer's own voters are to be told to the root again; 0: not set. */
  long repeatMicros;

  boolean objectPublished;
  boolean served;

  KeptMessage(Id guid) {
    this.guid = guid;
  }

  /**
   * Leaves votes out of everything but the store, or no longer: those of revoked voters and sites,
   * who may be taken back.
   *
   * @return whether any is left out now that was not before, or the other way round
   */
  boolean suspend(BiPredicate<Id, Vote> revoked) {
    Set<Id> before = new LinkedHashSet<>(suspended);
    suspended.clear();
    votes.forEach(
        (voter, vote) -> {
          if (revoked.test(voter, vote)) {
            suspended.add(voter);
          }
        });
    return !before.equals(suspended);
  }

  /**
   * Merges a vote and the vectors it speaks for. The vectors of every vote that stands are kept,
   * and no others: without its vectors a vote could neither count nor be passed on.
   */
  Merged merge(Vote vote, List<FeatureVector> its, int maxVotes) {
    Id voter = vote.voter();
    Vote old = votes.get(voter);
    if (old != null && !vote.supersedes(old)) {
      return Merged.KNOWN;
    }
    if (old == null && votes.size() - suspended.size() >= maxVotes) {
      return Merged.FULL;
    }
    votes.put(voter, vote);
    Set<Id> live = digests((each, said) -> true);
    if (live.size() > MAX_VECTORS) {
      if (old == null) {
        votes.remove(voter);
      } else {
        votes.put(voter, old);
      }
      return Merged.FULL;
    }
    suspended.remove(voter); // it says this through a site that is heeded
    vectors.keySet().retainAll(live);
    for (FeatureVector vector : its) {
      Id digest = vector.compact().digest();
      if (live.contains(digest)) {
        vectors.putIfAbsent(digest, vector);
      }
    }
    return Merged.NEWS;
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
    return digests(
        (voter, vote) -> !suspended.contains(voter) && (!localOnly || localVoters.contains(voter)));
  }

  private Set<Id> digests(BiPredicate<Id, Vote> counts) {
    Set<Id> live = new LinkedHashSet<>(2);
    votes.forEach(
        (voter, vote) -> {
          if (vote.verdict() != Verdict.WITHDRAWN && counts.test(voter, vote)) {
            live.addAll(vote.digests());
          }
        });
    return live;
  }

  @Nullable FeatureVector vector(Id digest) {
    return vectors.get(digest);
  }

  /** The votes that count. */
  List<Vote> votes() {
    List<Vote> heeded = new ArrayList<>(votes.size());
    votes.forEach(
        (voter, vote) -> {
          if (!suspended.contains(voter)) {
            heeded.add(vote);
          }
        });
    return heeded;
  }

  Tally tally() {
    return Tally.of(votes());
  }

  /** What a voter has said last, as far as is known here. */
  @Nullable Vote word(Id voter) {
    return votes.get(voter);
  }

  boolean knows(Id voter) {
    return votes.containsKey(voter);
  }

  int voteCount() {
    return votes.size();
  }

  boolean holds(Vote vote) {
    Vote kept = votes.get(vote.voter());
    return kept != null && kept.isSameWord(vote);
  }

  /** The time of the newest vote, in milliseconds since the epoch. */
  long newestMillis() {
    return votes.values().stream().mapToLong(Vote::timeMillis).max().orElse(0);
  }

  void pend(Vote vote) {
    pending.put(vote.voter(), vote);
    backoffs.remove(vote.voter());
  }

  boolean settle(Vote vote) {
    boolean settled = pending.remove(vote.voter(), vote);
    if (settled) {
      backoffs.remove(vote.voter());
    }
    return settled;
  }

  /** Whether a pending vote is to be sent again; one that was never sent since the start is. */
  boolean isDue(Vote vote, long nowMicros) {
    Backoff backoff = backoffs.get(vote.voter());
    return backoff == null || nowMicros >= backoff.dueMicros();
  }

  /** A pending vote is being sent: the next time is after a pause, twice the one before. */
  void sent(Vote vote, long nowMicros, Duration first, Duration longest) {
    if (vote.equals(pending.get(vote.voter()))) {
      Backoff before = backoffs.get(vote.voter());
      long pause =
          before == null
              ? first.toNanos() / 1000
              : Math.min(2 * before.pauseMicros(), longest.toNanos() / 1000);
      backoffs.put(vote.voter(), new Backoff(nowMicros + pause, pause));
    }
  }

  List<Vote> pending() {
    return new ArrayList<>(pending.values());
  }
}
