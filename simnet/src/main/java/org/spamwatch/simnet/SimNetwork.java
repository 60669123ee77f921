package org.spamwatch.simnet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Machines joined by links that delay, lose, repeat and reorder messages, are cut and heal; and
 * that crash, slow down, stop for a while, or have a wrong clock. All randomness comes from one
 * generator; every delivery can be traced as a line.
 *
 * <p>A machine's turn is: {@link Machine#advance}, one input, {@link Machine#takeSends}. Not
 * thread-safe.
 *
 * @param <A> addresses; {@code toString} appears in the trace
 * @param <M> messages; {@code toString} appears in the trace, if one is wanted
 */
public final class SimNetwork<A, M> {
  private final Simulation simulation;
  private final Latency latency;
  private final RandomGenerator random;
  private final Map<A, Host<A, M>> hosts = new LinkedHashMap<>();
  private BiFunction<A, A, Faults> faults;
  private BiPredicate<A, A> cut = (from, to) -> false;
  private Consumer<A> watcher = address -> {};
  private @Nullable Consumer<String> trace;
  private boolean refusing;
  private long sent;
  private long lost;
  private long delivered;

  /** A network without machines. */
  public SimNetwork(Simulation simulation, Latency latency, Faults faults, RandomGenerator random) {
    this.simulation = simulation;
    this.latency = latency;
    this.faults = (from, to) -> faults;
    this.random = random;
  }

  // Links --------------------------------------------------------------------------------------

  /** Changes the faults of every link from now on. */
  public void faults(Faults changed) {
    faults = (from, to) -> changed;
  }

  /** Gives each link faults of its own, by sender and receiver. */
  public void faults(BiFunction<A, A, Faults> ofLink) {
    faults = ofLink;
  }

  /**
   * Cuts links: a message from one address to another is lost while the predicate holds. One that
   * holds one way only cuts one way only.
   */
  public void partition(BiPredicate<A, A> severed) {
    cut = severed;
  }

  /**
   * Whether an address where nothing runs refuses messages, so that the sender is told ({@link
   * Machine#linkFailed}) after a round trip, as over TCP; else they vanish, as behind a firewall
   * (the default). Nobody is told of a message that was lost on its way.
   */
  public void refusing(boolean tells) {
    refusing = tells;
  }

  // Machines -----------------------------------------------------------------------------------

  /** Starts a machine at an address; one that crashed there before may be replaced. */
  public void attach(A address, Machine<A, M> machine) {
    Host<A, M> host = host(address);
    if (host.isRunning()) {
      throw new IllegalStateException("a machine runs at " + address);
    }
    host.begin(machine);
    turn(host, () -> {});
  }

  /** Stops a machine without a word; messages on the way to it are lost. */
  public void crash(A address) {
    Host<A, M> host = hosts.get(address);
    if (host != null) {
      host.end();
    }
  }

  /** Gives the machine at an address, now or later, a clock of its own. */
  public void clock(A address, MachineClock clock) {
    Host<A, M> host = host(address);
    host.clock(clock);
    if (!host.isPaused()) {
      turn(host, () -> {});
    }
  }

  /** What the clock at an address shows now. */
  public long shownMicros(A address) {
    Host<A, M> host = hosts.get(address);
    return host == null ? simulation.nowMicros() : host.shownMicros(simulation.nowMicros());
  }

  /** Makes everything at an address happen so much later: messages are read and timers run late. */
  public void slow(A address, long slownessMicros) {
    host(address).slow(slownessMicros);
  }

  /** Stops a machine until {@link #resume}: what arrives and what it is told to do wait. */
  public void pause(A address) {
    host(address).pause();
  }

  /** Lets a paused machine go on: timers that are overdue first, then all that has waited. */
  public void resume(A address) {
    Host<A, M> host = host(address);
    if (host.isPaused()) {
      List<Runnable> waiting = host.resume();
      turn(host, () -> {});
      waiting.forEach(input -> turn(host, input));
    }
  }

  /** Whether a machine is paused. */
  public boolean isPaused(A address) {
    Host<A, M> host = hosts.get(address);
    return host != null && host.isPaused();
  }

  /** Makes a local call on a machine's turn; that of a paused one comes when it goes on. */
  public void call(A address, Runnable action) {
    Host<A, M> host = hosts.get(address);
    if (host == null || !host.isRunning()) {
      throw new IllegalStateException("no machine runs at " + address);
    }
    turn(host, action);
  }

  /** Addresses of the machines that run, in the order of first attachment. */
  public List<A> running() {
    return hosts.values().stream().filter(Host::isRunning).map(host -> host.address).toList();
  }

  // Watching -----------------------------------------------------------------------------------

  /** Receives one line for every delivery: time, sender, receiver, message. */
  public void trace(Consumer<String> lines) {
    trace = lines;
  }

  /** Is told, after every turn of a machine, whose it was: the place to check invariants. */
  public void watch(Consumer<A> afterTurn) {
    watcher = afterTurn;
  }

  /** Messages handed to the network, lost by it (to dead machines too) and delivered. */
  public List<Long> totals() {
    return List.of(sent, lost, delivered);
  }

  // What happens -------------------------------------------------------------------------------

  private Host<A, M> host(A address) {
    return hosts.computeIfAbsent(address, a -> new Host<>(a, hosts.size()));
  }

  /** One turn of a machine, or, while it is paused, the promise of one. */
  private void turn(Host<A, M> host, Runnable input) {
    Machine<A, M> machine = host.machine();
    if (machine == null) {
      return;
    }
    if (host.isPaused()) {
      host.hold(input);
      return;
    }
    machine.advance(host.shownMicros(simulation.nowMicros()));
    input.run();
    machine.takeSends((to, message) -> send(host, to, message));
    scheduleWaking(host, machine);
    watcher.accept(host.address);
  }

  private void scheduleWaking(Host<A, M> host, Machine<A, M> machine) {
    machine
        .nextDeadlineMicros()
        .ifPresent(
            deadline -> {
              int incarnation = host.incarnation();
              host.wakeFor(deadline, simulation.nowMicros())
                  .ifPresent(at -> simulation.at(at, () -> wake(host, incarnation, at)));
            });
  }

  private void wake(Host<A, M> host, int incarnation, long at) {
    if (host.wakes(incarnation, at)) {
      turn(host, () -> {});
    }
  }

  private void send(Host<A, M> from, A to, M message) {
    sent++;
    Host<A, M> host = hosts.get(to);
    Faults of = faults.apply(from.address, to);
    if (host == null || cut.test(from.address, to) || random.nextDouble() < of.loss()) {
      lost++;
      return;
    }
    carry(from, host, message, of);
    if (of.duplication() > 0 && random.nextDouble() < of.duplication()) {
      carry(from, host, message, of);
    }
  }

  private void carry(Host<A, M> from, Host<A, M> to, M message, Faults of) {
    long jitter = of.jitterMicros() == 0 ? 0 : random.nextLong(of.jitterMicros() + 1);
    int incarnation = to.incarnation();
    simulation.after(
        latency.oneWayMicros(from.place, to.place) + jitter + to.slownessMicros(),
        () -> deliver(from, to, incarnation, message));
  }

  private void deliver(Host<A, M> from, Host<A, M> to, int incarnation, M message) {
    Machine<A, M> machine = to.machine();
    if (machine == null || to.incarnation() != incarnation) {
      lost++;
      if (refusing && machine == null) {
        refuse(from, to);
      }
      return;
    }
    delivered++;
    if (trace != null) {
      trace.accept(
          simulation.nowMicros() + " " + from.address + " -> " + to.address + " " + message);
    }
    turn(to, () -> machine.receive(from.address, message));
  }

  private void refuse(Host<A, M> sender, Host<A, M> nobody) {
    int incarnation = sender.incarnation();
    if (!cut.test(nobody.address, sender.address)) {
      simulation.after(
          latency.oneWayMicros(nobody.place, sender.place) + sender.slownessMicros(),
          () -> {
            Machine<A, M> machine = sender.machine();
            if (machine != null && sender.incarnation() == incarnation) {
              turn(sender, () -> machine.linkFailed(nobody.address));
            }
          });
    }
  }
}
