package org.spamwatch.agent.peer;

import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.bulk.BulkSpread;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayNode;

/**
 * Mail that many people get: how many, and how peers tell each other.
 *
 * @param counts as mails are counted and looked up
 * @param spread the conversation with other peers
 */
record Bulk(BulkCounts counts, BulkSpread spread) {
  static Bulk of(
      OverlayNode node,
      Supplier<List<Contact>> known,
      Id realm,
      BulkConfig config,
      Timers timers,
      RandomGenerator random,
      HamFilter ham) {
    BulkCounts counts =
        new BulkCounts(config, realm, node.self().id(), timers, random.nextLong(), ham);
    BulkSpread spread =
        new BulkSpread(
            node,
            known,
            from -> node.host().map(host -> host.id().equals(from.id())).orElse(true),
            timers,
            random,
            counts);
    return new Bulk(counts, spread);
  }
}
