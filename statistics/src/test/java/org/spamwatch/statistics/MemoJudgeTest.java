package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MemoJudgeTest {
  private static final int MAILS = 300;
  private static final int WORDS = 20_000; // more than are remembered
  private static final TokenHash HASH = TokenHash.keyed(1, 2);

  /** Words of three to eighteen bytes: one is of spam, the next of ham, the next of neither. */
  private static byte[] word(int i) {
    String word = "w" + Integer.toString(i, 36) + "x".repeat(i % 17);
    return (word.length() < 3 ? word + "xx" : word).getBytes(StandardCharsets.US_ASCII);
  }

  private static StatisticalFilter filter(Combination combination) {
    TokenCounts counts =
        new TokenCounts() {
          @Override
          public int spamMails() {
            return MAILS;
          }

          @Override
          public int hamMails() {
            return MAILS;
          }

          @Override
          public void forEach(Visitor visitor) {
            for (int i = 0; i < WORDS; i++) {
              byte[] word = word(i);
              long token = HASH.hash(word, 0, word.length);
              if (i % 3 < 2) {
                visitor.token(token, i % 3 == 0 ? 9 : 0, i % 3 == 0 ? 0 : 9);
              }
            }
          }
        };
    return new FilterTrainer(FilterParameters.DEFAULT.with(combination))
        .train(counts, List.of(), 0, 0)
        .filter();
  }

  @Property(tries = 20)
  void itSaysWhatTheJudgeSays(@ForAll long seed, @ForAll boolean once) {
    StatisticalFilter filter = once ? Once.FILTER : Each.FILTER;
    Judge judge = Judge.of(filter);
    MemoJudge memo = new MemoJudge(filter, HASH);
    SplittableRandom random = new SplittableRandom(seed);
    byte[] array = new byte[40];
    for (int mail = 0; mail < 20; mail++) {
      judge.begin();
      memo.begin();
      int vocabulary = 1 + random.nextInt(mail % 2 == 0 ? 50 : WORDS);
      for (int i = random.nextInt(3000); i > 0; i--) {
        byte[] word = word(random.nextInt(vocabulary));
        int from = random.nextInt(array.length - word.length);
        random.nextBytes(array);
        System.arraycopy(word, 0, array, from, word.length);
        judge.token(HASH.hash(word, 0, word.length));
        memo.token(array, from, from + word.length);
      }
      assertThat(memo.indicator()).isEqualTo(judge.indicator());
      assertThat(memo.classification()).isEqualTo(judge.classification());
    }
  }

  private static final class Once {
    static final StatisticalFilter FILTER = filter(Combination.BOGOFILTER);
  }

  private static final class Each {
    static final StatisticalFilter FILTER = filter(Combination.QSF);
  }
}
