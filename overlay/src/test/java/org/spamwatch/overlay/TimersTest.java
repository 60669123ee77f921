package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TimersTest {
  private record Due(long at, int order) {}

  @Property(tries = 300)
  void timersRunByDeadlineThenInTheOrderSetAndNeverOnceCancelled(
      @ForAll @Size(max = 60) List<@IntRange(max = 20) Integer> delays,
      @ForAll @Size(max = 20) List<@IntRange(max = 59) Integer> cancelled,
      @ForAll @Size(max = 10) List<@IntRange(max = 25) Integer> advances) {
    Timers timers = new Timers(1000);
    List<Due> ran = new ArrayList<>();
    List<Timers.Timer> set = new ArrayList<>();
    List<Due> expected = new ArrayList<>();
    for (int i = 0; i < delays.size(); i++) {
      Due due = new Due(1000 + delays.get(i), i);
      set.add(timers.afterMicros(delays.get(i), () -> ran.add(due)));
      expected.add(due);
    }
    for (int i : cancelled) {
      if (i < set.size()) {
        set.get(i).cancel();
        expected.removeIf(due -> due.order() == i);
      }
    }
    expected.sort(Comparator.comparingLong(Due::at).thenComparingInt(Due::order));
    long now = 1000;
    for (int step : advances) {
      now += step;
      timers.advance(now);
      long present = now;
      assertThat(ran).isEqualTo(expected.stream().filter(due -> due.at() <= present).toList());
      assertThat(timers.nowMicros()).isEqualTo(now);
    }
    timers.advance(2000);
    assertThat(ran).isEqualTo(expected);
    assertThat(timers.nextDeadlineMicros()).isEmpty();
  }

  @Example
  void afterALongStopOnePeriodRunsOnceInTheRealPresent() {
    Timers timers = new Timers(0);
    List<Long> ran = new ArrayList<>();
    class Periodic {
      void set() {
        timers.afterMicros(
            10,
            () -> {
              ran.add(timers.nowMicros());
              set();
            });
      }
    }
    new Periodic().set();
    timers.advance(10);
    timers.advance(1_000);
    assertThat(ran).containsExactly(10L, 1_000L);
    assertThat(timers.nextDeadlineMicros()).hasValue(1_010);
  }

  @Example
  void aTimerMayCancelAnotherThatIsDueAtTheSameTime() {
    Timers timers = new Timers(0);
    List<String> ran = new ArrayList<>();
    List<Timers.Timer> later = new ArrayList<>();
    timers.afterMicros(10, () -> later.get(0).cancel());
    later.add(timers.afterMicros(10, () -> ran.add("cancelled")));
    timers.advance(10);
    later.get(0).cancel();
    assertThat(ran).isEmpty();
  }

  @Example
  void timeNeverRunsBackwards() {
    Timers timers = new Timers(500);
    List<Long> ran = new ArrayList<>();
    timers.afterMicros(100, () -> ran.add(timers.nowMicros()));
    timers.advance(400);
    assertThat(timers.nowMicros()).isEqualTo(500);
    timers.advance(550);
    assertThat(ran).isEmpty();
    timers.advance(600);
    assertThat(ran).containsExactly(600L);
    assertThatThrownBy(() -> timers.after(Duration.ofNanos(-2000), () -> {}))
        .hasMessageContaining("0 or more");
  }

  @Example
  void howLateTimersHaveRunIsRememberedAndHalvedWithEverySecond() {
    Timers timers = new Timers(0);
    for (long due = 100_000; due <= 20_000_000; due += 100_000) {
      timers.afterMicros(due, () -> {});
    }
    timers.advance(100_000);
    assertThat(timers.lateMicros()).isZero();
    timers.advance(260_000);
    assertThat(timers.lateMicros()).isEqualTo(60_000);
    timers.advance(300_000);
    assertThat(timers.lateMicros()).as("one on time is not all").isEqualTo(60_000);
    timers.advance(500_000);
    assertThat(timers.lateMicros()).isEqualTo(100_000);
    for (long now = 600_000; now <= 20_000_000; now += 100_000) {
      timers.advance(now);
      assertThat(timers.lateMicros()).isEqualTo(100_000L >> ((now - 500_000) / 1_000_000));
    }
  }
}
