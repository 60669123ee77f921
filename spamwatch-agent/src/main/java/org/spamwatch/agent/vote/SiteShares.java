package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.spamwatch.overlay.Id;

/**
 * What each site has of a message: how many votes that count, and for which of the message's
 * vectors how many of them stand. Kept up to date vote by vote, for a message may have thousands,
 * and what a further one costs is not to grow with them.
 */
final class SiteShares {
  /** What one site has. */
  private static final class Share {
    final Map<Id, Integer> standing = new LinkedHashMap<>(2); // by digest
    int votes;
  }

  private final Map<Id, Share> sites = new LinkedHashMap<>(2);
  private int votes;

  /** A vote counts now. */
  void add(Vote vote) {
    Share share = sites.computeIfAbsent(vote.site(), site -> new Share());
    share.votes++;
    votes++;
    if (vote.value() != VoteValue.WITHDRAWN) {
      vote.digests().forEach(digest -> share.standing.merge(digest, 1, Integer::sum));
    }
  }

  /** A vote counts no more. */
  void remove(Vote vote) {
    Share share = sites.get(vote.site());
    if (share == null) {
      return;
    }
    share.votes--;
    votes--;
    if (vote.value() != VoteValue.WITHDRAWN) {
      for (Id digest : vote.digests()) {
        share.standing.computeIfPresent(digest, (id, n) -> n > 1 ? Integer.valueOf(n - 1) : null);
      }
    }
    if (share.votes == 0) {
      sites.remove(vote.site());
    }
  }

  void clear() {
    sites.clear();
    votes = 0;
  }

  /** Votes that count. */
  int votes() {
    return votes;
  }

  /** Those of a site. */
  int votes(Id site) {
    Share share = sites.get(site);
    return share == null ? 0 : share.votes;
  }

  /** Sites with votes that count. */
  Set<Id> sites() {
    return sites.keySet();
  }

  /** Whether any vote stands. */
  boolean isLive() {
    return sites.values().stream().anyMatch(share -> !share.standing.isEmpty());
  }

  /** The digests for which a vote stands. */
  Set<Id> standing() {
    Set<Id> digests = new LinkedHashSet<>(2);
    sites.values().forEach(share -> digests.addAll(share.standing.keySet()));
    return digests;
  }

  /** Digests for which a vote of one site stands; to be changed by whoever asks. */
  Set<Id> standing(Id site) {
    Share share = sites.get(site);
    return share == null ? new LinkedHashSet<>(2) : new LinkedHashSet<>(share.standing.keySet());
  }
}
