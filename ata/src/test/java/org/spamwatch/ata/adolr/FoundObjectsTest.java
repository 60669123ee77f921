package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

class FoundObjectsTest {
  private static final Id A = Vectors.feature(1);
  private static final Id B = Vectors.feature(2);
  private static final FeatureVector AB = Vectors.of(A, B);
  private static final List<Match> ONE = List.of(new Match(Vectors.feature(9), A, 1, 2));

  private final Timers timers = new Timers(0);
  private final FoundObjects found = new FoundObjects(timers);

  @Test
  void answersTheSameQuestionWhateverTheOrderOfTheKeys() {
    found.add(AB, 1, ONE);
    assertThat(found.find(Vectors.of(B, A), 1)).isEqualTo(ONE);
    assertThat(found.find(AB, 2)).as("another THRES").isEmpty();
    assertThat(found.find(Vectors.of(A), 1)).as("another vector").isEmpty();
    assertThat(found.find(Vectors.wholeText(A, B), 1)).as("whole-text").isEmpty();
  }

  @Test
  void forgetsAfterAMinute() {
    found.add(AB, 1, ONE);
    timers.advance(59_999_999);
    assertThat(found.find(AB, 1)).isEqualTo(ONE);
    timers.advance(60_000_000);
    assertThat(found.find(AB, 1)).isEmpty();
  }

  @Test
  void doesNotRememberMisses() {
    found.add(AB, 1, ONE);
    found.add(AB, 1, List.of());
    assertThat(found.find(AB, 1)).isEqualTo(ONE);
  }

  @Test
  void keepsTheNewestAnswersOnly() {
    for (int i = 0; i <= FoundObjects.CAPACITY; i++) {
      found.add(Vectors.of(Vectors.feature(i)), 1, ONE);
    }
    assertThat(found.find(Vectors.of(Vectors.feature(0)), 1)).isEmpty();
    assertThat(found.find(Vectors.of(Vectors.feature(1)), 1)).isEqualTo(ONE);
    assertThat(found.find(Vectors.of(Vectors.feature(FoundObjects.CAPACITY)), 1)).isEqualTo(ONE);
  }
}
