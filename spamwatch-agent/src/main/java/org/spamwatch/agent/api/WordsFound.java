package org.spamwatch.agent.api;

import java.util.List;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.statistics.Clues.Clue;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * What the statistical filter says of a mail by its words.
 *
 * @param says spam, ham, or unsure
 * @param indicator 0 for ham to 1 for spam
 * @param known tokens of the mail that are in the filter
 * @param words of the mail that mattered most, the strongest first
 */
public record WordsFound(Classification says, double indicator, int known, List<Word> words) {
  /** Copies the list. */
  public WordsFound {
    words = List.copyOf(words);
  }

  /** What was found. */
  public static WordsFound of(Judgement judgement, List<Clue> clues) {
    return new WordsFound(
        judgement.classification(),
        rounded(judgement.indicator()),
        judgement.known(),
        clues.stream().map(clue -> new Word(clue.token(), rounded(clue.spamminess()))).toList());
  }

  private static double rounded(double share) {
    return Math.round(share * 1e4) / 1e4;
  }

  /**
   * A word of the mail.
   *
   * @param token with the tag of its header before it
   * @param spamminess 0 for ham to 1 for spam
   */
  public record Word(String token, double spamminess) {}
}
