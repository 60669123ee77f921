package org.spamwatch.agent.live;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.RefusedRecord;

/**
 * Tells the operator that others do not take this peer's records: one line a minute at most, for
 * whoever says so may lie. Not thread-safe: belongs to the node's turn.
 */
final class RefusalLog implements Consumer<RefusedRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final long MINUTE_MICROS = 60_000_000;

  private final Timers timers;
  private long nextMicros = Long.MIN_VALUE;

  RefusalLog(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void accept(RefusedRecord refused) {
    if (timers.nowMicros() >= nextMicros) {
      nextMicros = timers.nowMicros() + MINUTE_MICROS;
      LOG.warn(
          "peer {} does not take a record of this peer: {}; see 'peer status'",
          refused.by(),
          refused.reason().text());
    }
  }
}
