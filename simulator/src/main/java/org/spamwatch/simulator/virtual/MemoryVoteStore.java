package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteStore;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * A simulated disk: what was reported durable before a crash is there after it, and nothing that
 * was not. Flushing takes a fixed time. Not thread-safe.
 */
public final class MemoryVoteStore implements VoteStore {
  private static final long FLUSH_MICROS = 2_000;

  private record Name(VerifyingKey voter, List<Id> digests) {
    static Name of(Vote vote) {
      return new Name(vote.key(), vote.digests());
    }
  }

  private static final class Row {
    final Map<Id, FeatureVector> vectors = new LinkedHashMap<>();
    final Map<Name, Vote> votes = new LinkedHashMap<>();
    final Map<Name, Vote> pending = new LinkedHashMap<>();
  }

  private final Map<Id, Row> onDisk;
  private final Timers timers;
  private final List<Consumer<Map<Id, Row>>> unwritten = new ArrayList<>();

  private MemoryVoteStore(Map<Id, Row> onDisk, Timers timers) {
    this.onDisk = onDisk;
    this.timers = timers;
  }

  /** An empty disk. */
  public static MemoryVoteStore empty(Timers timers) {
    return new MemoryVoteStore(new LinkedHashMap<>(), timers);
  }

  /** What a new process of the same peer finds: the disk without what was not written yet. */
  MemoryVoteStore afterCrash(Timers newTimers) {
    return new MemoryVoteStore(onDisk, newTimers);
  }

  /** Whether the disk has this vote, or a later one of its name. */
  boolean holds(Vote vote) {
    Row row = onDisk.get(vote.guid());
    Vote held = row == null ? null : row.votes.get(Name.of(vote));
    return held != null && held.sequence() >= vote.sequence();
  }

  /** Whether the disk has votes on a message. */
  boolean keeps(Id guid) {
    return onDisk.containsKey(guid);
  }

  /** Whether it is the same disk, perhaps of another run of its peer. */
  boolean isOf(MemoryVoteStore other) {
    return onDisk == other.onDisk;
  }

  @Override
  public void load(Consumer<StoredMessage> visitor) {
    onDisk.forEach(
        (guid, row) ->
            visitor.accept(
                new StoredMessage(
                    guid,
                    List.copyOf(row.vectors.values()),
                    List.copyOf(row.votes.values()),
                    List.copyOf(row.pending.values()))));
  }

  @Override
  public void put(Vote vote, List<FeatureVector> vectors) {
    unwritten.add(
        disk -> {
          Row row = disk.computeIfAbsent(vote.guid(), guid -> new Row());
          row.votes.put(Name.of(vote), vote);
          vectors.forEach(v -> row.vectors.putIfAbsent(v.compact().digest(), v));
        });
  }

  @Override
  public void remove(Vote vote) {
    unwritten.add(
        disk -> {
          Row row = disk.get(vote.guid());
          if (row != null) {
            row.votes.remove(Name.of(vote));
          }
        });
  }

  @Override
  public void removeVectors(Id guid, List<Id> digests) {
    unwritten.add(
        disk -> {
          Row row = disk.get(guid);
          if (row != null) {
            digests.forEach(row.vectors::remove);
          }
        });
  }

  @Override
  public void remove(Id guid) {
    unwritten.add(disk -> disk.remove(guid));
    durable(() -> {}); // nobody waits for it, but it is on the disk soon
  }

  @Override
  public void pend(Vote vote) {
    unwritten.add(
        disk ->
            disk.computeIfAbsent(vote.guid(), guid -> new Row()).pending.put(Name.of(vote), vote));
  }

  @Override
  public void settle(Vote vote) {
    unwritten.add(
        disk -> {
          Row row = disk.get(vote.guid());
          if (row != null) {
            row.pending.remove(Name.of(vote), vote);
          }
        });
  }

  @Override
  public void durable(Runnable done) {
    timers.afterMicros(
        FLUSH_MICROS,
        () -> {
          List<Consumer<Map<Id, Row>>> writes = new ArrayList<>(unwritten);
          unwritten.clear();
          writes.forEach(write -> write.accept(onDisk));
          done.run();
        });
  }
}
