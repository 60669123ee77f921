package org.spamwatch.agent.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.config.BulkSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.StateFile;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Keeps bulk counts over a restart: the file {@code bulk} is what {@link BulkCounts#state} says.
 * One that cannot be used is set aside, and counting begins anew.
 */
final class LiveBulk {
  private static final Logger LOG = LoggerFactory.getLogger(LiveBulk.class);
  private static final String NAME = "bulk";
  private static final String MAGIC = "SWBULK01";

  private final Path place;
  private final Optional<StateFile> file; // none if nothing is counted
  private long saved; // the node's turn's

  private LiveBulk(Path place, Optional<StateFile> file) {
    this.place = place;
    this.file = file;
  }

  /**
   * Takes the place, if mails are counted.
   *
   * @throws IOException if it cannot be had
   */
  static LiveBulk open(Settings settings, Path directory) throws IOException {
    return new LiveBulk(
        directory.resolve(NAME),
        settings.value(BulkSetting.COUNT)
            ? Optional.of(StateFile.open(directory, NAME, MAGIC))
            : Optional.empty());
  }

  /**
   * Takes up what was counted before the start, before the first turn.
   *
   * @return what writes it down if anything was counted since
   * @throws IOException if a file that cannot be used cannot be set aside
   */
  Optional<PeriodicSave<Optional<byte[]>>> begin(PeerCore core, LiveNode node, Executor disk)
      throws IOException {
    if (file.isEmpty() || core.bulk().isEmpty()) {
      return Optional.empty();
    }
    BulkCounts counts = core.bulk().get();
    restore(counts, file.get());
    return Optional.of(
        new PeriodicSave<>(
            "bulk counts",
            () -> node.call(() -> taken(counts)),
            state -> write(state, node, file.get()),
            disk));
  }

  private void restore(BulkCounts counts, StateFile from) throws IOException {
    try {
      from.read().ifPresent(counts::restore);
      saved = counts.changes();
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn(
          "{}: bulk counts begin anew: {}; set aside as {}",
          place,
          AtomicFile.reason(e),
          AtomicFile.setAside(place));
    }
  }

  private Optional<byte[]> taken(BulkCounts counts) {
    long changes = counts.changes();
    if (changes == saved) {
      return Optional.empty();
    }
    saved = changes;
    return Optional.of(counts.state());
  }

  private void write(Optional<byte[]> state, LiveNode node, StateFile to) throws IOException {
    try {
      if (state.isPresent()) {
        to.write(state.get());
      }
    } catch (IOException e) {
      node.execute(() -> saved = -1);
      throw e;
    }
  }

  /** Leaves the place. */
  void close() {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      LOG.debug("{}: the lock is not given back", place, e);
    }
  }
}
