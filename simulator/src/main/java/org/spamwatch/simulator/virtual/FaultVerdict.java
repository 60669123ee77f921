package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** What must hold of a network once every fault has ended and it had time to settle. */
final class FaultVerdict {
  private static final long SECOND = 1_000_000;
  private static final long SETTLING = 12 * 60 * SECOND;
  private static final int ROUTES_EACH = 5;
  private static final int CHECKS_EACH = 3;

  private final PeerNetwork network;
  private final VoteLedger ledger;
  private final LeaseConfig leases;
  private final SplittableRandom random;
  private final Consumer<String> history;

  FaultVerdict(
      PeerNetwork network,
      VoteLedger ledger,
      LeaseConfig leases,
      SplittableRandom random,
      Consumer<String> history) {
    this.network = network;
    this.ledger = ledger;
    this.leases = leases;
    this.random = random;
    this.history = history;
  }

  void validate() {
    network.simulation().runFor(SETTLING);
    history.accept("settled: neighbours, routes, votes, leases");
    neighbours();
    routes();
    votes();
    announcements();
    leasesEnd();
  }

  private void neighbours() {
    Map<Peer, Set<Contact>> leafSets = network.leafSets(OverlayConfig.DEFAULT.leafSideSize());
    leafSets.forEach(
        (peer, expected) -> {
          require(peer.node().isJoined(), peer.contact() + " has not joined");
          Set<Contact> leaves = new LinkedHashSet<>(peer.node().leaves());
          require(
              leaves.equals(expected),
              "leaves of " + peer.contact() + " are " + leaves + " and not " + expected);
        });
  }

  private void routes() {
    Map<Long, Id> keys = new LinkedHashMap<>();
    Map<Long, List<RouteProbe.Arrival>> ends = new LinkedHashMap<>();
    network.onArrival(
        (arrival, number) -> ends.computeIfAbsent(number, n -> new ArrayList<>()).add(arrival));
    long number = 1_000_000_000;
    for (Peer peer : network.running()) {
      for (int i = 0; i < ROUTES_EACH; i++) {
        Id key = Id.random(random);
        keys.put(++number, key);
        network.probe(peer, key, number);
      }
    }
    network.simulation().runFor(20 * SECOND);
    keys.forEach(
        (sent, key) -> {
          List<RouteProbe.Arrival> ended = ends.getOrDefault(sent, List.of());
          require(
              ended.size() == 1
                  && ended.get(0).end() == RouteEnd.ROOT
                  && ended.get(0).at().equals(network.root(key).contact()),
              "a route to "
                  + key
                  + ", rooted at "
                  + network.root(key).contact()
                  + ", ended at "
                  + ended);
        });
  }

  private void votes() {
    ledger.check();
    List<Peer> all = network.running();
    for (VoteLedger.Cast cast : ledger.casts()) {
      Optional<Peer> own = cast.isPromisedAtOwn() ? ledger.ownPeer(cast) : Optional.empty();
      require(
          own.isEmpty() || ask(own.get(), cast) == Verdict.SPAM,
          "a mail marked while a clock was wrong, "
              + cast.guid.brief()
              + ", is not known where it was marked");
    }
    for (VoteLedger.Cast cast : ledger.casts()) {
      for (int i = 0; i < CHECKS_EACH && (cast.isPromised() || cast.isWithdrawn()); i++) {
        Peer asker = all.get(random.nextInt(all.size()));
        Verdict verdict = ask(asker, cast);
        Verdict due = cast.isPromised() ? Verdict.SPAM : Verdict.UNKNOWN;
        require(
            verdict == due,
            "asked for the mail "
                + cast.guid.brief()
                + ", "
                + asker.contact()
                + " says "
                + verdict
                + " and not "
                + due);
      }
    }
  }

  /** What peers that run have announced, and nothing else of theirs, is known to all. */
  private void announcements() {
    for (Peer peer : network.running()) {
      peer.core()
          .summaries()
          .ifPresent(
              known ->
                  require(
                      known.isComplete(),
                      peer.contact() + " does not know all: " + known.status()));
    }
    for (VoteLedger.Cast cast : ledger.casts()) {
      if (cast.isPromised() || cast.isWithdrawn()) {
        ledger.ownPeer(cast).ifPresent(own -> announced(cast, own));
      }
    }
  }

  private void announced(VoteLedger.Cast cast, Peer own) {
    for (Peer peer : network.running()) {
      boolean isKnown =
          peer.core()
              .summaries()
              .map(known -> known.announces(own.contact().id(), cast.guid))
              .orElse(cast.isPromised());
      require(
          isKnown == cast.isPromised(),
          peer.contact()
              + (isKnown ? " still knows" : " does not know")
              + " what "
              + own.contact()
              + " announced of "
              + cast.guid.brief());
    }
  }

  /**
   * What a peer says of a mail. Where the peer that took the vote has lost its disk, it announces
   * the mail no more, or never did: others know of the vote if they ask.
   */
  private Verdict ask(Peer asker, VoteLedger.Cast cast) {
    List<CheckResult> answers = new ArrayList<>(1);
    CheckRequest question =
        new CheckRequest(
            List.of(cast.vector),
            List.of(),
            SampleVectors.THRES,
            Integer.MAX_VALUE,
            1,
            Rule.TRUST,
            ledger.ownPeer(cast).isPresent() ? Privacy.SUMMARY : Privacy.NETWORK);
    network.call(asker, () -> asker.core().check(question, answers::add));
    network
        .simulation()
        .runUntil(() -> !answers.isEmpty(), network.simulation().nowMicros() + 10 * SECOND);
    require(!answers.isEmpty(), asker.contact() + " does not answer a check");
    return answers.get(0).verdict();
  }

  private void leasesEnd() {
    List<Peer> all = network.running();
    for (VoteLedger.Cast cast : ledger.casts()) {
      ledger.withdraw(
          ledger.ownPeer(cast).orElseGet(() -> all.get(random.nextInt(all.size()))), cast);
      network.simulation().runFor(SECOND / 10);
    }
    network.simulation().runFor(leases.lease().toNanos() / 1000 + 180 * SECOND);
    for (Peer peer : network.running()) {
      PeerStatus status = peer.core().status();
      require(
          status.features() + status.pointers() == 0,
          peer.contact()
              + " holds "
              + status.features()
              + " records and "
              + status.pointers()
              + " pointers longer than their lease");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new BrokenPromiseException(otherwise);
    }
  }
}
