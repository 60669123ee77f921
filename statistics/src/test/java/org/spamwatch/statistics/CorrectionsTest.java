package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.FilterParameters.Scale;

/** What a filter says of what was learnt is right where it matters most. */
class CorrectionsTest {
  private static final Combination COMBINATION = Combination.DEFAULT;
  private static final int NEUTRAL = 4_000;

  /** Rare signs of ham, which fill a small filter, and words that half of all mails have. */
  private static final TokenCounts COUNTS =
      new TokenCounts() {
        @Override
        public int spamMails() {
          return 3_000;
        }

        @Override
        public int hamMails() {
          return 3_000;
        }

        @Override
        public void forEach(Visitor visitor) {
          SplittableRandom random = new SplittableRandom(6);
          for (int i = 0; i < 24_000; i++) {
            visitor.token(random.nextLong(), 0, 2 + i % 4);
          }
          for (int neutral = 0; neutral < NEUTRAL; neutral++) {
            visitor.token(neutral, 500 + neutral % 7, 500);
          }
        }
      };

  private static final SpamminessQuantiser QUANTISER =
      SpamminessQuantiser.of(COUNTS, COMBINATION, 4, Scale.LOG_ODDS);

  /** Half of its bits are set. */
  private static ValueBloomFilter full(int hashes) {
    ValueBloomFilter values =
        new ValueBloomFilter((int) (24_000 * hashes / .7 / 4), 4, hashes, 1, Layout.ROTATED);
    ExactLookup.forEachThatCounts(
        COUNTS,
        COMBINATION,
        (token, spamminess, mails) -> values.put(token, QUANTISER.level(spamminess)));
    return values;
  }

  private static Corrections of(ValueBloomFilter values) {
    return Corrections.of(values, Choice.CONSERVATIVE, COUNTS, COMBINATION, QUANTISER);
  }

  private static SpamminessLookup lookup(ValueBloomFilter values, Corrections corrections) {
    return new ApproximateLookup(values, Choice.CONSERVATIVE, QUANTISER.spamminess(), corrections);
  }

  @Test
  void allThatIsWrongIsCorrectedWhereThereIsRoom() {
    ValueBloomFilter values = full(8);
    Corrections corrections = of(values);
    assertThat(corrections.count()).isBetween(50, Corrections.MOST - 1);
    SpamminessLookup lookup = lookup(values, corrections);
    SpamminessLookup quantised = SpamminessLookup.quantised(COUNTS, COMBINATION, 4, Scale.LOG_ODDS);
    COUNTS.forEach(
        (token, spam, ham) -> assertThat(lookup.level(token)).isEqualTo(quantised.level(token)));
  }

  /** A quarter of the words that say nothing is found falsely, which is more than there is room. */
  @Test
  void whatMostMailsHaveIsCorrectedFirst() {
    ValueBloomFilter values = full(4);
    Corrections corrections = of(values);
    assertThat(corrections.count()).isEqualTo(Corrections.MOST);
    SpamminessLookup said = lookup(values, Corrections.none());
    SpamminessLookup right = lookup(values, corrections);
    int[] of = new int[2];
    COUNTS.forEach(
        (token, spam, ham) -> {
          of[0] += said.level(token) == right.level(token) ? 0 : 1;
          if (spam == 0) {
            assertThat(right.level(token)).isEqualTo(said.level(token)).isNotNegative();
          } else if (right.level(token) >= 0) {
            of[1]++;
          }
        });
    assertThat(of[0]).isEqualTo(Corrections.MOST);
    assertThat(of[1]).isBetween(1, NEUTRAL / 4 - Corrections.MOST);
  }

  @Test
  void manyTokensAreFoundAsOneIs() {
    ValueBloomFilter values = full(8);
    SpamminessLookup lookup = lookup(values, of(values));
    long[] tokens = new long[NEUTRAL];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = i;
    }
    assertThat(lookup.find(tokens, 0, NEUTRAL, new long[NEUTRAL], new int[NEUTRAL])).isZero();
    assertThat(
            lookup(values, Corrections.none())
                .find(tokens, 0, NEUTRAL, new long[NEUTRAL], new int[NEUTRAL]))
        .isPositive();
  }

  @Test
  void aTrainedFilterHasNoneIfItIsAsPublished() {
    FilterParameters small = FilterParameters.DEFAULT.withBytes(FilterParameters.LEAST_BYTES);
    for (FilterParameters parameters :
        List.of(small, FilterParameters.PUBLISHED.withBytes(FilterParameters.LEAST_BYTES))) {
      StatisticalFilter filter =
          new FilterTrainer(parameters).train(COUNTS, List.of(), 1, 5).filter();
      int found = 0;
      for (int neutral = 0; neutral < NEUTRAL; neutral++) {
        found += filter.lookup().level(neutral) >= 0 ? 1 : 0;
      }
      assertThat(found == 0).as("%s finds %d", filter, found).isEqualTo(parameters.equals(small));
    }
  }

  @Test
  void whatIsOutOfOrderOrRangeIsRefused() {
    assertThat(Corrections.read(bytes(2, 5, 1, 6, 0xFF), 4).count()).isEqualTo(2);
    assertRefused(bytes(-1), "-1 corrections");
    assertRefused(bytes(Corrections.MOST + 1), "513 corrections");
    assertRefused(bytes(2, 5, 1), "cut off");
    assertRefused(bytes(2, 5, 1, 5, 1), "number 1");
    assertRefused(bytes(2, 5, 1, -6, 1), "number 1");
    assertRefused(bytes(1, 5, 4), "number 0");
    assertRefused(ByteBuffer.allocate(3), "cut off");
  }

  private static ByteBuffer bytes(int count, int... tokensAndLevels) {
    ByteBuffer out = ByteBuffer.allocate(4 + tokensAndLevels.length / 2 * 9).putInt(count);
    for (int i = 0; i < tokensAndLevels.length; i += 2) {
      out.putLong(tokensAndLevels[i]).put((byte) tokensAndLevels[i + 1]);
    }
    return out.flip();
  }

  private static void assertRefused(ByteBuffer bytes, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Corrections.read(bytes, 4))
        .withMessageContaining(why);
  }
}
