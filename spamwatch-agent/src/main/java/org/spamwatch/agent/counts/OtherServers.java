package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.contribution.OtherCounts;
import org.spamwatch.agent.contribution.OtherCounts.RefusedException;
import org.spamwatch.sketch.counting.CountingFilter;

/** What other servers have counted, each apart, and their sum. Belongs to its database. */
final class OtherServers {
  /** Servers whose counts are held. */
  private static final int MOST = 16;

  private final CountParameters parameters;
  private final OtherCounts apart;
  private final CountingFilter sum;

  OtherServers(CountParameters parameters) {
    this.parameters = parameters;
    sum = parameters.empty();
    apart = new OtherCounts(sum::isCompatible, parameters.mostFill(), MOST);
  }

  /** All counts together. */
  CountingFilter sum() {
    return sum;
  }

  /** What is held of each. */
  OtherCounts apart() {
    return apart;
  }

  /** Takes in what a server has counted: {@link OtherCounts#take}. */
  boolean take(Contribution told, long period) throws RefusedException {
    boolean isNews = apart.take(told, period);
    if (isNews && told.base() != 0) {
      sum.merge(told.filter());
    } else if (isNews) {
      sumAnew();
    }
    return isNews;
  }

  /** A period begins: of whom nothing came in this or the last one, nothing is held. */
  void forgetBefore(long period) {
    if (apart.forgetBefore(period)) {
      sumAnew();
    }
  }

  private void sumAnew() {
    sum.clear();
    apart.held().values().forEach(each -> sum.merge(each.filter()));
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if it cannot be
   */
  void read(ByteBuffer in) {
    apart.read(in, parameters.cells());
    sumAnew();
  }
}
