package org.spamwatch.agent.contribution;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What other origins have counted, each apart by its newest version, so that what comes again
 * changes nothing. Not thread-safe.
 */
public final class OtherCounts {
  private final Predicate<CountingFilter> alike;
  private final double mostFill;
  private final int most;
  private final Map<Long, Held> held = new LinkedHashMap<>();

  /**
   * What one has counted.
   *
   * @param period in which its newest came
   */
  public record Held(long version, long period, CountingFilter filter) {}

  /**
   * Nothing of anybody.
   *
   * @param alike which filters are of the same hash functions and cells
   * @param mostFill the largest share of cells above 0 of an origin's: a filter of ones counts
   *     everything
   * @param most origins at most
   */
  public OtherCounts(Predicate<CountingFilter> alike, double mostFill, int most) {
    this.alike = alike;
    this.mostFill = mostFill;
    this.most = most;
  }

  /** What is held, by origin. */
  public Map<Long, Held> held() {
    return held;
  }

  /** Forgets what an origin has counted. */
  public void forget(long origin) {
    held.remove(origin);
  }

  /** Which version of an origin is held; 0 if none. */
  public long version(long origin) {
    Held before = held.get(origin);
    return before == null ? 0 : before.version();
  }

  /**
   * Takes in what an origin has counted.
   *
   * @return whether that was news
   * @throws RefusedException if it is not of these parameters, too full, overflows, is a delta to
   *     what is not held, or of one origin too many; nothing has changed then
   */
  public boolean take(Contribution told, long period) throws RefusedException {
    if (!alike.test(told.filter())) {
      throw new RefusedException(
          "other parameters", "the counts are of other sizes or hash functions than those here");
    }
    Optional<Held> before = Optional.ofNullable(held.get(told.origin()));
    if (before.isPresent() && told.version() <= before.get().version()) {
      return false;
    }
    CountingFilter now = told.isDelta() ? added(told, before) : told.filter();
    if (now.fillRatio() > mostFill) {
      throw new RefusedException(
          "too full",
          "the counts fill %.3f of all cells, where %.3f are the most"
              .formatted(now.fillRatio(), mostFill));
    }
    if (before.isEmpty() && held.size() >= most) {
      throw new RefusedException(
          "too many others", "the counts of " + most + " others are held already");
    }
    held.put(told.origin(), new Held(told.version(), period, now));
    return true;
  }

  private static CountingFilter added(Contribution told, Optional<Held> before)
      throws RefusedException {
    if (before.isEmpty() || before.get().version() != told.base()) {
      throw new RefusedException(
          "no base",
          "the counts are those since version %d, which is not held".formatted(told.base()));
    }
    CountingFilter now = before.get().filter().copy();
    now.merge(told.filter());
    // Where a cell has stayed at the largest count less was added than was told.
    if (!now.deltaSince(before.get().filter()).equals(told.filter())) {
      throw new RefusedException("overflow", "the counts overflow those that they add to");
    }
    return now;
  }

  /**
   * A period begins: of whom nothing came in this or the last one, nothing is held. Returns whether
   * that was anybody.
   */
  public boolean forgetBefore(long period) {
    return held.values().removeIf(each -> each.period() < period - 1);
  }

  /** The bytes of the serial form. */
  public long serialLength() {
    return 4 + held.values().stream().mapToLong(each -> 24L + each.filter().serialLength()).sum();
  }

  /**
   * Writes, big-endian: how many (4); of each the origin, version and period (8 each), the filter.
   */
  public void write(ByteBuffer out) {
    out.putInt(held.size());
    held.forEach(
        (origin, each) -> {
          out.putLong(origin).putLong(each.version()).putLong(each.period());
          each.filter().write(out);
        });
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if it cannot be
   */
  public void read(ByteBuffer in, int mostCells) {
    int count = in.getInt();
    if (count < 0 || count > most) {
      throw new IllegalArgumentException("holds counts of " + count + " others");
    }
    for (int i = 0; i < count; i++) {
      long origin = in.getLong();
      long version = in.getLong();
      long period = in.getLong();
      CountingFilter filter = CountingFilter.read(in, mostCells);
      if (!alike.test(filter)) {
        throw new IllegalArgumentException("holds counts of other parameters than it says");
      }
      held.put(origin, new Held(version, period, filter));
    }
  }

  /** What cannot be taken in, and why. */
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String why;

    /**
     * A refusal.
     *
     * @param why in two words, to be counted by
     * @param message in one line
     */
    public RefusedException(String why, String message) {
      super(message, null, false, false);
      this.why = why;
    }

    /** In two words, to be counted by. */
    public String why() {
      return why;
    }
  }
}
