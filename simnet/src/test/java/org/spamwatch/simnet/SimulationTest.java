package org.spamwatch.simnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SimulationTest {
  private record Event(int at, int order) {}

  @Property(tries = 200)
  void eventsRunByTimeThenInTheOrderScheduled(
      @ForAll @Size(max = 50) List<@IntRange(max = 10) Integer> times,
      @ForAll @IntRange(max = 12) int until) {
    Simulation simulation = new Simulation();
    List<Event> ran = new ArrayList<>();
    List<Event> expected = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      Event event = new Event(times.get(i), i);
      expected.add(event);
      simulation.at(
          event.at(), () -> ran.add(new Event((int) simulation.nowMicros(), event.order())));
    }
    expected.sort(Comparator.comparingInt(Event::at).thenComparingInt(Event::order));
    simulation.runUntil(until);
    assertThat(ran).isEqualTo(expected.stream().filter(e -> e.at() <= until).toList());
    assertThat(simulation.nowMicros()).isEqualTo(until);
    assertThat(simulation.steps()).isEqualTo(ran.size());
  }

  @Example
  void anEventOfThePastRunsNow() {
    Simulation simulation = new Simulation();
    simulation.runUntil(100);
    List<Long> ran = new ArrayList<>();
    simulation.at(5, () -> ran.add(simulation.nowMicros()));
    assertThat(simulation.step()).isTrue();
    assertThat(simulation.step()).isFalse();
    assertThat(ran).containsExactly(100L);
  }

  @Example
  void runningUntilAConditionStopsAtTheEventThatBringsItOrAtTheLimit() {
    Simulation simulation = new Simulation();
    List<Integer> ran = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int number = i;
      simulation.at(10L * i, () -> ran.add(number));
    }
    assertThat(simulation.runUntil(() -> ran.size() == 3, 1_000)).isTrue();
    assertThat(simulation.nowMicros()).isEqualTo(30);
    assertThat(simulation.runUntil(() -> ran.size() == 9, 45)).isFalse();
    assertThat(simulation.nowMicros()).isEqualTo(45);
    assertThat(ran).hasSize(4);
  }

  @Property(tries = 100)
  void aPlaneIsSymmetricKeepsTheTriangleInequalityAndItsDiameter(
      @ForAll long seed,
      @ForAll @IntRange(max = 500) int a,
      @ForAll @IntRange(max = 500) int b,
      @ForAll @IntRange(max = 500) int c) {
    Latency plane = Latency.plane(seed, 100_000);
    assertThat(plane.oneWayMicros(a, b))
        .isBetween(0L, 100_000L)
        .isEqualTo(plane.oneWayMicros(b, a));
    assertThat(plane.oneWayMicros(a, a)).isZero();
    // Two roundings to whole microseconds.
    assertThat(plane.oneWayMicros(a, c))
        .isLessThanOrEqualTo(plane.oneWayMicros(a, b) + plane.oneWayMicros(b, c) + 2);
  }
}
