package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** Whose words are passed over, for how long, and how many of them are remembered. */
final class FruitlessOriginsTest {
  private static final long DAY_MICROS = Duration.ofDays(1).toNanos() / 1000;
  private static final Id ORIGIN = Id.ofHex("aa");

  private final Timers timers = new Timers(0);
  private final FruitlessOrigins origins = new FruitlessOrigins(timers);

  @Test
  void twoQuestionsInARowPassAnOriginOverForADay() {
    origins.add(List.of(ORIGIN));
    assertThat(origins.contains(ORIGIN)).isFalse();
    origins.add(List.of(ORIGIN));
    assertThat(origins.contains(ORIGIN)).isTrue();
    timers.advance(DAY_MICROS - 1);
    assertThat(origins.contains(ORIGIN)).isTrue();
    timers.advance(DAY_MICROS);
    assertThat(origins.contains(ORIGIN)).isFalse();
    origins.add(List.of(ORIGIN));
    assertThat(origins.contains(ORIGIN)).isFalse(); // the first of a new row
  }

  @Test
  void aVoteThatIsFoundBeginsTheRowAnew() {
    origins.add(List.of(ORIGIN));
    origins.remove(ORIGIN);
    origins.add(List.of(ORIGIN));
    assertThat(origins.contains(ORIGIN)).isFalse();
  }

  @Test
  void whoeverMakesManyOriginsPushesOnlyTheLeastUsedOut() {
    pass(ORIGIN);
    IntStream.range(0, 9_999).mapToObj(FruitlessOriginsTest::origin).forEach(this::pass);
    assertThat(origins.contains(ORIGIN)).isTrue();
    pass(origin(9_999));
    assertThat(origins.contains(ORIGIN)).isTrue(); // it was looked at a moment ago
    assertThat(origins.contains(origin(0))).isFalse();
  }

  private void pass(Id origin) {
    origins.add(List.of(origin));
    origins.add(List.of(origin));
  }

  private static Id origin(int number) {
    return Id.ofHex(String.format(Locale.ROOT, "01%06x", number));
  }
}
