package org.spamwatch.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;

/**
 * Mails of tokens that are drawn as words are: few come often and many once; of each kind of mail
 * some are its own, and the rest is shared.
 */
final class GeneratedMails {
  private static final int COMMON = 2_000;
  private static final int OWN = 20_000;

  private final SplittableRandom random;

  GeneratedMails(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Mails by turns of spam and ham, each of 40 to 199 tokens. */
  List<MarkedMail> mails(int count) {
    List<MarkedMail> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isSpam = i % 2 == 0;
      long[] tokens = new long[40 + random.nextInt(160)];
      for (int j = 0; j < tokens.length; j++) {
        tokens[j] = token(isSpam);
      }
      mails.add(new MarkedMail(tokens, isSpam));
    }
    return mails;
  }

  private long token(boolean isSpam) {
    double share = random.nextDouble();
    if (share < .5) {
      return zipf(COMMON); // of both
    }
    boolean ofSpam = share < .98 ? isSpam : !isSpam;
    return (ofSpam ? 1L << 40 : 1L << 41) + zipf(OWN);
  }

  private long zipf(int of) {
    return (long) Math.pow(of, random.nextDouble());
  }

  static CountTable learnt(List<MarkedMail> mails) {
    CountTable counts = new CountTable();
    mails.forEach(mail -> counts.learn(mail.tokens(), mail.tokens().length, mail.isSpam()));
    return counts;
  }

  static double indicator(Judge judge, MarkedMail mail) {
    judge.begin();
    for (long token : mail.tokens()) {
      judge.token(token);
    }
    return judge.indicator();
  }
}
