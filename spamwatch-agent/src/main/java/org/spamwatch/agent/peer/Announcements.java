package org.spamwatch.agent.peer;

import java.util.List;
import java.util.function.Supplier;
import org.spamwatch.agent.check.Checks;
import org.spamwatch.agent.summary.SpamSummary;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Signatures;

/**
 * What peers announce to all: how it spreads, and what is known of it here.
 *
 * @param spread the conversation with other peers
 * @param summary as checks look it up
 */
record Announcements(SummarySpread spread, SpamSummary summary) {
  static Announcements of(
      NodeLayers layers,
      Supplier<List<Contact>> known,
      SummaryConfig config,
      SummaryStore store,
      Signatures signatures,
      VoteTable votes) {
    SummarySpread spread = new SummarySpread(layers, known, config, store, signatures, votes);
    SpamSummary summary =
        new SpamSummary(layers.timers(), layers.random(), store.pages(), config.filterBytes());
    summary.follow(spread::isComplete, spread::fruitless);
    spread.listen(summary);
    return new Announcements(spread, summary);
  }

  /** The state now. */
  AnnouncementStatus status(Checks checks) {
    return new AnnouncementStatus(
        spread.status(), summary.figures(), checks.atHome(), checks.asked());
  }
}
