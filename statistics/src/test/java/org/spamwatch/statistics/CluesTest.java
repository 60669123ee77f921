package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spamwatch.statistics.Clues.Clue;

/** Why a mail is judged as it is: the mail's own words, the strongest first. */
class CluesTest {
  private static final TokenHash HASH = TokenHash.keyed(1, 2);

  private static final StatisticalFilter FILTER = filter();

  private static long hash(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    return HASH.hash(bytes, 0, bytes.length);
  }

  /** Word spam i is in i spams, word ham i in i hams. */
  private static StatisticalFilter filter() {
    CountTable counts = new CountTable();
    for (int mail = 1; mail <= 300; mail++) {
      int least = mail;
      for (String kind : List.of("spam", "ham")) {
        long[] tokens =
            IntStream.rangeClosed(least, 300).mapToLong(i -> hash(kind + "é" + i)).toArray();
        counts.learn(tokens, tokens.length, kind.equals("spam"));
      }
    }
    return new FilterTrainer(FilterParameters.DEFAULT).train(counts, List.of(), 1, 2).filter();
  }

  private static Clues told(int most) {
    Clues clues = new Clues(FILTER, HASH, most);
    for (int round = 0; round < 2; round++) {
      for (int i = 1; i <= 300; i++) {
        byte[] bytes = ("<spamé" + i + "hamé" + i + "unknown").getBytes(StandardCharsets.UTF_8);
        int spam = ("spamé" + i).getBytes(StandardCharsets.UTF_8).length;
        int ham = ("hamé" + i).getBytes(StandardCharsets.UTF_8).length;
        clues.token(bytes, 1, 1 + spam);
        clues.token(bytes, 1 + spam, 1 + spam + ham);
        clues.token(bytes, 1 + spam + ham, bytes.length);
      }
    }
    return clues;
  }

  @Test
  void theStrongestWordsOfTheMailAreNamedOnceEach() {
    List<Clue> clues = told(20).strongest();
    assertThat(clues).hasSize(20).doesNotHaveDuplicates();
    assertThat(clues)
        .isSortedAccordingTo(
            Comparator.comparingDouble((Clue clue) -> Math.abs(clue.spamminess() - .5)).reversed());
    assertThat(clues)
        .allSatisfy(
            clue -> {
              assertThat(clue.token()).matches("(spam|ham)é\\d+");
              assertThat(clue.spamminess() > .5).isEqualTo(clue.token().startsWith("spam"));
              assertThat(FILTER.spamminess(hash(clue.token()))).hasValue(clue.spamminess());
            });
    List<Clue> all = told(1_000).strongest();
    assertThat(all.subList(0, 20)).isEqualTo(clues);
    assertThat(all).noneMatch(clue -> clue.token().equals("unknown"));
  }

  @Test
  void theirNumberIsBounded() {
    for (int wrong : new int[] {0, Clues.MOST + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Clues(FILTER, HASH, wrong));
    }
  }
}
