package org.spamwatch.simnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class FaultyMachineTest {
  private final Simulation simulation = new Simulation();
  private final SimNetwork<String, String> network =
      new SimNetwork<>(simulation, Latency.constant(1_000), Faults.NONE, new SplittableRandom(3));
  private final Recorder a = new Recorder();
  private final Recorder b = new Recorder();

  /** Notes what happens to it and when, by virtual time and by its own clock. */
  private final class Recorder implements Machine<String, String> {
    final List<String> noted = new ArrayList<>();
    final List<String[]> toSend = new ArrayList<>();
    long shown;
    long wakeAt = Long.MAX_VALUE;

    private void note(String what) {
      noted.add(simulation.nowMicros() + " " + what);
    }

    @Override
    public void advance(long nowMicros) {
      shown = nowMicros;
      if (wakeAt <= nowMicros) {
        wakeAt = Long.MAX_VALUE;
        note("woke");
      }
    }

    @Override
    public OptionalLong nextDeadlineMicros() {
      return wakeAt == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wakeAt);
    }

    @Override
    public void receive(String from, String message) {
      note(message);
    }

    @Override
    public void linkFailed(String to) {
      note("no " + to);
    }

    @Override
    public void takeSends(BiConsumer<String, String> wire) {
      toSend.forEach(send -> wire.accept(send[0], send[1]));
      toSend.clear();
    }
  }

  private void start() {
    network.attach("a", a);
    network.attach("b", b);
  }

  private void send(String message) {
    network.call("a", () -> a.toSend.add(new String[] {"b", message}));
  }

  @Example
  void aSlowMachineReadsAndWakesLate() {
    start();
    network.slow("b", 5_000);
    network.call("b", () -> b.wakeAt = 2_000);
    send("late");
    simulation.runFor(20_000);
    assertThat(b.noted).containsExactly("6000 woke", "6000 late");
    network.call("b", () -> b.wakeAt = 21_000);
    simulation.runFor(20_000);
    assertThat(b.noted).last().isEqualTo("26000 woke");
  }

  @Example
  void aPausedMachineDoesNothingAndThenEverythingAtOnceInOrder() {
    start();
    network.call("b", () -> b.wakeAt = 1_500);
    network.pause("b");
    send("one");
    simulation.runFor(2_000);
    send("two");
    network.call("b", () -> b.note("told"));
    simulation.runFor(8_000);
    assertThat(b.noted).isEmpty();
    assertThat(network.isPaused("b")).isTrue();
    network.resume("b");
    assertThat(network.isPaused("b")).isFalse();
    assertThat(b.noted).containsExactly("10000 woke", "10000 one", "10000 told", "10000 two");
    send("three");
    simulation.runFor(2_000);
    assertThat(b.noted).last().isEqualTo("11000 three");
  }

  @Example
  void whatAPausedMachineHeldIsLostWhenItCrashes() {
    start();
    network.pause("b");
    send("held");
    simulation.runFor(5_000);
    network.crash("b");
    Recorder again = new Recorder();
    network.attach("b", again);
    network.resume("b");
    simulation.runFor(5_000);
    assertThat(b.noted).isEmpty();
    assertThat(again.noted).isEmpty();
  }

  @Example
  void aMachineLivesByItsOwnClock() {
    network.clock("b", new MachineClock(1_000_000, .5));
    start();
    assertThat(b.shown).isEqualTo(1_000_000);
    network.call("b", () -> b.wakeAt = 1_015_000);
    send("now");
    simulation.runFor(20_000);
    assertThat(b.noted).containsExactly("1000 now", "10000 woke");
    assertThat(b.shown).isEqualTo(1_015_000);
    assertThat(network.shownMicros("b")).isEqualTo(1_030_000);
    assertThat(network.shownMicros("a")).isEqualTo(20_000);
  }

  @Example
  void aClockThatIsSetBackHoldsTimersUp() {
    start();
    network.call("b", () -> b.wakeAt = 3_000);
    network.clock("b", new MachineClock(-4_000, 0));
    simulation.runFor(6_999);
    assertThat(b.noted).isEmpty();
    simulation.runFor(1);
    assertThat(b.noted).containsExactly("7000 woke");
  }

  @Property(tries = 200)
  void whenShownIsTheFirstMomentOfThatTime(
      @ForAll @LongRange(min = -1_000_000_000, max = 1_000_000_000) long skew,
      @ForAll @DoubleRange(min = -.5, max = .5) double drift,
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long shown) {
    MachineClock clock = new MachineClock(skew, drift);
    long at = clock.whenShown(shown);
    assertThat(clock.shownAt(at)).isGreaterThanOrEqualTo(shown);
    assertThat(clock.shownAt(at - 1)).isLessThan(shown);
  }

  @Example
  void nobodyAtAnAddressRefusesIfTheNetworkSaysSo() {
    start();
    network.crash("b");
    send("into the void");
    simulation.runFor(5_000);
    assertThat(a.noted).isEmpty();
    network.refusing(true);
    send("refused");
    simulation.runFor(5_000);
    assertThat(a.noted).containsExactly("7000 no b");
    network.partition((from, to) -> from.equals("b"));
    send("refused, but not heard");
    simulation.runFor(5_000);
    assertThat(a.noted).hasSize(1);
  }

  @Example
  void eachLinkMayHaveItsOwnFaults() {
    start();
    network.faults((from, to) -> to.equals("b") ? new Faults(1, 0, 0) : Faults.NONE);
    send("lost");
    network.call("b", () -> b.toSend.add(new String[] {"a", "kept"}));
    simulation.runFor(5_000);
    assertThat(b.noted).isEmpty();
    assertThat(a.noted).containsExactly("1000 kept");
  }

  @Example
  void everyTurnIsWatched() {
    List<String> turns = new ArrayList<>();
    network.watch(address -> turns.add(simulation.nowMicros() + " " + address));
    start();
    send("hello");
    network.call("a", () -> a.wakeAt = 4_000);
    simulation.runFor(5_000);
    assertThat(turns).containsExactly("0 a", "0 b", "0 a", "0 a", "1000 b", "4000 a");
  }

  @Example
  void aDriftOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new MachineClock(0, .6)).hasMessageContaining("0.6");
    assertThatThrownBy(() -> new MachineClock(0, Double.NaN)).hasMessageContaining("NaN");
  }
}
