package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.FilterParameters.Scale;

/** The query stage (HAI, section III-D) beside a map, and what a filter may leave out. */
class LookupTest {
  private record Learnt(List<Integer> tokens, boolean isSpam) {}

  /** Robinson's f, written anew. */
  private static double robinson(double spam, double ham, double spams, double hams, double s) {
    double p = spam / spams / (spam / spams + ham / hams);
    return (s * .52 + (spam + ham) * p) / (s + spam + ham);
  }

  @Property(tries = 300)
  void theExactLookUpIsThatOfAMap(
      @ForAll @Size(min = 1, max = 40)
          List<@Size(max = 20) List<@IntRange(max = 60) Integer>> mails) {
    CountTable counts = new CountTable();
    Map<Long, int[]> naive = new HashMap<>();
    int[] of = new int[2];
    for (int i = 0; i < mails.size(); i++) {
      Learnt mail = new Learnt(mails.get(i), i % 2 == 0);
      long[] tokens = mail.tokens().stream().mapToLong(Integer::longValue).toArray();
      counts.learn(tokens, tokens.length, mail.isSpam());
      of[mail.isSpam() ? 0 : 1]++;
      mail.tokens().stream()
          .distinct()
          .forEach(t -> naive.computeIfAbsent((long) t, k -> new int[2])[mail.isSpam() ? 0 : 1]++);
    }
    SpamminessLookup lookup = SpamminessLookup.exact(counts, Combination.BOGOFILTER);
    double[] spamminess = lookup.spamminess();
    for (long token = 0; token <= 60; token++) {
      int[] in = naive.getOrDefault(token, new int[2]);
      double f =
          in[0] + in[1] == 0
              ? .52
              : robinson(in[0], in[1], Math.max(1, of[0]), Math.max(1, of[1]), .0178);
      int level = lookup.level(token);
      if (Math.abs(f - .5) > .375) {
        assertThat(spamminess[level]).isCloseTo(f, within(1e-12));
      } else {
        assertThat(level).isEqualTo(SpamminessLookup.ABSENT);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16})
  void aQuantisedValueIsTheNearestLevel(int levels) {
    CountTable counts = GeneratedMails.learnt(new GeneratedMails(2).mails(300));
    for (Scale scale : Scale.values()) {
      SpamminessLookup exact = SpamminessLookup.exact(counts, Combination.BOGOFILTER);
      SpamminessLookup quantised =
          SpamminessLookup.quantised(counts, Combination.BOGOFILTER, levels, scale);
      double[] values = quantised.spamminess();
      double[] of = exact.spamminess();
      assertThat(values).hasSize(levels).isSorted();
      counts.forEach(
          (token, spam, ham) -> {
            int level = exact.level(token);
            if (level < 0) {
              assertThat(quantised.level(token)).isEqualTo(SpamminessLookup.ABSENT);
              return;
            }
            double number = scale.of(of[level]);
            double error = Math.abs(number - scale.of(values[quantised.level(token)]));
            for (double value : values) {
              assertThat(error).isLessThanOrEqualTo(Math.abs(number - scale.of(value)) + .01);
            }
          });
    }
  }

  @Test
  void aFilterKnowsEachOfItsTokensAndOneInAThousandOfOthers() {
    CountTable counts = GeneratedMails.learnt(new GeneratedMails(5).mails(600));
    StatisticalFilter filter =
        new FilterTrainer(FilterParameters.DEFAULT).train(counts, List.of(), 1, 9).filter();
    SpamminessLookup quantised =
        SpamminessLookup.quantised(counts, Combination.DEFAULT, 12, Scale.LOG_ODDS);
    assertThat(filter.lookup().spamminess()).isEqualTo(quantised.spamminess());
    long[] known = new long[2];
    counts.forEach(
        (token, spam, ham) -> {
          int level = quantised.level(token);
          if (level >= 0) {
            known[0]++;
            known[1] += filter.lookup().level(token) == level ? 1 : 0;
            assertThat(filter.lookup().level(token)).isBetween(0, level); // conservative
            assertThat(filter.spamminess(token)).isPresent();
          }
        });
    assertThat(known[0]).isEqualTo(filter.record().tokens()).isGreaterThan(1_000);
    assertThat(known[1]).isGreaterThan(known[0] * 998 / 1_000);
    assertThat(foundFalsely(filter)).isLessThan(.001);
  }

  private static double foundFalsely(StatisticalFilter filter) {
    SplittableRandom random = new SplittableRandom(8);
    int found = 0;
    for (int i = 0; i < 100_000; i++) {
      found += filter.lookup().level(random.nextLong()) >= 0 ? 1 : 0;
    }
    return found / 1e5;
  }

  /** 300,000 tokens, three quarters of two mails each, of which 512 KB hold not all. */
  @Test
  void aFullFilterLeavesOutTokensOfTheFewestMails() {
    TokenCounts many =
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
            SplittableRandom random = new SplittableRandom(4);
            for (int i = 0; i < 300_000; i++) {
              visitor.token(random.nextLong(), 0, i % 4 == 0 ? 3 : 2);
            }
          }
        };
    StatisticalFilter filter =
        new FilterTrainer(FilterParameters.DEFAULT).train(many, List.of(), 1, 2).filter();
    assertThat(filter.record().tokens()).isBetween(225_000L, 235_000L);
    many.forEach(
        (token, spam, ham) ->
            assertThat(ham == 2 || filter.lookup().level(token) >= 0)
                .as("of three mails")
                .isTrue());
    assertThat(foundFalsely(filter)).isCloseTo(.002, within(.0004));
    StatisticalFilter published =
        new FilterTrainer(FilterParameters.PUBLISHED).train(many, List.of(), 1, 2).filter();
    assertThat(published.record().tokens()).isEqualTo(300_000);
  }

  @Test
  void severalValuesAreChosenFromAsTheStrategySays() {
    ValueBloomFilter values = new ValueBloomFilter(64, 4, 2, 1, Layout.PUBLISHED);
    values.put(7, 1);
    values.put(7, 3);
    double[] spamminess = {.1, .2, .8, .9};
    assertThat(SpamminessLookup.approximate(values, Choice.CONSERVATIVE, spamminess).level(7))
        .isEqualTo(1);
    assertThat(SpamminessLookup.approximate(values, Choice.AGGRESSIVE, spamminess).level(7))
        .isEqualTo(3);
    assertThat(SpamminessLookup.approximate(values, Choice.RANDOM, spamminess).level(7)).isIn(1, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SpamminessLookup.approximate(values, Choice.RANDOM, new double[] {.1, .2}));
  }
}
