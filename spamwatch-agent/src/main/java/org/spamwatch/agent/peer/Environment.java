package org.spamwatch.agent.peer;

import java.util.random.RandomGenerator;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;

/**
 * What a driver gives a peer to live in.
 *
 * @param timers the peer's time, which the driver advances
 * @param outbox what the driver is to send
 * @param random the peer's own source of randomness; a live peer's is a secure one
 * @param summaries where announcements outlive the process
 */
public record Environment(
    Timers timers, Outbox outbox, RandomGenerator random, SummaryStore summaries) {
  /** An environment in which announcements do not outlive the process. */
  public Environment(Timers timers, Outbox outbox, RandomGenerator random) {
    this(timers, outbox, random, SummaryStore.NONE);
  }
}
