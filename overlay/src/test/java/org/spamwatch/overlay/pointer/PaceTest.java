package org.spamwatch.overlay.pointer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

class PaceTest {
  private static final int MANY = 1_100;

  private final Timers timers = new Timers(0);
  private final List<Id> done = new ArrayList<>();
  private final Pace pace = new Pace(timers, done::add);

  private static Id id(int number) {
    return Id.of(number, 0, 0);
  }

  @Test
  void manyAreDoneInOrderSoManyAtOnce() {
    for (int i = 0; i < MANY; i++) {
      pace.add(id(i));
    }
    for (int turn = 1; turn <= 5; turn++) {
      assertThat(done).hasSize(Math.min(MANY, 250 * turn));
      timers.advance(timers.nowMicros() + 125_000);
    }
    assertThat(done).doesNotHaveDuplicates().isSortedAccordingTo(Id::compareTo).hasSize(MANY);
    assertThat(timers.pending()).isZero();
    pace.add(id(1));
    assertThat(done).as("few are done at once").hasSize(MANY + 1);
  }

  @Test
  void whatIsTakenBackWhileItWaitsIsNotDone() {
    for (int i = 0; i < 300; i++) {
      pace.add(id(i));
    }
    for (int i = 250; i < 299; i++) {
      pace.remove(id(i));
    }
    pace.add(id(299));
    timers.advance(1_000_000);
    assertThat(done).hasSize(251).endsWith(id(249), id(299));
  }
}
