package org.spamwatch.agent.contribution;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.sketch.counting.AgeingCountingFilter;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What one origin itself has counted, in this period and the last, and the versions of it that
 * others were told last, for deltas. Not thread-safe.
 */
public final class OwnCounts {
  /** Versions that are kept; to who has an older one all is told. */
  private static final int SNAPSHOTS = 4;

  private final long origin;
  private final long starts;
  private final Map<Long, CountingFilter> told = new LinkedHashMap<>();
  private final AgeingCountingFilter counts;
  private long version;
  private boolean isTold;

  /**
   * Counts of which nobody was told yet.
   *
   * @param origin by which others know whose they are
   * @param starts a number that is higher at each start, 1 or more: a crash may have lost the last
   *     versions that were told, and those of a later start are higher
   */
  public OwnCounts(AgeingCountingFilter counts, long origin, long starts) {
    this.counts = counts;
    this.origin = origin;
    this.starts = starts;
    version = starts << 32;
  }

  /** The counts; who changes them says so ({@link #isChanged}). */
  public AgeingCountingFilter counts() {
    return counts;
  }

  /** The counts have changed: the next version is another. */
  public void isChanged() {
    isTold = false;
  }

  /** Begins a period. Returns whether it is a later one. */
  public boolean advanceTo(long now) {
    if (!counts.advanceTo(now)) {
      return false;
    }
    isTold = false;
    told.clear(); // cells have shrunk: there is no delta over a period's end
    return true;
  }

  /** By which others know whose they are. */
  public long origin() {
    return origin;
  }

  /** Versions that are kept for deltas. */
  public int kept() {
    return told.size();
  }

  /** The newest version, which is made now if the counts have changed since the last. */
  public long newVersion() {
    if (!isTold || told.isEmpty()) {
      version++;
      isTold = true;
      told.put(version, counts.together());
      if (told.size() > SNAPSHOTS) {
        told.remove(told.keySet().iterator().next());
      }
    }
    return version;
  }

  /** Whether what came since a version can be told, so that nobody needs all of it. */
  public boolean isKept(long since) {
    return told.containsKey(since);
  }

  /**
   * What another is to be told, of the newest version that was made.
   *
   * @param since the version that it holds; 0 for none
   * @return nothing if it holds all
   */
  public Optional<Contribution> since(long since) {
    if (told.isEmpty()) {
      newVersion();
    }
    if (since == version) {
      return Optional.empty();
    }
    CountingFilter now = told.get(version);
    CountingFilter all = now == null ? counts.together() : now;
    return Optional.of(
        Optional.ofNullable(told.get(since))
            .map(then -> new Contribution(origin, version, since, all.deltaSince(then)))
            .orElseGet(() -> new Contribution(origin, version, 0, all)));
  }

  /** The bytes of the serial form. */
  public long serialLength() {
    return 2L * Long.BYTES + counts.serialLength();
  }

  /**
   * Writes, big-endian: the origin (8), the number of its start (8), this period, the last ({@link
   * CountingFilter#write}).
   */
  public void write(ByteBuffer out) {
    out.putLong(origin).putLong(starts);
    counts.write(out);
  }

  /**
   * Reads what was written, for an origin that is started once more.
   *
   * @param like what the counts are to be like
   * @param leastStarts of its start; one more than before if that is more
   * @throws IllegalArgumentException if it cannot be
   */
  public static OwnCounts read(
      ByteBuffer in, AgeingCountingFilter like, long period, long leastStarts) {
    long origin = in.getLong();
    long starts = in.getLong();
    AgeingCountingFilter counts = AgeingCountingFilter.read(in, like, period);
    if (starts < 1 || starts >= Integer.MAX_VALUE) {
      throw new IllegalArgumentException("holds counts of an impossible number of starts");
    }
    return new OwnCounts(counts, origin, Math.max(leastStarts, starts + 1));
  }
}
