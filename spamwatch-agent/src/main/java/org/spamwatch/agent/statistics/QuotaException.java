package org.spamwatch.agent.statistics;

import java.io.IOException;

/** A user has taught as many mails today as he may. */
public final class QuotaException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int limit;

  QuotaException(int limit) {
    super("a user has taught " + limit + " mails today, all that he may (statistics.daily-limit)");
    this.limit = limit;
  }

  /** Mails a day. */
  public int limit() {
    return limit;
  }
}
