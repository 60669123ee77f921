package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.TokenCounts;

/** What mails teach, with as many tokens as an operating point of the paper has. */
final class Dictionary {
  private Dictionary() {}

  /** Learns mails. */
  static CountTable of(List<HashedMail> mails) {
    CountTable table = new CountTable();
    mails.forEach(mail -> table.learn(mail.tokens(), mail.tokens().length, mail.isSpam()));
    return table;
  }

  /**
   * As many mails, spread evenly over all of either kind, as have no more tokens that count; one of
   * a thousand at least.
   */
  static List<HashedMail> upTo(int tokens, List<HashedMail> mails, Combination combination) {
    List<HashedMail> spam = mails.stream().filter(HashedMail::isSpam).toList();
    List<HashedMail> ham = mails.stream().filter(mail -> !mail.isSpam()).toList();
    int low = 1;
    int high = 1_000;
    while (low < high) { // thousandths of the mails
      int middle = (low + high + 1) >>> 1;
      boolean isWithin = counting(of(part(spam, ham, middle)), combination) <= tokens;
      low = isWithin ? middle : low;
      high = isWithin ? high : middle - 1;
    }
    return part(spam, ham, low);
  }

  private static List<HashedMail> part(
      List<HashedMail> spam, List<HashedMail> ham, int thousandths) {
    List<HashedMail> some = new ArrayList<>();
    for (List<HashedMail> all : List.of(spam, ham)) {
      int count = (int) ((long) all.size() * thousandths / 1_000);
      for (int i = 0; i < count; i++) {
        some.add(all.get((int) ((long) i * all.size() / count)));
      }
    }
    return some;
  }

  /** How many tokens count, and are stored in a filter. */
  static int counting(TokenCounts counts, Combination combination) {
    int[] counting = {0};
    forEachThatCounts(counts, combination, (token, spam, ham) -> counting[0]++);
    return counting[0];
  }

  private static void forEachThatCounts(
      TokenCounts counts, Combination combination, TokenCounts.Visitor visitor) {
    counts.forEach(
        (token, spam, ham) -> {
          double spamminess =
              combination.spamminess(spam, ham, counts.spamMails(), counts.hamMails());
          if (combination.counts(spamminess)) {
            visitor.token(token, spam, ham);
          }
        });
  }

  /**
   * Fills a dictionary up with tokens that no mail has, until so many count: in as many mails of
   * each kind as tokens of its own, drawn from them. As it is if so many count already.
   */
  static CountTable filled(CountTable counts, Combination combination, int tokens, long seed) {
    int own = counting(counts, combination);
    int[] spams = new int[own];
    int[] hams = new int[own];
    int[] at = {0};
    forEachThatCounts(
        counts,
        combination,
        (token, spam, ham) -> {
          spams[at[0]] = spam;
          hams[at[0]++] = ham;
        });
    SplittableRandom random = new SplittableRandom(seed);
    int[] drawn = new int[Math.max(0, own == 0 ? 0 : tokens - own)];
    Arrays.setAll(drawn, i -> random.nextInt(own));
    CountTable filled = new CountTable();
    filled.add(counts);
    filled.add(
        new TokenCounts() {
          @Override
          public int spamMails() {
            return 0;
          }

          @Override
          public int hamMails() {
            return 0;
          }

          @Override
          public void forEach(Visitor visitor) {
            SplittableRandom names = new SplittableRandom(~seed);
            for (int each : drawn) {
              visitor.token(names.nextLong(), spams[each], hams[each]);
            }
          }
        });
    return filled;
  }
}
