package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustRecord;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Writes down what a running peer remembers of voters, every ten minutes if it has changed, and
 * when the peer ends. It has a thread of its own, for a disk may be slow.
 */
final class TrustKeeper implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final long ANSWER_SECONDS = 2;

  private final LiveNode live;
  private final Trust trust;
  private final TrustFile file;
  private final DiskThread thread = new DiskThread("trust-keeper");
  private List<TrustRecord> written = List.of();

  private TrustKeeper(LiveNode live, Trust trust, TrustFile file) {
    this.live = live;
    this.trust = trust;
    this.file = file;
  }

  /** Begins to look after a peer's file. */
  static TrustKeeper start(LiveNode live, Trust trust, TrustFile file) {
    TrustKeeper keeper = new TrustKeeper(live, trust, file);
    keeper.thread.every(EVERY, keeper::keep);
    return keeper;
  }

  private void keep() {
    try {
      List<TrustRecord> records = live.call(trust::records).get(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (!records.equals(written)) {
        file.write(records);
        written = records;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      return; // the node is closed or busy: what was written last stands
    }
  }

  /** Writes once more and stops; to be called while the node still runs. */
  @Override
  public void close() {
    thread.close(this::keep, Duration.ofSeconds(2 * ANSWER_SECONDS));
  }
}
