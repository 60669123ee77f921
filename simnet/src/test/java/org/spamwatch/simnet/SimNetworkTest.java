package org.spamwatch.simnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class SimNetworkTest {
  private final Simulation simulation = new Simulation();
  private final SimNetwork<String, String> network = network(Faults.NONE);

  private SimNetwork<String, String> network(Faults faults) {
    return new SimNetwork<>(simulation, Latency.constant(1_000), faults, new SplittableRandom(3));
  }

  /** Sends what it is told to, remembers what it hears, wakes when it is told to. */
  private final class Echo implements Machine<String, String> {
    final List<String> heard = new ArrayList<>();
    final List<String[]> toSend = new ArrayList<>();
    final List<Long> woken = new ArrayList<>();
    long wakeAt = Long.MAX_VALUE;

    @Override
    public void advance(long nowMicros) {
      if (wakeAt <= nowMicros) {
        woken.add(nowMicros);
        wakeAt = Long.MAX_VALUE;
      }
    }

    @Override
    public OptionalLong nextDeadlineMicros() {
      return wakeAt == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wakeAt);
    }

    @Override
    public void receive(String from, String message) {
      heard.add(simulation.nowMicros() + " " + from + " " + message);
    }

    @Override
    public void takeSends(BiConsumer<String, String> wire) {
      toSend.forEach(send -> wire.accept(send[0], send[1]));
      toSend.clear();
    }
  }

  private Echo attach(SimNetwork<String, String> net, String address) {
    Echo echo = new Echo();
    net.attach(address, echo);
    return echo;
  }

  private static void send(
      SimNetwork<String, String> net, Echo from, String at, String to, String message) {
    net.call(at, () -> from.toSend.add(new String[] {to, message}));
  }

  @Test
  void aMessageArrivesAfterTheLatencyInTheOrderSent() {
    Echo a = attach(network, "a");
    Echo b = attach(network, "b");
    send(network, a, "a", "b", "one");
    send(network, a, "a", "b", "two");
    simulation.runFor(999);
    assertThat(b.heard).isEmpty();
    simulation.runFor(1);
    assertThat(b.heard).containsExactly("1000 a one", "1000 a two");
    assertThat(network.totals()).containsExactly(2L, 0L, 2L);
  }

  @Test
  void whatIsOnTheWayToACrashedMachineIsLostThoughItRestarts() {
    Echo a = attach(network, "a");
    attach(network, "b");
    send(network, a, "a", "b", "one");
    network.crash("b");
    assertThat(network.running()).containsExactly("a");
    Echo again = attach(network, "b");
    simulation.runFor(5_000);
    assertThat(again.heard).isEmpty();
    send(network, a, "a", "b", "two");
    simulation.runFor(5_000);
    assertThat(again.heard).hasSize(1);
    assertThat(network.totals()).containsExactly(2L, 1L, 1L);
  }

  @Test
  void aTimerOfACrashedMachineDoesNotWakeItsSuccessor() {
    Echo first = attach(network, "a");
    network.call("a", () -> first.wakeAt = 500);
    network.crash("a");
    Echo second = attach(network, "a");
    network.call("a", () -> second.wakeAt = 800);
    simulation.runFor(2_000);
    assertThat(first.woken).isEmpty();
    assertThat(second.woken).containsExactly(800L);
  }

  @Test
  void aCutLinkLosesMessagesUntilItHeals() {
    Echo a = attach(network, "a");
    Echo b = attach(network, "b");
    network.partition((from, to) -> from.equals("a"));
    send(network, a, "a", "b", "lost");
    send(network, b, "b", "a", "kept");
    simulation.runFor(2_000);
    network.partition((from, to) -> false);
    send(network, a, "a", "b", "healed");
    simulation.runFor(2_000);
    assertThat(a.heard).containsExactly("1000 b kept");
    assertThat(b.heard).containsExactly("3000 a healed");
  }

  @Test
  void sharesOfLossAndDuplicationAreThoseAskedFor() {
    SimNetwork<String, String> faulty = network(new Faults(.2, .1, 0));
    Echo a = attach(faulty, "a");
    Echo b = attach(faulty, "b");
    for (int i = 0; i < 20_000; i++) {
      send(faulty, a, "a", "b", "m" + i);
    }
    simulation.runFor(10_000);
    // Three standard deviations of a binomial: 3 sqrt(20,000 p (1 - p)).
    assertThat(faulty.totals().get(1)).isBetween(4_000L - 170, 4_000L + 170);
    long arrived = 20_000 - faulty.totals().get(1);
    assertThat((long) b.heard.size() - arrived).isBetween(1_600L - 115, 1_600L + 115);
    assertThat(faulty.totals().get(2)).isEqualTo(b.heard.size());
  }

  @Test
  void jitterReordersAndStaysWithinItsBound() {
    SimNetwork<String, String> jittery = network(new Faults(0, 0, 500));
    Echo a = attach(jittery, "a");
    Echo b = attach(jittery, "b");
    for (int i = 0; i < 200; i++) {
      send(jittery, a, "a", "b", String.valueOf(i));
    }
    simulation.runFor(2_000);
    List<Integer> order =
        b.heard.stream().map(line -> Integer.parseInt(line.split(" ", 3)[2])).toList();
    assertThat(order).hasSize(200).isNotEqualTo(order.stream().sorted().toList());
    assertThat(b.heard)
        .allSatisfy(
            line -> assertThat(Long.parseLong(line.split(" ", 3)[0])).isBetween(1_000L, 1_500L));
  }

  @Test
  void eachDeliveryIsOneLineOfTheTrace() {
    List<String> lines = new ArrayList<>();
    network.trace(lines::add);
    Echo a = attach(network, "a");
    attach(network, "b");
    send(network, a, "a", "b", "one");
    send(network, a, "a", "nowhere", "two");
    simulation.runFor(2_000);
    assertThat(lines).containsExactly("1000 a -> b one");
  }

  @Test
  void oneAddressHasOneMachineAndOnlyARunningOneTakesCalls() {
    attach(network, "a");
    assertThatThrownBy(() -> attach(network, "a")).hasMessageContaining("a machine runs at a");
    assertThatThrownBy(() -> network.call("b", () -> {}))
        .hasMessageContaining("no machine runs at b");
    network.crash("a");
    assertThatThrownBy(() -> network.call("a", () -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void faultsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new Faults(1.1, 0, 0)).hasMessageContaining("1.1");
    assertThatThrownBy(() -> new Faults(0, Double.NaN, 0)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Faults(0, 0, -1)).hasMessageContaining("-1");
  }
}
