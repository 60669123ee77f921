package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;

/**
 * As many votes as fit one message with the vectors they speak for.
 *
 * @param votes at most {@link VoteMessage#MAX_VOTES}
 * @param vectors at most {@link VoteMessage#MAX_VECTORS}
 */
record VotePage(List<Vote> votes, List<FeatureVector> vectors) {
  /** What is sent when there is nothing to say. */
  static final VotePage EMPTY = new VotePage(List.of(), List.of());

  /** Copies the lists. */
  VotePage {
    votes = List.copyOf(votes);
    vectors = List.copyOf(vectors);
  }

  /** Votes of a message in their order, on as many pages as it takes. */
  static List<VotePage> of(List<Vote> votes, KeptMessage message) {
    List<VotePage> pages = new ArrayList<>(1);
    List<Vote> page = new ArrayList<>();
    Set<FeatureVector> vectors = new LinkedHashSet<>();
    for (Vote vote : votes) {
      Set<FeatureVector> with = new LinkedHashSet<>(vectors);
      with.addAll(message.vectorsOf(vote));
      if (page.size() == VoteMessage.MAX_VOTES || with.size() > VoteMessage.MAX_VECTORS) {
        pages.add(new VotePage(page, List.copyOf(vectors)));
        page.clear();
        with = new LinkedHashSet<>(message.vectorsOf(vote));
      }
      page.add(vote);
      vectors = with;
    }
    if (!page.isEmpty()) {
      pages.add(new VotePage(page, List.copyOf(vectors)));
    }
    return pages;
  }
}
