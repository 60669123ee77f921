package org.spamwatch.simnet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Machines joined by links that delay, lose, repeat and reorder messages. All randomness comes from
 * one generator; every delivery can be traced as a line.
 *
 * @param <A> addresses; {@code toString} appears in the trace
 * @param <M> messages; likewise, if a trace is wanted
 */
public final class SimNetwork<A, M> {
  private final Simulation simulation;
  private final Latency latency;
  private final RandomGenerator random;
  private final Map<A, Host> hosts = new LinkedHashMap<>();
  private Faults faults;
  private BiPredicate<A, A> cut = (from, to) -> false;
  private @Nullable Consumer<String> trace;
  private long sent;
  private long lost;
  private long delivered;

  private final class Host {
    final A address;
    final int place;
    @Nullable Machine<A, M> machine;
    int incarnation;
    long wakeAtMicros = Long.MAX_VALUE;

    Host(A address, int place) {
      this.address = address;
      this.place = place;
    }
  }

  /** A network without machines. */
  public SimNetwork(Simulation simulation, Latency latency, Faults faults, RandomGenerator random) {
    this.simulation = simulation;
    this.latency = latency;
    this.faults = faults;
    this.random = random;
  }

  /** Changes the faults from now on. */
  public void faults(Faults changed) {
    faults = changed;
  }

  /** Cuts links: a message from one address to another is lost while the predicate holds. */
  public void partition(BiPredicate<A, A> severed) {
    cut = severed;
  }

  /** Receives one line for every delivery: time, sender, receiver, message. */
  public void trace(Consumer<String> lines) {
    trace = lines;
  }

  /** Messages handed to the network, lost by it (to dead machines too) and delivered. */
  public List<Long> totals() {
    return List.of(sent, lost, delivered);
  }

  /** Addresses of the machines that run, in the order of first attachment. */
  public List<A> running() {
    List<A> running = new ArrayList<>();
    hosts.forEach(
        (address, host) -> {
          if (host.machine != null) {
            running.add(address);
          }
        });
    return running;
  }

  /** Starts a machine at an address; one that crashed there before may be replaced. */
  public void attach(A address, Machine<A, M> machine) {
    Host host = hosts.computeIfAbsent(address, a -> new Host(a, hosts.size()));
    if (host.machine != null) {
      throw new IllegalStateException("a machine runs at " + address);
    }
    host.machine = machine;
    host.incarnation++;
    host.wakeAtMicros = Long.MAX_VALUE;
    machine.advance(simulation.nowMicros());
    settle(host, machine);
  }

  /** Stops a machine without a word; messages on the way to it are lost. */
  public void crash(A address) {
    Host host = hosts.get(address);
    if (host != null) {
      host.machine = null;
    }
  }

  /** Runs a local call on a machine's turn. */
  public void call(A address, Runnable action) {
    Host host = hosts.get(address);
    if (host == null || host.machine == null) {
      throw new IllegalStateException("no machine runs at " + address);
    }
    host.machine.advance(simulation.nowMicros());
    action.run();
    settle(host, host.machine);
  }

  private void settle(Host host, Machine<A, M> machine) {
    machine.takeSends((to, message) -> send(host, to, message));
    OptionalLong deadline = machine.nextDeadlineMicros();
    if (deadline.isPresent() && deadline.getAsLong() < host.wakeAtMicros) {
      long at = Math.max(deadline.getAsLong(), simulation.nowMicros());
      int incarnation = host.incarnation;
      host.wakeAtMicros = at;
      simulation.at(at, () -> wake(host, incarnation, at));
    }
  }

  private void wake(Host host, int incarnation, long at) {
    Machine<A, M> machine = host.machine;
    if (machine == null || host.incarnation != incarnation || host.wakeAtMicros != at) {
      return;
    }
    host.wakeAtMicros = Long.MAX_VALUE;
    machine.advance(simulation.nowMicros());
    settle(host, machine);
  }

  private void send(Host from, A to, M message) {
    sent++;
    Host host = hosts.get(to);
    if (host == null || cut.test(from.address, to) || random.nextDouble() < faults.loss()) {
      lost++;
      return;
    }
    carry(from, host, message);
    if (faults.duplication() > 0 && random.nextDouble() < faults.duplication()) {
      carry(from, host, message);
    }
  }

  private void carry(Host from, Host to, M message) {
    long jitter = faults.jitterMicros() == 0 ? 0 : random.nextLong(faults.jitterMicros() + 1);
    int incarnation = to.incarnation;
    simulation.after(
        latency.oneWayMicros(from.place, to.place) + jitter,
        () -> deliver(from, to, incarnation, message));
  }

  private void deliver(Host from, Host to, int incarnation, M message) {
    Machine<A, M> machine = to.machine;
    if (machine == null || to.incarnation != incarnation) {
      lost++;
      return;
    }
    delivered++;
    if (trace != null) {
      trace.accept(
          simulation.nowMicros() + " " + from.address + " -> " + to.address + " " + message);
    }
    machine.advance(simulation.nowMicros());
    machine.receive(from.address, message);
    settle(to, machine);
  }
}
