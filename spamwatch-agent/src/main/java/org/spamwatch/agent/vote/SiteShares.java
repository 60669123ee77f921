package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * What each site has of a message: how many votes that count, and for which of the message's
 * vectors how many of them stand. Kept up to date vote by vote, for a message may have thousands,
 * and what a further one costs is not to grow with them. The first is looked at itself until there
 * is a second.
 */
final class SiteShares {
  /** What one site has. */
  private static final class Share {
    final Map<Id, Integer> standing = new LinkedHashMap<>(); // by digest
    int votes;
  }

  private @Nullable Vote only;
  private Map<Id, Share> sites = Map.of(); // of more votes than one
  private int votes;

  /** A vote counts now. */
  void add(Vote vote) {
    votes++;
    if (votes == 1) {
      only = vote;
      return;
    }
    if (only != null) {
      sites = new LinkedHashMap<>();
      count(only);
      only = null;
    }
    count(vote);
  }

  private void count(Vote vote) {
    Share share = sites.computeIfAbsent(vote.site(), site -> new Share());
    share.votes++;
    if (vote.value() != VoteValue.WITHDRAWN) {
      vote.digests().forEach(digest -> share.standing.merge(digest, 1, Integer::sum));
    }
  }

  /** A vote that counts does so no more. */
  void remove(Vote vote) {
    votes--;
    if (votes == 0) {
      clear();
      return;
    }
    Share share = sites.get(vote.site());
    if (share == null) {
      return;
    }
    share.votes--;
    if (vote.value() != VoteValue.WITHDRAWN) {
      for (Id digest : vote.digests()) {
        share.standing.computeIfPresent(digest, (key, count) -> count > 1 ? count - 1 : null);
      }
    }
    if (share.votes == 0) {
      sites.remove(vote.site());
    }
  }

  void clear() {
    only = null;
    sites = Map.of();
    votes = 0;
  }

  /** Votes that count. */
  int votes() {
    return votes;
  }

  /** Those of a site. */
  int votes(Id site) {
    if (only != null) {
      return only.site().equals(site) ? 1 : 0;
    }
    Share share = sites.get(site);
    return share == null ? 0 : share.votes;
  }

  /** Sites with votes that count. */
  Set<Id> sites() {
    return only == null ? sites.keySet() : Set.of(only.site());
  }

  /** Whether any vote stands. */
  boolean isLive() {
    if (only != null) {
      return only.value() != VoteValue.WITHDRAWN;
    }
    for (Share share : sites.values()) {
      if (!share.standing.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The digests for which a vote stands. */
  Set<Id> standing() {
    Set<Id> digests = new LinkedHashSet<>(2);
    addIfStanding(only, digests);
    sites.values().forEach(share -> digests.addAll(share.standing.keySet()));
    return digests;
  }

  /** Digests for which a vote of one site stands; to be changed by whoever asks. */
  Set<Id> standing(Id site) {
    Set<Id> digests = new LinkedHashSet<>(2);
    if (only != null && only.site().equals(site)) {
      addIfStanding(only, digests);
    }
    Share share = sites.get(site);
    if (share != null) {
      digests.addAll(share.standing.keySet());
    }
    return digests;
  }

  private static void addIfStanding(@Nullable Vote vote, Set<Id> digests) {
    if (vote != null && vote.value() != VoteValue.WITHDRAWN) {
      digests.addAll(vote.digests());
    }
  }
}
