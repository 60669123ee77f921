package org.spamwatch.agent.peer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.trust.Standing;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.overlay.Id;

/** What the pages of all keepers say of one message; only those with a genuine vote speak. */
final class Gathered {
  private final Map<Id, Vote> votes = new TreeMap<>();
  private final Set<CompactVector> signed = new LinkedHashSet<>();
  private @Nullable Page best;
  private int spam;
  private int ham;

  void add(Page page) {
    if (page.genuine().isEmpty()) {
      return;
    }
    page.genuine().forEach(vote -> votes.merge(vote.voter(), vote, Inquiry::later));
    page.signed().stream().limit(Vote.MAX_DIGESTS - signed.size()).forEach(signed::add);
    spam = Math.max(spam, page.found().spam());
    ham = Math.max(ham, page.found().ham());
    if (best == null || page.best().shared() > best.best().shared()) {
      best = page;
    }
  }

  /** The match, if anybody's word stands. */
  Optional<Match> match(Standing standing) {
    if (best == null || votes.values().stream().allMatch(v -> v.verdict() == Verdict.WITHDRAWN)) {
      return Optional.empty();
    }
    Page.Best pair = best.best();
    List<Id> sharedKeys =
        pair.asked().keys().stream()
            .filter(key -> pair.kept().identities().contains(key.high()))
            .toList();
    List<VoteSeen> seen = new ArrayList<>();
    for (Vote vote : votes.values()) {
      seen.add(seen(vote, standing));
    }
    return Optional.of(
        new Match(
            best.guid(),
            pair.asked().scheme(),
            pair.shared(),
            pair.asked().size(),
            spam,
            ham,
            best.found().hops(),
            sharedKeys,
            List.copyOf(signed),
            seen));
  }

  private static VoteSeen seen(Vote vote, Standing standing) {
    Id site = vote.site();
    boolean own = standing.isOwn(site);
    double weight = own ? 1 : standing.weight(site, vote.voter());
    return new VoteSeen(
        vote.voter(), site, own, weight, vote.verdict(), vote.origin(), vote.timeMillis());
  }
}
