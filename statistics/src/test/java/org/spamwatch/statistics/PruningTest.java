package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.sketch.SplitMix64;

/** The pruning stage (HAI, sections III-A and IV-C) beside a HashSet. */
class PruningTest {
  @Property
  void exactPruningIsThatOfASet(
      @ForAll @Size(max = 6)
          List<@Size(max = 200) List<@IntRange(min = -50, max = 50) Integer>> mails) {
    Pruning pruning = Pruning.exact();
    for (List<Integer> mail : mails) {
      pruning.clear();
      Set<Integer> seen = new HashSet<>();
      for (int token : mail) {
        assertThat(pruning.isNew(token)).isEqualTo(seen.add(token));
      }
    }
  }

  @Test
  void exactPruningGrowsWithTheMail() {
    Pruning pruning = Pruning.exact();
    for (int tokens : new int[] {5_000, 3, 600, 5_000, 1_200, 9_000, 5_000}) {
      pruning.clear();
      for (int round = 0; round < 2; round++) {
        for (long token = 0; token < tokens; token++) {
          assertThat(pruning.isNew(token << 33)).isEqualTo(round == 0);
        }
      }
    }
  }

  @Property
  void approximatePruningNeverTakesAnOldTokenForNew(@ForAll List<Long> mail) {
    Pruning pruning = Pruning.approximate();
    pruning.clear();
    Set<Long> seen = new HashSet<>();
    for (long token : mail) {
      boolean isNew = pruning.isNew(token);
      assertThat(isNew && !seen.add(token)).isFalse();
      seen.add(token);
    }
    pruning.clear();
    assertThat(mail.isEmpty() || pruning.isNew(mail.get(0))).isTrue();
  }

  /** Eq. 7 with m = 2 KB and h = 4, of the tokens that were there before. */
  @ParameterizedTest
  @CsvSource({"1600, 400", "3800, 100"})
  void approximatePruningErrsAsOftenAsTheEquationSays(int tokens, int mails) {
    SplittableRandom random = new SplittableRandom(1);
    Pruning pruning = Pruning.approximate();
    int wrong = 0;
    for (int mail = 0; mail < mails; mail++) {
      pruning.clear();
      for (int i = 0; i < tokens; i++) {
        pruning.isNew(random.nextLong());
      }
      wrong += pruning.isNew(random.nextLong()) ? 0 : 1;
    }
    double expected = Math.pow(-Math.expm1(-4.0 * tokens / (1 << 14)), 4);
    double sd = Math.sqrt(expected * (1 - expected) / mails);
    assertThat((double) wrong / mails).isCloseTo(expected, within(4 * sd));
  }

  @Test
  void withoutPruningEachTokenIsNew() {
    Pruning pruning = Pruning.none();
    pruning.clear();
    assertThat(pruning.isNew(1)).isTrue();
    assertThat(pruning.isNew(1)).isTrue();
  }

  @Test
  void mixedTokensOfManyMailsAreNewInEach() {
    Pruning pruning = Pruning.exact();
    for (int mail = 0; mail < 2_000; mail++) {
      pruning.clear();
      for (int i = 0; i < 20; i++) {
        assertThat(pruning.isNew(SplitMix64.mixed(i))).isTrue();
      }
    }
  }
}
