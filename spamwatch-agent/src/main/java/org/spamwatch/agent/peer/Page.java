package org.spamwatch.agent.peer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** A page of what one keeper has of a message that is like the mail asked for. */
final class Page {
  /** The pair of vectors, one asked for and one kept, that share most. */
  record Best(FeatureVector asked, CompactVector kept, int shared) {}

  private final VotesFound found;
  private final Best best;
  private final Set<Id> matching;
  private final Iterator<Vote> unverified;
  private final List<Vote> genuine = new ArrayList<>(1);

  private Page(VotesFound found, Best best, Set<Id> matching, List<Vote> votes) {
    this.found = found;
    this.best = best;
    this.matching = matching;
    this.unverified = votes.iterator();
  }

  /**
   * The page, by this peer's own count of what it asked for, or null if none of its vectors is like
   * a query's.
   */
  static @Nullable Page of(VotesFound found, List<Query> queries, Id realm) {
    Best best = null;
    Set<Id> matching = new LinkedHashSet<>(2);
    for (FeatureVector vector : found.vectors()) {
      CompactVector kept = vector.compact();
      for (Query query : queries) {
        CompactVector asked = query.vector().compact();
        if (kept.matches(asked, query.thres())) {
          matching.add(kept.digest());
          int shared = kept.overlap(asked);
          if (best == null || shared > best.shared()) {
            best = new Best(query.vector(), kept, shared);
          }
        }
      }
    }
    if (best == null) {
      return null;
    }
    List<Vote> votes = new ArrayList<>(found.votes().size());
    for (Vote vote : found.votes()) {
      if (vote.guid().equals(found.guid())
          && vote.realm().equals(realm)
          && speaksFor(vote, matching)) {
        votes.add(vote);
      }
    }
    return new Page(found, best, matching, votes);
  }

  private static boolean speaksFor(Vote vote, Set<Id> matching) {
    return vote.digests().stream().anyMatch(matching::contains);
  }

  /** Whether a vote on this page's message was signed for a vector that is like the question's. */
  boolean matches(Vote vote) {
    return speaksFor(vote, matching);
  }

  /** Checks the next signature; returns whether there was one. A forged one ends the page. */
  boolean checkNext(VoteVerifier verifier) {
    if (!unverified.hasNext()) {
      return false;
    }
    Vote vote = unverified.next();
    if (verifier.isRevoked(vote)) {
      return true; // its keeper may not have the list yet
    }
    if (verifier.isGenuine(vote)) {
      genuine.add(vote);
    } else {
      unverified.forEachRemaining(unread -> {});
    }
    return true;
  }

  /** The message's vectors, as far as votes found genuine so far were signed for them. */
  List<CompactVector> signed() {
    return found.vectors().stream()
        .map(FeatureVector::compact)
        .filter(each -> genuine.stream().anyMatch(vote -> vote.digests().contains(each.digest())))
        .toList();
  }

  Id guid() {
    return found.guid();
  }

  Best best() {
    return best;
  }

  VotesFound found() {
    return found;
  }

  /** The votes found genuine so far. */
  List<Vote> genuine() {
    return genuine;
  }
}
