package org.spamwatch.agent.ratelimit;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.sketch.DistinctRate.Counting;

/**
 * A limit on how many different things somebody may do in a period.
 *
 * @param name by which requests name it: 1 to 32 lower-case letters, digits and hyphens
 * @param most different things in a period, 1 to {@value #MOST}
 * @param period which also smooths the rate; 1 s to 30 days
 * @param counted what mail servers' own protocols count here; nothing if only requests that name
 *     the limit do
 * @param counting successes (Exim's leaky), or attempts (strict)
 * @param action what a mail server is told of a mail that is over it
 */
public record RateLimit(
    String name,
    int most,
    Duration period,
    Optional<Counted> counted,
    Counting counting,
    Action action) {
  /** The highest limit. */
  public static final int MOST = 100_000;

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  /**
   * What is counted for each mail that a mail server is given.
   *
   * @param unique the different things
   * @param key whose they are
   */
  public record Counted(MailAttribute unique, MailAttribute key) {
    /** Checks that they differ. */
    public Counted {
      checkArgument(unique != key, "%s of each %s is one", unique, key);
    }
  }

  /** What becomes of a mail that is over a limit. */
  public enum Action {
    /** It is refused for now: who sends it tries again. */
    DEFER,
    /** It is refused. */
    REJECT,
    /** It is put aside for the postmaster. */
    HOLD,
    /** Nothing; who is over the limit is only told to the postmaster. */
    FLAG
  }

  /** Checks the ranges. */
  public RateLimit {
    checkArgument(name.matches("[a-z0-9-]{1,32}"), "a name is 1 to 32 of a-z, 0-9 and -");
    checkArgument(most >= 1 && most <= MOST, "a limit is 1 to %s, not %s", MOST, most);
    checkArgument(
        period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
        "a period is 1 s to 30 d");
  }

  /** Limit and period as they are written: {@code 100/1h}. */
  public String rate() {
    return most + "/" + written(period);
  }

  private static String written(Duration period) {
    long millis = period.toMillis();
    String[] units = {"d", "h", "min", "s"};
    long[] lengths = {86_400_000, 3_600_000, 60_000, 1_000};
    for (int i = 0; i < units.length; i++) {
      if (millis % lengths[i] == 0) {
        return millis / lengths[i] + units[i];
      }
    }
    return millis + "ms";
  }

  /** As it is written in a file of settings. */
  @Override
  public String toString() {
    return name
        + " "
        + rate()
        + counted.map(of -> " unique=" + word(of.unique()) + " key=" + word(of.key())).orElse("")
        + " counts="
        + word(counting)
        + " over="
        + word(action);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
