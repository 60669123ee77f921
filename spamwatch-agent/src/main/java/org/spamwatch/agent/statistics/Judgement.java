package org.spamwatch.agent.statistics;

import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.statistics.Classification;

/**
 * What a statistical filter says of a mail.
 *
 * @param indicator 0 for ham to 1 for spam
 * @param known tokens of the mail that are in the filter
 */
public record Judgement(Classification classification, double indicator, int known) {
  /** What that makes of a mail on which nobody has voted; nothing if it stays unknown. */
  public Optional<Verdict> verdict(StatisticsMode mode) {
    if (mode == StatisticsMode.ADVISE) {
      return classification == Classification.SPAM ? Optional.of(Verdict.UNSURE) : Optional.empty();
    }
    return switch (classification) {
      case SPAM -> Optional.of(Verdict.SPAM);
      case UNSURE -> Optional.of(Verdict.UNSURE);
      case HAM, UNTRAINED -> Optional.empty(); // silence is never ham
    };
  }

  /** One line for people. */
  public String reason() {
    String like =
        switch (classification) {
          case SPAM -> "by its words it is like spam that was learnt here";
          case UNSURE -> "its words are those of spam and of ham that was learnt here";
          case HAM -> "by its words it is like ham that was learnt here";
          case UNTRAINED -> "too little was learnt here";
        };
    return String.format(
        Locale.ROOT, "nobody has voted; %s (indicator %.3f, %d known)", like, indicator, known);
  }
}
