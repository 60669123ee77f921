package org.spamwatch.agent.rspamd;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.request.Score;

/**
 * What is said of a mail. Only spam has points and an action: silence is never "ham".
 *
 * @param required points from which on a mail is spam
 * @param action {@code add header} for spam, else {@code no action}: who is asked never refuses a
 *     mail
 * @param thresholds points by action
 * @param symbols by name: one of the verdict, none if nothing is known against the mail
 * @param messages for people: the reason
 * @param seconds that the check took
 */
public record Scan(
    @JsonProperty("is_skipped") boolean skipped,
    double score,
    @JsonProperty("required_score") double required,
    String action,
    Map<String, Double> thresholds,
    Map<String, Symbol> symbols,
    Map<String, String> messages,
    @JsonProperty("time_real") double seconds) {
  private static final String SPAM = "SPAMWATCH";
  private static final String UNSURE = "SPAMWATCH_UNSURE";
  private static final String ACTION = "add header";

  /** Copies the maps. */
  public Scan {
    thresholds = Map.copyOf(thresholds);
    symbols = Map.copyOf(symbols);
    messages = Map.copyOf(messages);
  }

  /**
   * A rule that matched.
   *
   * @param metricScore the points once more
   * @param options details, each one word
   */
  public record Symbol(
      String name,
      double score,
      @JsonProperty("metric_score") double metricScore,
      String description,
      List<String> options) {
    /** Copies the list. */
    public Symbol {
      options = List.copyOf(options);
    }
  }

  /** The answer to the client, {@code nanos} after its question. */
  public static Scan of(CheckResult result, long nanos) {
    Score score = Score.of(result);
    Map<String, Symbol> symbols = new LinkedHashMap<>();
    if (result.verdict() == Verdict.SPAM) {
      symbols.put(SPAM, symbol(SPAM, "Marked as spam by SpamWatch users", score, result));
    } else if (result.verdict() == Verdict.UNSURE) {
      symbols.put(UNSURE, symbol(UNSURE, "SpamWatch is in doubt", score, result));
    }
    return new Scan(
        false,
        score.points(),
        Score.REQUIRED,
        score.isSpam() ? ACTION : "no action",
        Map.of(ACTION, Score.REQUIRED),
        symbols,
        result.reason().isBlank() ? Map.of() : Map.of("spamwatch", result.reason()),
        Math.round(nanos / 1e3) / 1e6);
  }

  private static Symbol symbol(String name, String description, Score score, CheckResult result) {
    return new Symbol(
        name,
        score.points(),
        score.points(),
        description,
        List.of(
            "votes=" + result.spamVotes() + "/" + result.hamVotes(),
            "match=" + result.shared() + "/" + result.of(),
            "source=" + result.source().name().toLowerCase(Locale.ROOT)));
  }
}
