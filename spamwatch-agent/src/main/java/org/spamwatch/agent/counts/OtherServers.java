package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What other servers have counted, each apart by its newest version, so that a delta that comes
 * again changes nothing, and their sum. Belongs to its database.
 */
final class OtherServers {
  /** Servers whose counts are held. */
  static final int MOST = 16;

  private final CountParameters parameters;
  private final Map<Long, Held> held = new LinkedHashMap<>();
  private final CountingFilter sum;

  /**
   * What one has counted.
   *
   * @param period in which its newest came
   */
  record Held(long version, long period, CountingFilter filter) {}

  /** What cannot be taken in, and why. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String why;

    RefusedException(String why, String message) {
      super(message, null, false, false);
      this.why = why;
    }

    /** In two words, to be counted by. */
    String why() {
      return why;
    }
  }

  OtherServers(CountParameters parameters) {
    this.parameters = parameters;
    sum = parameters.empty();
  }

  /** All counts together. */
  CountingFilter sum() {
    return sum;
  }

  /** What is held, by server. */
  Map<Long, Held> held() {
    return held;
  }

  /**
   * Takes in what a server has counted.
   *
   * @return whether that was news
   * @throws RefusedException if it is not of these parameters, too full, overflows, is a delta to
   *     what is not held, or of one server too many; nothing has changed then
   */
  boolean take(Contribution told, long period) throws RefusedException {
    if (!told.filter().isCompatible(sum)) {
      throw new RefusedException(
          "other parameters", "the counts are of other sizes or hash functions than this server's");
    }
    Optional<Held> before = Optional.ofNullable(held.get(told.server()));
    if (before.isPresent() && told.version() <= before.get().version()) {
      return false;
    }
    CountingFilter now = told.isDelta() ? added(told, before) : told.filter();
    if (now.fillRatio() > parameters.mostFill()) {
      throw new RefusedException(
          "too full",
          "the counts of a server fill %.3f of all cells, where %.3f are the most"
              .formatted(now.fillRatio(), parameters.mostFill()));
    }
    if (before.isEmpty() && held.size() == MOST) {
      throw new RefusedException(
          "too many servers", "the counts of " + MOST + " other servers are held already");
    }
    held.put(told.server(), new Held(told.version(), period, now));
    if (told.isDelta()) {
      sum.merge(told.filter());
    } else {
      sumAnew();
    }
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

  /** A period begins: of whom nothing came in this or the last one, nothing is held. */
  void forgetBefore(long period) {
    if (held.values().removeIf(each -> each.period() < period - 1)) {
      sumAnew();
    }
  }

  private void sumAnew() {
    sum.clear();
    held.values().forEach(each -> sum.merge(each.filter()));
  }

  /** The bytes of the serial form. */
  long serialLength() {
    return 4 + held.values().stream().mapToLong(each -> 24L + each.filter().serialLength()).sum();
  }

  /**
   * Writes, big-endian: how many (4); of each the server, version and period (8 each), the filter.
   */
  void write(ByteBuffer out) {
    out.putInt(held.size());
    held.forEach(
        (server, each) -> {
          out.putLong(server).putLong(each.version()).putLong(each.period());
          each.filter().write(out);
        });
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if it cannot be
   */
  void read(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException("holds counts of " + count + " servers");
    }
    for (int i = 0; i < count; i++) {
      long server = in.getLong();
      long version = in.getLong();
      long period = in.getLong();
      CountingFilter filter = CountingFilter.read(in, parameters.cells());
      if (!filter.isCompatible(sum)) {
        throw new IllegalArgumentException("holds counts of other parameters than it says");
      }
      held.put(server, new Held(version, period, filter));
    }
    sumAnew();
  }
}
