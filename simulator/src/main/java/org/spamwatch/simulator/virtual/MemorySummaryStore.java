package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * A simulated disk of blocks: what was reported durable before a crash is there after it, and
 * nothing that was not. Flushing takes a fixed time. Blocks are shared by all peers. Not
 * thread-safe.
 */
final class MemorySummaryStore implements SummaryStore {
  private static final long FLUSH_MICROS = 2_000;

  private final Map<Id, NavigableMap<Integer, Block>> onDisk;
  private final Timers timers;
  private final List<Runnable> unwritten = new ArrayList<>();
  private final List<Block> unwrittenBlocks = new ArrayList<>();
  private boolean isFlushing;

  private MemorySummaryStore(Map<Id, NavigableMap<Integer, Block>> onDisk, Timers timers) {
    this.onDisk = onDisk;
    this.timers = timers;
  }

  /** An empty disk. */
  static MemorySummaryStore empty(Timers timers) {
    return new MemorySummaryStore(new LinkedHashMap<>(), timers);
  }

  /** A disk on which some blocks are. */
  static MemorySummaryStore holding(List<Block> blocks, Timers timers) {
    MemorySummaryStore store = empty(timers);
    blocks.forEach(store::write);
    return store;
  }

  /** What a new process of the same peer finds: the disk without what was not written yet. */
  MemorySummaryStore afterCrash(Timers newTimers) {
    return new MemorySummaryStore(onDisk, newTimers);
  }

  @Override
  public void load(Loading loading) {
    onDisk.values().forEach(blocks -> blocks.values().forEach(loading::block));
    loading.ended(true);
  }

  @Override
  public void put(Block block) {
    unwrittenBlocks.add(block);
    write(() -> write(block));
  }

  private void write(Block block) {
    onDisk.computeIfAbsent(block.origin().id(), id -> new TreeMap<>()).put(block.number(), block);
  }

  /** Answers at once; what was forgotten a moment ago may still be there. */
  @Override
  public void read(Known run, Consumer<List<Block>> receiver) {
    NavigableMap<Integer, Block> found = new TreeMap<>();
    onDisk
        .getOrDefault(run.origin(), new TreeMap<>())
        .subMap(run.first(), true, run.last(), true)
        .values()
        .forEach(block -> take(block, run, found));
    unwrittenBlocks.forEach(block -> take(block, run, found));
    receiver.accept(List.copyOf(found.values()));
  }

  private static void take(Block block, Known run, Map<Integer, Block> found) {
    if (block.origin().id().equals(run.origin())
        && block.epoch() == run.epoch()
        && block.number() >= run.first()
        && block.number() <= run.last()) {
      found.put(block.number(), block);
    }
  }

  @Override
  public void forget(Id origin, long epoch, int through) {
    write(
        () -> {
          NavigableMap<Integer, Block> blocks = onDisk.getOrDefault(origin, new TreeMap<>());
          blocks
              .values()
              .removeIf(
                  block ->
                      block.epoch() < epoch
                          || (block.epoch() == epoch && block.number() <= through));
          if (blocks.isEmpty()) {
            onDisk.remove(origin);
          }
        });
  }

  private void write(Runnable change) {
    unwritten.add(change);
    durable(() -> {}); // nobody waits for it, but it is on the disk soon
  }

  @Override
  public void durable(Runnable done) {
    unwritten.add(done);
    if (!isFlushing) {
      isFlushing = true;
      timers.afterMicros(
          FLUSH_MICROS,
          () -> {
            isFlushing = false;
            List<Runnable> writes = List.copyOf(unwritten);
            unwritten.clear();
            unwrittenBlocks.clear();
            writes.forEach(Runnable::run);
          });
    }
  }
}
