package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.trust.Standing;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.evidence.MarkMatch;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** What the pages of all keepers say of one message; only those with a genuine vote speak. */
final class Gathered {
  private final Map<Id, Vote> votes = new TreeMap<>();
  private final Set<FeatureVector> signed = new LinkedHashSet<>();
  private @Nullable MarkMatch best;
  private @Nullable Page bestPage;
  private int spam;
  private int ham;

  /**
   * Adds a page.
   *
   * @param some those of its votes that count
   */
  void add(Page page, List<Vote> some) {
    some.forEach(vote -> votes.merge(vote.voter(), vote, Counted::later));
    if (some.isEmpty() || page.best().isEmpty()) {
      return;
    }
    page.signed(some).stream().limit(Vote.MAX_DIGESTS - signed.size()).forEach(signed::add);
    spam = Math.max(spam, page.found().spam());
    ham = Math.max(ham, page.found().ham());
    MarkMatch met = page.best().get();
    if (best == null || Page.isCloser(met, best)) {
      best = met;
      bestPage = page;
    }
  }

  /** The match, if anybody's word stands. */
  Optional<MatchedMessage> match(AskedMail mail, Standing standing) {
    MarkMatch met = best;
    Page page = bestPage;
    if (met == null
        || page == null
        || votes.values().stream().allMatch(v -> v.value() == VoteValue.WITHDRAWN)) {
      return Optional.empty();
    }
    MarkMatch.Pair pair = met.best();
    AskedMail.SharedKeys shared = mail.sharedKeys(pair);
    FeatureVector own = pair.mail();
    List<VoteSeen> seen = new ArrayList<>();
    for (Vote vote : votes.values()) {
      seen.add(seen(vote, standing));
    }
    return Optional.of(
        new MatchedMessage(
            page.guid(),
            own.scheme(),
            pair.shared(),
            own.size() + shared.beside(),
            met.kinds(),
            spam,
            ham,
            page.found().hops(),
            shared.keys(),
            List.copyOf(signed),
            seen));
  }

  private static VoteSeen seen(Vote vote, Standing standing) {
    Id site = vote.site();
    boolean own = standing.isOwn(site);
    double weight = own ? 1 : standing.weight(site, vote.voter());
    return new VoteSeen(
        vote.voter(), site, own, weight, vote.value(), vote.origin(), vote.timeMillis());
  }
}
