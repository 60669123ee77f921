package org.spamwatch.agent.summary;

import java.time.Duration;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.identity.Signatures;

/**
 * Whether a block that another node hands over is in order. Signatures are checked within a budget
 * of each sender and one of all; who sends a block that nobody signed is not listened to for an
 * hour, for nobody hands over what it has not checked itself.
 */
final class BlockCheck {
  /** What is found. */
  enum Finding {
    /** Its origin signed it, and its dates are possible. */
    GENUINE,
    /** There is no time to look at it now. */
    BUSY,
    /** It is dated ahead, or its origin is revoked. */
    REFUSED,
    /** Its origin did not sign it. */
    FORGED
  }

  private static final Duration DEAF = Duration.ofHours(1);
  private static final int REMEMBERED = 1_024;
  private static final String ALL = "all";

  private final Limits limits;
  private final Timers timers;
  private final Signatures signatures;
  private final TokenBuckets<Id> checksOfOne;
  private final TokenBuckets<String> checksOfAll;
  private final RecentMap<Id, Long> forgedMicros = RecentMap.lastCome(REMEMBERED);
  private long refused;

  BlockCheck(Limits limits, Timers timers, Signatures signatures) {
    this.limits = limits;
    this.timers = timers;
    this.signatures = signatures;
    int perSecond = limits.maxChecksPerSecond();
    this.checksOfOne =
        new TokenBuckets<>(timers, Math.max(1, perSecond / 2), 2 * perSecond, REMEMBERED);
    this.checksOfAll = new TokenBuckets<>(timers, perSecond, 4 * perSecond, 1);
  }

  /** Whether a node has sent a forged block within the hour. */
  boolean isForger(Id node) {
    Long since = forgedMicros.get(node);
    return since != null && timers.nowMicros() - since < DEAF.toNanos() / 1000;
  }

  /** What is wrong with a block, if anything. The signature comes last: it costs most. */
  Finding look(Block block, Id sender) {
    long latest = timers.dateMillis() + limits.maxRecordSkewMillis();
    if (block.timeMillis() > latest
        || block.epoch() > latest
        || signatures.revocations().hasNode(block.origin().id())) {
      refused++;
      return Finding.REFUSED;
    }
    if (!checksOfOne.take(sender) || !checksOfAll.take(ALL)) {
      return Finding.BUSY;
    }
    if (!block.isGenuine(signatures)) {
      refused++;
      forgedMicros.put(sender, timers.nowMicros());
      return Finding.FORGED;
    }
    return Finding.GENUINE;
  }

  /** Blocks found not to be in order. */
  long refused() {
    return refused;
  }
}
