package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;

/** Counts beside maps: what is learnt, taken back and added up. */
class CountTableTest {
  private record Counted(int spam, int ham) {}

  private static Map<Long, Counted> all(TokenCounts counts) {
    Map<Long, Counted> all = new HashMap<>();
    counts.forEach(
        (token, spam, ham) -> assertThat(all.put(token, new Counted(spam, ham))).isNull());
    return all;
  }

  private static Map<Long, Counted> naive(List<MarkedMail> mails) {
    Map<Long, Counted> all = new HashMap<>();
    for (MarkedMail mail : mails) {
      HashSet<Long> tokens = new HashSet<>();
      for (long token : mail.tokens()) {
        tokens.add(token);
      }
      Counted one = mail.isSpam() ? new Counted(1, 0) : new Counted(0, 1);
      tokens.forEach(
          token ->
              all.merge(token, one, (a, b) -> new Counted(a.spam() + b.spam(), a.ham() + b.ham())));
    }
    return all;
  }

  private static List<MarkedMail> drawn(SplittableRandom random, int mails) {
    List<MarkedMail> drawn = new ArrayList<>();
    for (int i = 0; i < mails; i++) {
      long[] tokens = random.longs(random.nextInt(30), 0, 40).map(t -> t << 40).toArray();
      drawn.add(new MarkedMail(tokens, random.nextBoolean()));
    }
    return drawn;
  }

  @Property(tries = 200)
  void whatIsUnlearntWasNeverLearnt(@ForAll long seed, @ForAll @IntRange(max = 40) int mails) {
    SplittableRandom random = new SplittableRandom(seed);
    List<MarkedMail> kept = drawn(random, mails);
    List<MarkedMail> takenBack = drawn(random, mails);
    CountTable counts = GeneratedMails.learnt(takenBack);
    kept.forEach(mail -> counts.learn(mail.tokens(), mail.tokens().length, mail.isSpam()));
    takenBack.forEach(mail -> counts.unlearn(mail.tokens(), mail.tokens().length, mail.isSpam()));
    assertThat(all(counts)).isEqualTo(naive(kept));
    assertThat(counts.spamMails() + counts.hamMails()).isEqualTo(kept.size());
    for (long token = 0; token < 40; token++) {
      Counted of = naive(kept).getOrDefault(token << 40, new Counted(0, 0));
      assertThat(counts.spam(token << 40)).isEqualTo(of.spam());
      assertThat(counts.ham(token << 40)).isEqualTo(of.ham());
    }
  }

  @Property(tries = 200)
  void theSumOfTwoPeersIsWhatOneWouldHaveLearnt(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<MarkedMail> here = drawn(random, 20);
    List<MarkedMail> there = drawn(random, 20);
    CountTable sum = GeneratedMails.learnt(here);
    sum.add(GeneratedMails.learnt(there));
    List<MarkedMail> both = new ArrayList<>(here);
    both.addAll(there);
    assertThat(all(sum)).isEqualTo(naive(both));
    assertThat(sum.spamMails()).isEqualTo(both.stream().filter(MarkedMail::isSpam).count());
  }

  @Test
  void whatWasNeverLearntIsNotUnlearnt() {
    CountTable counts = new CountTable();
    counts.learn(new long[] {1, 2, 2}, 3, true);
    for (long[] tokens : new long[][] {{1, 3}, {4}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> counts.unlearn(tokens, tokens.length, true))
          .withMessageContaining("never learnt");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> counts.unlearn(new long[] {1}, 1, false));
    assertThat(all(counts)).isEqualTo(Map.of(1L, new Counted(1, 0), 2L, new Counted(1, 0)));
  }

  @Test
  void manyTokensAreLearntAndTakenBackInTheRoomOfThose() {
    CountTable counts = new CountTable();
    for (int round = 0; round < 20; round++) {
      long[] tokens = new SplittableRandom(round).longs(5_000).toArray();
      counts.learn(tokens, tokens.length, true);
      counts.unlearn(tokens, tokens.length, true);
    }
    assertThat(all(counts)).isEmpty();
    counts.learn(new long[] {0}, 1, false);
    assertThat(all(counts)).isEqualTo(Map.of(0L, new Counted(0, 1)));
  }
}
