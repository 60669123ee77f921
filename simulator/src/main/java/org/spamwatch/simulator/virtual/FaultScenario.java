package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.MachineClock;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * One random history of a network of whole peers, with every fault that {@code simnet} knows, and
 * what must hold after every event of it and at its end.
 *
 * <p>The first peer lives as long as the network: by it parted rings meet. Everything follows from
 * the seed.
 *
 * @param seed gives the history
 * @param peers at the beginning; 0 for a number from 3 to 32 by the seed
 * @param span how long things happen, before the network is healed and must settle
 * @param announcing whether the peers announce to each other what their voters call spam; draws
 *     nothing more
 */
public record FaultScenario(long seed, int peers, Duration span, boolean announcing) {
  private static final long SECOND = 1_000_000;

  /** In eleven years of virtual time, so that ten years back are after its beginning. */
  private static final long START = 11 * 365 * 86_400 * SECOND;

  private static final LeaseConfig LEASES = new LeaseConfig(Duration.ofMinutes(9), 4);
  private static final PeerConfig CONFIG = PeerConfig.DEFAULT.withLeases(LEASES);

  /**
   * What came of it.
   *
   * @param history what happened, a line each
   * @param violation the first promise that was broken, if any
   * @param turns of machines, each checked
   */
  public record Outcome(List<String> history, Optional<String> violation, long turns) {
    /** Copies the list. */
    public Outcome {
      history = List.copyOf(history);
    }
  }

  /** Checks the ranges. */
  public FaultScenario {
    if (peers < 0 || peers == 1 || peers == 2 || peers > 200) {
      throw new IllegalArgumentException("peers " + peers + " is not 0 or 3 to 200");
    }
  }

  private PeerConfig config() {
    return announcing ? CONFIG.withSummaries(SummaryConfig.DEFAULT) : CONFIG;
  }

  /** Lives it. */
  public Outcome run() {
    Life life = new Life();
    Optional<String> violation = Optional.empty();
    try {
      life.grow();
      life.live();
      life.heal();
      new FaultVerdict(life.network, life.ledger, LEASES, life.random, life::tell).validate();
    } catch (BrokenPromiseException e) {
      violation = Optional.of(e.promise());
    } catch (RuntimeException e) {
      violation = Optional.of("internal error: " + e + " at " + e.getStackTrace()[0]);
    }
    return new Outcome(life.history, violation, life.turns);
  }

  private final class Life {
    final SplittableRandom random = new SplittableRandom(seed);
    final PeerNetwork network;
    final VoteLedger ledger;
    final List<String> history = new ArrayList<>();
    private final PeerInvariants invariants;
    private final List<Peer> crashed = new ArrayList<>();
    private final List<Endpoint> seeds = new ArrayList<>();
    private final Set<Contact> jumped = new LinkedHashSet<>();
    private boolean parted;
    private long probes;
    long turns;

    Life() {
      Faults faults =
          new Faults(random.nextDouble() * .02, random.nextDouble() * .02, random.nextInt(50_000));
      long salt = random.nextLong();
      Faults bad = new Faults(.1, .1, 200_000);
      network = new PeerNetwork(random.nextLong(), config(), Latency.plane(seed, 200_000), faults);
      network.links().faults((a, b) -> isChosen(a, b, salt, 5) ? bad : faults);
      network.simulation().runUntil(START); // so that no clock is before its time
      network.clocks().settled();
      ledger = new VoteLedger(network, random.split());
      invariants = new PeerInvariants(CONFIG.overlay(), ledger);
      network.onArrival(
          (arrival, number) ->
              network
                  .at(arrival.at().endpoint())
                  .ifPresent(peer -> invariants.delivered(arrival, peer, number)));
      network
          .links()
          .watch(
              address -> {
                turns++;
                network.at(address).ifPresent(invariants::check);
              });
      tell("seed " + seed + ", " + faults);
    }

    /** One link of so many, by lot; each way on its own. */
    private static boolean isChosen(Endpoint from, Endpoint to, long salt, int ofBits) {
      long mixed = (from.hashCode() * 31L + to.hashCode() ^ salt) * 0x9E3779B97F4A7C15L;
      return mixed >>> (64 - ofBits) == 0;
    }

    void tell(String line) {
      history.add(network.simulation().nowMicros() / SECOND + " s: " + line);
    }

    void grow() {
      int count = peers == 0 ? 3 + random.nextInt(30) : peers;
      for (int i = 0; i < count; i++) {
        join();
        network.simulation().runFor(SECOND / 2);
      }
      network.simulation().runFor(60 * SECOND);
    }

    void live() {
      long end = network.simulation().nowMicros() + span.toNanos() / 1000;
      while (network.simulation().nowMicros() < end) {
        event();
        network.simulation().runFor(random.nextLong(10 * SECOND));
      }
    }

    private void event() {
      switch (random.nextInt(20)) {
        case 0, 1 -> join();
        case 2, 3 -> crash();
        case 4, 5, 6 -> restart();
        case 7 -> loseDisk();
        case 8 -> leave();
        case 9, 10 -> part();
        case 11 -> pause();
        case 12 -> slow();
        case 13 -> refuse();
        case 14, 15 -> mark();
        case 16 -> withdraw();
        case 17 -> powerCut();
        case 18 -> jump();
        default -> routes();
      }
    }

    private Peer anyone() {
      List<Peer> all = network.running();
      return all.get(random.nextInt(all.size()));
    }

    private Optional<Peer> anyoneButTheFirst() {
      List<Peer> all = network.running();
      all.removeIf(peer -> peer.contact().endpoint().equals(seeds.get(0)));
      return all.size() < 3 ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** The first peer, which never stops for good, and another that may have: the common seed. */
    private List<Endpoint> known() {
      return seeds.isEmpty()
          ? List.of()
          : List.of(seeds.get(0), seeds.get(random.nextInt(seeds.size())));
    }

    private void join() {
      if (network.running().size() < 200) {
        double drift = (random.nextDouble() - .5) * 2e-4;
        long skew = random.nextLong(600 * SECOND) - Math.round(START * drift); // it drifts from now
        MachineClock clock = new MachineClock(skew, drift);
        Peer peer = network.add(clock, known());
        seeds.add(peer.contact().endpoint());
        tell("joined " + peer.contact() + ", " + clock);
      }
    }

    private void crash() {
      anyoneButTheFirst()
          .ifPresent(
              peer -> {
                tell("crashed " + peer.contact());
                stop(peer);
              });
    }

    private void stop(Peer peer) {
      network.crash(peer);
      crashed.add(peer);
      ledger.stopped(peer);
    }

    private void restart() {
      if (!crashed.isEmpty()) {
        start(crashed.remove(random.nextInt(crashed.size())));
      }
    }

    private void start(Peer peer) {
      tell("restarted " + peer.contact());
      ledger.started(peer);
      network.restart(peer, known());
    }

    private void loseDisk() {
      Optional<Peer> chosen = anyoneButTheFirst();
      if (chosen.isPresent()) {
        Peer peer = chosen.get();
        boolean again = random.nextBoolean();
        tell("crashed and lost its disk " + peer.contact() + (again ? "; begins anew" : ""));
        network.crash(peer);
        ledger.diskLost(peer);
        if (again) {
          network.reinstall(peer, known());
        }
      }
    }

    private void leave() {
      anyoneButTheFirst()
          .ifPresent(
              peer -> {
                tell("left " + peer.contact());
                network.call(peer, () -> peer.core().node().leave());
                stop(peer);
              });
    }

    private void part() {
      if (parted) {
        tell("healed");
        network.links().partition((a, b) -> false);
      } else {
        long salt = random.nextLong();
        boolean oneWay = random.nextBoolean();
        tell(oneWay ? "parted one way" : "parted");
        network
            .links()
            .partition(
                (a, b) -> {
                  boolean left = isChosen(a, a, salt, 2);
                  boolean right = isChosen(b, b, salt, 2);
                  return oneWay ? left && !right : left != right;
                });
      }
      parted = !parted;
    }

    private void pause() {
      Peer peer = anyone();
      long span = random.nextLong(60 * SECOND);
      Endpoint where = peer.contact().endpoint();
      if (!network.links().isPaused(where)) {
        tell("paused for " + span / SECOND + " s " + peer.contact());
        network.links().pause(where);
        network.simulation().after(span, () -> network.links().resume(where));
      }
    }

    private void slow() {
      Peer peer = anyone();
      long slowness = random.nextBoolean() ? 0 : random.nextLong(SECOND / 2);
      tell("slow by " + slowness / 1000 + " ms " + peer.contact());
      network.links().slow(peer.contact().endpoint(), slowness);
    }

    /** A date is set, a minute to ten years off, either way, and sometimes corrected soon. */
    private void jump() {
      Contact who = anyone().contact();
      double minutes = Math.exp(random.nextDouble() * Math.log(3_653 * 1_440));
      long off = Math.round(minutes * 60 * SECOND) * (random.nextBoolean() ? 1 : -1);
      tell("date set " + off / (60 * SECOND) + " min off " + who);
      date(who, off);
      if (random.nextBoolean()) {
        network.simulation().after(random.nextLong(300 * SECOND), () -> date(who, 0));
      }
    }

    private void date(Contact who, long off) {
      network.clocks().jump(who, off - network.clocks().aheadMicros(who));
      jumped.add(who);
    }

    private void refuse() {
      boolean refusing = random.nextBoolean();
      tell(refusing ? "nobody there refuses" : "nobody there is silent");
      network.links().refusing(refusing);
    }

    private void mark() {
      Peer peer = anyone();
      tell("marked at " + peer.contact() + " " + ledger.mark(peer).guid.brief());
    }

    private void withdraw() {
      List<VoteLedger.Cast> casts =
          ledger.casts().stream().filter(VoteLedger.Cast::mayBeWithdrawn).toList();
      if (!casts.isEmpty()) {
        VoteLedger.Cast cast = casts.get(random.nextInt(casts.size()));
        ledger
            .ownPeer(cast)
            .ifPresent(
                peer -> {
                  tell("withdrawn at " + peer.contact() + " " + cast.guid.brief());
                  ledger.withdraw(peer, cast);
                });
      }
    }

    /** Everything stops and starts again at nearly the same time. */
    private void powerCut() {
      if (random.nextInt(4) != 0) {
        return;
      }
      tell("power cut");
      List<Peer> all = network.running();
      all.forEach(this::stop);
      network.simulation().runFor(random.nextLong(20 * SECOND));
      crashed.removeAll(all);
      for (Peer peer : all) {
        start(peer);
        network.simulation().runFor(random.nextLong(SECOND / 5));
      }
    }

    private void routes() {
      for (int i = 0; i < 5; i++) {
        network.probe(anyone(), Id.random(random), probes++);
      }
    }

    /** Every fault ends; what stopped with its disk is started again. */
    void heal() {
      tell("healing");
      network.links().partition((a, b) -> false);
      network.links().faults(Faults.NONE);
      jumped.forEach(who -> network.clocks().jump(who, -network.clocks().aheadMicros(who)));
      for (Endpoint address : seeds) {
        network.links().slow(address, 0);
        network.links().resume(address);
      }
      while (!crashed.isEmpty()) {
        start(crashed.remove(crashed.size() - 1));
        network.simulation().runFor(SECOND);
      }
    }
  }
}
