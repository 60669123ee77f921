package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What one server's own users reported, in this period and the last, and the versions of it that
 * others were told last, for deltas. Belongs to its database.
 */
final class OwnCounts {
  /** Versions that are kept; to who has an older one all is told. */
  private static final int SNAPSHOTS = 4;

  private final long server;
  private final long starts;
  private final Map<Long, CountingFilter> told = new LinkedHashMap<>();
  private CountingFilter current;
  private CountingFilter previous;
  private long period;
  private long distinct;
  private long version;
  private boolean isTold;

  private OwnCounts(
      long server, long starts, CountingFilter current, CountingFilter previous, long period) {
    this.server = server;
    this.starts = starts;
    this.current = current;
    this.previous = previous;
    this.period = period;
    // A crash may have lost the last versions that were told: those of a later start are higher.
    version = starts << 32;
    distinct = Math.round(Math.min(current.approximateCount(), 1e18));
  }

  /** Nothing reported. */
  static OwnCounts begun(CountParameters parameters, long server, long period) {
    return new OwnCounts(server, 1, parameters.empty(), parameters.empty(), period);
  }

  /** Begins a period. Returns whether it is another. */
  boolean advanceTo(long now) {
    if (now == period) {
      return false;
    }
    CountingFilter eldest = previous;
    boolean isNext = now == period + 1;
    previous = current;
    current = eldest;
    current.clear();
    if (!isNext) {
      previous.clear();
    }
    period = now;
    distinct = 0;
    isTold = false;
    told.clear(); // cells have shrunk: there is no delta over a period's end
    return true;
  }

  /** By which others know the server. */
  long server() {
    return server;
  }

  long period() {
    return period;
  }

  /** Different digests of this period, about. */
  long distinct() {
    return distinct;
  }

  /** Versions that are kept for deltas. */
  int kept() {
    return told.size();
  }

  HashFunctions functions() {
    return current.functions();
  }

  /** A cell's value in both periods together. */
  int cell(int cell) {
    return current.cell(cell) + previous.cell(cell);
  }

  /** Whether a key was not reported in this period. */
  boolean isNew(long key) {
    return current.count(key) == 0;
  }

  /** Counts the digest of some cells. */
  void insert(int[] cells, int times) {
    if (current.countAt(cells, 0) == 0) {
      distinct++;
    }
    current.insertAt(cells, 0, times);
    isTold = false;
  }

  /**
   * What another server is to be told.
   *
   * @param since the version that it holds; 0 for none
   * @return nothing if it holds all
   */
  Optional<Contribution> since(long since) {
    if (!isTold) {
      CountingFilter all = current.copy();
      all.merge(previous);
      version++;
      isTold = true;
      told.put(version, all);
      if (told.size() > SNAPSHOTS) {
        told.remove(told.keySet().iterator().next());
      }
    }
    if (since == version) {
      return Optional.empty();
    }
    CountingFilter now = told.getOrDefault(version, current);
    return Optional.of(
        Optional.ofNullable(told.get(since))
            .map(then -> new Contribution(server, version, since, now.deltaSince(then)))
            .orElseGet(() -> new Contribution(server, version, 0, now)));
  }

  /** The bytes of the serial form. */
  long serialLength() {
    return 2L * Long.BYTES + current.serialLength() + previous.serialLength();
  }

  /** Writes, big-endian: the server (8), how often it was started (8), this period, the last. */
  void write(ByteBuffer out) {
    out.putLong(server).putLong(starts);
    current.write(out);
    previous.write(out);
  }

  /**
   * Reads what was written, for a server that is started once more.
   *
   * @throws IllegalArgumentException if it cannot be
   */
  static OwnCounts read(ByteBuffer in, CountParameters parameters, long period) {
    long server = in.getLong();
    long starts = in.getLong();
    CountingFilter current = CountingFilter.read(in, parameters.cells());
    CountingFilter previous = CountingFilter.read(in, parameters.cells());
    CountingFilter empty = parameters.empty();
    if (!current.isCompatible(empty) || !previous.isCompatible(empty) || starts < 1) {
      throw new IllegalArgumentException("holds counts of other parameters than it says");
    }
    return new OwnCounts(server, starts + 1, current, previous, period);
  }
}
