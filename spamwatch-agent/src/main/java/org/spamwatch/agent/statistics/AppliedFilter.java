package org.spamwatch.agent.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.statistics.Clues;
import org.spamwatch.statistics.Clues.Clue;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/** A filter that judges mails under its site's key. Safe for any thread. */
public final class AppliedFilter {
  /** Words that are shown of a mail. */
  static final int MOST_CLUES = 12;

  private final StatisticalFilter filter;
  private final SiteKey key;
  private final Queue<Scratch> idle = new ConcurrentLinkedQueue<>();

  /** What a thread needs to judge a mail, used again: as many as judged at once. */
  private record Scratch(TokenReader reader, Judge judge) {}

  /** A filter that was built under that key. */
  public AppliedFilter(StatisticalFilter filter, SiteKey key) {
    this.filter = filter;
    this.key = key;
  }

  /** The filter itself. */
  public StatisticalFilter filter() {
    return filter;
  }

  /** Judges a mail by its tokens. */
  public Judgement judge(byte[] mail) {
    return with(
        scratch -> {
          Judge judge = scratch.judge();
          judge.begin();
          scratch.reader().visitHashes(mail, judge::tokens);
          return new Judgement(judge.classification(), judge.indicator(), judge.known());
        });
  }

  /** The words of a mail that mattered most. */
  public List<Clue> clues(byte[] mail) {
    return with(
        scratch -> {
          Clues clues = new Clues(filter, key.hash(), MOST_CLUES);
          scratch.reader().visit(mail, clues);
          return new ArrayList<>(clues.strongest());
        });
  }

  private <T> T with(Function<Scratch, T> work) {
    Scratch taken = idle.poll();
    Scratch scratch = taken == null ? new Scratch(new TokenReader(key), Judge.of(filter)) : taken;
    try {
      return work.apply(scratch);
    } finally {
      idle.add(scratch);
    }
  }

  /**
   * What a statistical filter says of a mail.
   *
   * @param indicator 0 for ham to 1 for spam
   * @param known tokens of the mail that are in the filter
   */
  public record Judgement(Classification classification, double indicator, int known) {
    /** What that makes of a mail that votes leave open; nothing if it stays unknown. */
    public Optional<Verdict> verdict(StatisticsMode mode) {
      if (mode == StatisticsMode.ADVISE) {
        return classification == Classification.SPAM
            ? Optional.of(Verdict.UNSURE)
            : Optional.empty();
      }
      return switch (classification) {
        case SPAM -> Optional.of(Verdict.SPAM);
        case UNSURE -> Optional.of(Verdict.UNSURE);
        case HAM, UNTRAINED -> Optional.empty(); // silence is never ham
      };
    }

    /**
     * One line for people: what would change the verdict that comes of it.
     *
     * @param byVotes what votes could do were the mail unknown; nothing if there can be none
     */
    public String change(String byVotes) {
      return byVotes.isEmpty()
          ? byVotes
          : "1 ham vote would make it unknown, for words count only while nobody says ham; "
              + byVotes;
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
      return String.format(Locale.ROOT, "%s (indicator %.3f, %d known)", like, indicator, known);
    }
  }
}
