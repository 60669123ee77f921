package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.choice;
import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Setting.fixed;

/** The settings of the statistical filter. */
public final class StatisticsSetting {
  /** Whether it learns and judges. */
  public static final Setting<StatisticsMode> MODE =
      fixed(
          "statistics.mode",
          choice(StatisticsMode.values()),
          "off",
          "what the statistical filter does: off: nothing; advise: it learns from marks and own"
              + " ham, and mail that votes leave open and that looks like spam is unsure; on:"
              + " such mail is spam");

  /** Mails of a user that are learnt in a day. */
  public static final Setting<Integer> DAILY_LIMIT =
      fixed(
          "statistics.daily-limit",
          integers(1, 1_000_000),
          "20000",
          "mails of a user that the statistical filter learns in a day; what the operator trains"
              + " for the site has no limit");

  /** Room for exact counts. */
  public static final Setting<Integer> MAX_MEGABYTES =
      fixed(
          "statistics.max-megabytes",
          integers(16, 65_536),
          "512",
          "what the exact counts may take on disk, in MiB; 20 bytes a token and user");

  private StatisticsSetting() {}
}
