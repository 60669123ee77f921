package org.spamwatch.agent.vote;

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
    Map<Id, Integer> standing = Map.of(); // by digest
    int votes;
  }

  private Map<Id, Share> sites = Map.of();
  private int votes;

  /** A vote counts now. */
  void add(Vote vote) {
    Share share = sites.get(vote.site());
    if (share == null) {
      share = new Share();
      sites = FewEntries.with(sites, vote.site(), share);
    }
    share.votes++;
    votes++;
    if (vote.value() != VoteValue.WITHDRAWN) {
      for (Id digest : vote.digests()) {
        int before = share.standing.getOrDefault(digest, 0);
        share.standing = FewEntries.with(share.standing, digest, before + 1);
      }
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
        int before = share.standing.getOrDefault(digest, 0);
        share.standing =
            before > 1
                ? FewEntries.with(share.standing, digest, before - 1)
                : FewEntries.without(share.standing, digest);
      }
    }
    if (share.votes == 0) {
      sites = FewEntries.without(sites, vote.site());
    }
  }

  void clear() {
    sites = Map.of();
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
    for (Map.Entry<Id, Share> site : sites.entrySet()) {
      if (!site.getValue().standing.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The digests for which a vote stands. */
  Set<Id> standing() {
    Set<Id> digests = new LinkedHashSet<>(2);
    sites.forEach((site, share) -> share.standing.forEach((digest, its) -> digests.add(digest)));
    return digests;
  }

  /** Digests for which a vote of one site stands; to be changed by whoever asks. */
  Set<Id> standing(Id site) {
    Share share = sites.get(site);
    Set<Id> digests = new LinkedHashSet<>(2);
    if (share != null) {
      share.standing.forEach((digest, its) -> digests.add(digest));
    }
    return digests;
  }
}
