package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.live.LimitedLog;

/**
 * Tells the operator that others do not take this peer's records; limited, for whoever says so may
 * lie. Not thread-safe: belongs to the node's turn.
 */
final class RefusalLog implements Consumer<RefusedRecord> {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimitedLog log;

  RefusalLog(Timers timers) {
    log =
        new LimitedLog(
            LoggerFactory.getLogger(RefusalLog.class), task -> timers.after(MINUTE, task));
  }

  @Override
  public void accept(RefusedRecord refused) {
    log.warn(
        "refusal",
        () ->
            "peer %s does not take a record of this peer: %s; see 'peer status'"
                .formatted(refused.by(), refused.reason().text()));
  }
}
