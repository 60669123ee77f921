package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.HeldVectors.Held;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * One message at a peer that keeps its votes. A vote is named by its voter and its digests; of two
 * of one name the later stays, and of one voter's the {@value #MAX_VARIANTS} latest. Merging is a
 * maximum, so peers that saw the same votes agree whatever the order, as far as a site's share of
 * the message lets them.
 */
final class KeptMessage {
  /** Votes of one voter at most, for variants with the same GUID. */
  static final int MAX_VARIANTS = 4;

  /**
   * Vectors for which the votes of one site stand at most, those of two variants; this peer's own
   * may for any number.
   */
  static final int MAX_VECTORS_OF_SITE = 6;

  /** What became of a vote. */
  enum Merged {
    /** It is kept now. */
    NEWS,
    /** It was kept already, or its voter has said something newer. */
    KNOWN,
    /** Its site has its share of the message, or of what this peer keeps. */
    FULL
  }

  final Id guid;
  private final Id self;
  private final VoteRoom room;
  private final HeldVectors vectors;
  private final VoterWords words = new VoterWords();
  private final SiteShares shares = new SiteShares(); // of the votes that are not suspended
  private Set<Vote> suspended = Set.of();
  private final SendSchedule sending = new SendSchedule();

  /** Whether this peer publishes it as an object, and whether it serves it. */
  boolean isPublished;

  boolean isServed;

  /**
   * A message without votes.
   *
   * @param self the site whose voters are this peer's own
   * @param room what its votes take is charged there
   */
  KeptMessage(Id guid, Id self, VoteRoom room) {
    this.guid = guid;
    this.self = self;
    this.room = room;
    this.vectors = new HeldVectors(room);
  }

  /**
   * Leaves votes out of everything but the store, or no longer: those of revoked voters and sites,
   * who may be taken back.
   *
   * @return whether any is left out now that was not before, or the other way round
   */
  boolean suspend(BiPredicate<Id, Vote> revoked) {
    Set<Vote> before = suspended;
    Set<Vote> now = new LinkedHashSet<>();
    shares.clear();
    words.forEach(
        (voter, vote) -> {
          if (revoked.test(voter, vote)) {
            now.add(vote);
          } else {
            shares.add(vote);
          }
        });
    suspended = now.isEmpty() ? Set.of() : now;
    return !before.equals(now);
  }

  /**
   * Merges a vote and the vectors it speaks for.
   *
   * @param gone told of every vote that is kept no more for it, and of its vectors
   */
  Merged merge(Vote vote, List<FeatureVector> spokenFor, int maxVotes, Gone gone) {
    List<Vote> said = words.of(vote.voter());
    Vote old = words.word(vote);
    if (old != null && !vote.supersedes(old)) {
      return Merged.KNOWN;
    }
    boolean crowded = old == null && said.size() >= MAX_VARIANTS;
    if (crowded && !vote.supersedes(said.get(said.size() - 1))) {
      return Merged.KNOWN;
    }
    List<Vote> leaving = new ArrayList<>(1);
    if (old != null) {
      leaving.add(old);
    } else if (crowded) {
      leaving.add(said.get(said.size() - 1));
    }
    if (!makeRoom(vote, leaving, maxVotes)) {
      return Merged.FULL;
    }
    leaving.forEach(room::remove); // first: it may be the same vote under another certificate
    words.add(vote);
    shares.add(vote);
    room.add(vote);
    vectors.add(vote, spokenFor);
    for (Vote other : leaving) {
      forget(other, other.equals(old) ? gone.superseded() : gone);
    }
    return Merged.NEWS;
  }

  /** What is told of votes that are kept no more. */
  interface Gone {
    /** A vote, and the digests of those of its vectors for which no other one stands. */
    void dropped(Vote vote, List<Id> digests);

    /** A vote in whose place another of its name stands now. */
    default Gone superseded() {
      return this;
    }
  }

  /** Forgets a vote that is kept. */
  void drop(Vote vote, Gone gone) {
    room.remove(vote);
    forget(vote, gone);
  }

  private void forget(Vote vote, Gone gone) {
    words.remove(vote);
    if (suspended.contains(vote)) {
      suspended.remove(vote);
    } else {
      shares.remove(vote);
      if (shares.votes() == 1) {
        shares.clear();
        votes().forEach(shares::add);
      }
    }
    gone.dropped(vote, vectors.remove(vote, this::sitesOf));
  }

  private List<Id> sitesOf(Id digest) {
    return words
        .filter(vote -> vote.value() != VoteValue.WITHDRAWN && vote.digests().contains(digest))
        .stream()
        .map(Vote::site)
        .toList();
  }

  /**
   * Finds the votes that have to leave for one, in its site's share or that of the site with most.
   * Returns whether it may stay.
   */
  private boolean makeRoom(Vote vote, List<Vote> leaving, int maxVotes) {
    if (vote.site().equals(self)) {
      return true;
    }
    if (vote.value() != VoteValue.WITHDRAWN && !makeRoomInShare(vote, leaving)) {
      return false;
    }
    if (shares.votes() - leaving.size() < maxVotes) {
      return true;
    }
    Vote least = leastOfHeaviest(vote, leaving);
    boolean stays = !least.equals(vote);
    if (stays) {
      leaving.add(least);
    }
    return stays;
  }

  /** Of a site's words those stay that were said last, for as many vectors as it may have. */
  private boolean makeRoomInShare(Vote vote, List<Vote> leaving) {
    Set<Id> all = shares.standing(vote.site());
    all.addAll(vote.digests());
    if (all.size() <= MAX_VECTORS_OF_SITE) {
      return true;
    }
    List<Vote> ofSite =
        words.filter(
            other -> other.site().equals(vote.site()) && stands(other) && !leaving.contains(other));
    ofSite.add(vote);
    ofSite.sort(Vote.LAST_FIRST);
    Set<Id> digests = new LinkedHashSet<>();
    boolean full = false;
    for (Vote each : ofSite) {
      Set<Id> with = new LinkedHashSet<>(digests);
      with.addAll(each.digests());
      full |= with.size() > MAX_VECTORS_OF_SITE;
      if (!full) {
        digests = with;
      } else if (each.equals(vote)) {
        return false;
      } else {
        leaving.add(each);
      }
    }
    return true;
  }

  /**
   * Of the site with most votes on this message the oldest; of sites with as many a keyed hash
   * decides.
   */
  private Vote leastOfHeaviest(Vote vote, List<Vote> leaving) {
    Map<Id, Integer> counts = new LinkedHashMap<>();
    for (Id site : shares.sites()) {
      if (!site.equals(self)) {
        counts.put(site, shares.votes(site));
      }
    }
    counts.merge(vote.site(), 1, Integer::sum);
    leaving.forEach(other -> counts.computeIfPresent(other.site(), (site, count) -> count - 1));
    Map<Id, Long> hashes = new LinkedHashMap<>();
    Id heaviest =
        counts.entrySet().stream()
            .max(
                Comparator.<Map.Entry<Id, Integer>>comparingInt(Map.Entry::getValue)
                    .thenComparing(
                        site -> hashes.computeIfAbsent(site.getKey(), room::keyedHash),
                        Comparator.reverseOrder()))
            .orElseThrow()
            .getKey();
    List<Vote> ofHeaviest =
        words.filter(other -> other.site().equals(heaviest) && !suspended.contains(other));
    ofHeaviest.removeAll(leaving);
    if (vote.site().equals(heaviest)) {
      ofHeaviest.add(vote);
    }
    return ofHeaviest.stream().min(Vote.OLDEST_FIRST).orElseThrow();
  }

  private boolean stands(Vote vote) {
    return vote.value() != VoteValue.WITHDRAWN && !suspended.contains(vote);
  }

  List<FeatureVector> vectors() {
    return vectors.all();
  }

  /** Those vectors that a vote speaks for. */
  List<FeatureVector> vectorsOf(Vote vote) {
    List<FeatureVector> spokenFor = new ArrayList<>(vote.digests().size());
    for (Id digest : vote.digests()) {
      Held held = vectors.get(digest);
      if (held != null) {
        spokenFor.add(held.vector);
      }
    }
    return spokenFor;
  }

  /**
   * The digests for which somebody's word stands.
   *
   * @param localOnly whether only the words of this peer's own voters count
   */
  Set<Id> liveDigests(boolean localOnly) {
    return localOnly ? shares.standing(self) : shares.standing();
  }

  /** Whether a vote is one of this peer's own voters: this peer renews the message for it. */
  boolean isLocal(Vote vote) {
    return vote.site().equals(self);
  }

  /** The votes of this peer's own voters that stand. */
  List<Vote> localWords() {
    return words.filter(vote -> isLocal(vote) && stands(vote));
  }

  /** Whether any vote kept is of an own voter, or waits to be confirmed. */
  boolean isOwn() {
    return !sending.isEmpty()
        || shares.votes(self) > 0
        || suspended.stream().anyMatch(this::isLocal);
  }

  /** Its vectors, and what this peer does with them. */
  HeldVectors held() {
    return vectors;
  }

  /** The votes that count, of each voter the last first. */
  List<Vote> votes() {
    return words.filter(vote -> !suspended.contains(vote));
  }

  /** Every vote that is kept, those that are left out included. */
  List<Vote> everyVote() {
    return words.filter(vote -> true);
  }

  /** Voters by their last word of those that count. */
  Tally tally() {
    List<Vote> last = new ArrayList<>();
    for (List<Vote> said : words.all()) {
      said.stream().filter(vote -> !suspended.contains(vote)).findFirst().ifPresent(last::add);
    }
    return Tally.of(last);
  }

  /** Whether anybody's word stands. */
  boolean isLive() {
    return shares.isLive();
  }

  /** The word of a name that is kept, null if none is. */
  @Nullable Vote word(Vote name) {
    return words.word(name);
  }

  /**
   * What a voter has said of other variants that match one of some vectors, and has not taken back:
   * who withdraws a mail means these too, and has to sign for each.
   */
  List<List<Id>> standing(Id voter, List<FeatureVector> like) {
    List<List<Id>> standing = new ArrayList<>(1);
    for (Vote vote : words.of(voter)) {
      if (stands(vote)
          && vectorsOf(vote).stream()
              .anyMatch(kept -> like.stream().anyMatch(l -> match(kept, l)))) {
        standing.add(vote.digests());
      }
    }
    return standing;
  }

  private static boolean match(FeatureVector kept, FeatureVector asked) {
    int thres = Threshold.STANDARD.forSize(asked.scheme(), asked.size());
    return kept.match(asked, thres) > 0;
  }

  boolean knows(Id voter) {
    return !words.of(voter).isEmpty();
  }

  int voteCount() {
    return words.size();
  }

  boolean holds(Vote vote) {
    Vote kept = word(vote);
    return kept != null && kept.isSameWord(vote);
  }

  /** The time of the newest vote, in milliseconds since the epoch. */
  long newestMillis() {
    return words.newestMillis();
  }

  /** When the votes of this peer's own voters are sent again. */
  SendSchedule sending() {
    return sending;
  }
}
