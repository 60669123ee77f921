package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.durations;
import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Allowed.one;
import static org.spamwatch.agent.config.Setting.fixed;
import static org.spamwatch.agent.config.Setting.reloaded;

import java.time.Duration;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.bulk.WhiteList;

/** The settings of how many people get what mail. */
public final class BulkSetting {
  /** Whether it is counted. */
  public static final Setting<Boolean> COUNT =
      fixed(
          "bulk.count",
          one("true or false", ValueParser::truth),
          "false",
          "whether this peer counts how many people get mail like a mail that is checked for"
              + " somebody, says so, and tells other peers what a quarter of bulk.threshold got");

  /** Whether a count makes spam. */
  public static final Setting<Boolean> VERDICT =
      reloaded(
          "bulk.verdict",
          one("true or false", ValueParser::truth),
          "false",
          "whether mail that bulk.threshold people got is spam, unless bulk.allow has it or"
              + " somebody calls it ham; newsletters are bulk too");

  /** What may be bulk. */
  public static final Setting<WhiteList> ALLOW =
      reloaded(
          "bulk.allow",
          Allowed.lists(
                  "a list of at most 1000 such as 'list=news.example.org', 'list=*',"
                      + " 'domain=example.org', 'sender=news@example.org' or 'sender=@example.org'",
                  texts -> new WhiteList(ValueParser.atMost(1_000, texts)))
              .orElse(WhiteList.NONE),
          "none",
          "lists (List-Id), proven domains and envelope senders whose mail is wanted however many"
              + " get it");

  /** From which count on mail is bulk. */
  public static final Setting<Integer> THRESHOLD =
      fixed(
          "bulk.threshold",
          integers(BulkConfig.LEAST_THRESHOLD, 255),
          "20",
          "how many people make mail bulk, at most what bulk.cell-bits can count; another site"
              + " counts for a quarter of it at most");

  /** Counters. */
  public static final Setting<Integer> CELLS =
      fixed(
          "bulk.cells",
          integers(BulkConfig.LEAST_CELLS, BulkConfig.MOST_CELLS),
          "2000000",
          "counters of a period: eight for each different fingerprint, of which a mail has some"
              + " 40; the same at all peers of a realm; 3.5 bytes each in memory and on disk");

  /** How far they count. */
  public static final Setting<Integer> CELL_BITS =
      fixed(
          "bulk.cell-bits",
          integers(BulkConfig.LEAST_BITS, BulkConfig.MOST_BITS),
          "5",
          "bits of a counter: 5 count to 31, 8 to 255; the same at all peers of a realm");

  /** How long a period is. */
  public static final Setting<Duration> PERIOD =
      fixed(
          "bulk.period",
          durations("1 h", "30 d"),
          "1 d",
          "mail counts in the period in which it comes and the next; the same at all peers of a"
              + " realm");

  private BulkSetting() {}
}
