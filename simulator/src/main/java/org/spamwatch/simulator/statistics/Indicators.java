package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.spamwatch.statistics.Judge;

/** What a filter says of mails, each 0 for ham to 1 for spam. Does not change. */
final class Indicators {
  private final double[] ofHam;
  private final double[] ofSpam;

  private Indicators(double[] ofHam, double[] ofSpam) {
    this.ofHam = ofHam;
    this.ofSpam = ofSpam;
  }

  /** Those of a judge of this thread. */
  static Indicators of(Supplier<Judge> made, List<HashedMail> mails) {
    Judge judge = made.get();
    List<Double> said = new ArrayList<>(mails.size());
    for (HashedMail mail : mails) {
      said.add(indicator(judge, mail));
    }
    return of(mails, said);
  }

  /** Those that somebody has said. */
  static Indicators of(List<HashedMail> mails, List<Double> said) {
    return new Indicators(those(mails, said, false), those(mails, said, true));
  }

  private static double[] those(List<HashedMail> mails, List<Double> said, boolean isSpam) {
    double[] those = new double[mails.size()];
    int count = 0;
    for (int i = 0; i < mails.size(); i++) {
      if (mails.get(i).isSpam() == isSpam) {
        those[count++] = said.get(i);
      }
    }
    return Arrays.copyOf(those, count);
  }

  /** What a judge says of one mail. */
  static double indicator(Judge judge, HashedMail mail) {
    judge.begin();
    for (long token : mail.tokens()) {
      judge.token(token);
    }
    return judge.indicator();
  }

  int ham() {
    return ofHam.length;
  }

  int spam() {
    return ofSpam.length;
  }

  /** Ham mails that a threshold calls spam: those with at least its indicator. */
  int falsePositives(double threshold) {
    return ofHam.length - below(ofHam, threshold);
  }

  /** Spam mails that a threshold does not call spam. */
  int falseNegatives(double threshold) {
    return below(ofSpam, threshold);
  }

  /** Mails of an indicator of at least one and below another, of both kinds: spam alone first. */
  int[] between(double least, double most) {
    return new int[] {
      below(ofSpam, most) - below(ofSpam, least), below(ofHam, most) - below(ofHam, least)
    };
  }

  /** The highest of ham, or 0 if there is none. */
  double mostOfHam() {
    return Arrays.stream(ofHam).max().orElse(0);
  }

  private static int below(double[] indicators, double bound) {
    return (int) Arrays.stream(indicators).filter(indicator -> indicator < bound).count();
  }
}
