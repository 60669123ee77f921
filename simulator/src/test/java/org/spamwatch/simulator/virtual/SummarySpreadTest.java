package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** What own voters call spam comes to all peers, and goes when they take it back. Seeds replay. */
class SummarySpreadTest {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;

  private final SplittableRandom random = new SplittableRandom(3);

  /** A message that somebody has marked at a peer. */
  private record Mark(Peer at, SimulatedVoter voter, Id guid, FeatureVector vector) {
    Id origin() {
      return at.contact().id();
    }
  }

  private static PeerNetwork network(int peers, Faults faults) {
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    PeerNetwork network = new PeerNetwork(6, config, Latency.plane(6, 100_000), faults);
    return grown(network, peers);
  }

  private static PeerNetwork grown(PeerNetwork network, int peers) {
    for (int i = 0; i < peers; i++) {
      network.add();
      network.simulation().runFor(SECOND / 2);
    }
    network.simulation().runFor(MINUTE);
    return network;
  }

  private static SummarySpread summaries(Peer peer) {
    return peer.core().summaries().orElseThrow();
  }

  private Mark mark(PeerNetwork network, Peer at) {
    Mark mark =
        new Mark(at, new SimulatedVoter(random), Id.random(random), SampleVectors.random(random));
    say(network, mark, VoteValue.SPAM);
    return mark;
  }

  private static void say(PeerNetwork network, Mark mark, VoteValue value) {
    VoteRequest request =
        mark.voter()
            .voteRequest(
                network.realm(),
                mark.origin(),
                mark.guid(),
                List.of(mark.vector()),
                value,
                network.simulation().nowMicros());
    network.call(mark.at(), () -> mark.at().core().vote(request, receipt -> {}));
  }

  private static List<Peer> knowing(PeerNetwork network, Mark mark) {
    return network.running().stream()
        .filter(peer -> summaries(peer).announces(mark.origin(), mark.guid()))
        .toList();
  }

  private static void everybodyKnows(PeerNetwork network, Mark mark) {
    assertThat(knowing(network, mark)).hasSameSizeAs(network.running());
  }

  private void send(PeerNetwork network, Peer from, Peer to, Block block) {
    Contact contact = from.contact();
    Known known = new Known(block.origin().id(), block.epoch(), block.number(), block.number());
    from.bribe(
        (asker, message, wire) -> {
          boolean isAsked =
              message instanceof Direct direct
                  && direct.payload() instanceof BlocksWanted wanted
                  && wanted.wanted().origin().equals(known.origin());
          if (isAsked) {
            wire.accept(asker.endpoint(), new HopAck(((Direct) message).hopId()));
            wire.accept(
                asker.endpoint(),
                new Direct(random.nextLong(), contact, asker.id(), new BlocksTold(List.of(block))));
          }
          return !isAsked;
        });
    network.call(from, () -> from.node().send(to.contact(), new BlocksKnown(List.of(known))));
    network.simulation().runFor(10 * SECOND);
  }

  private Block block(PeerNetwork network, Peer by, long epoch, int number, long millis) {
    Signatures signatures = network.signaturesOf(by);
    Announcement announcement =
        new Announcement(Id.random(random), List.of(SampleVectors.random(random)));
    return Block.signed(signatures, by.contact(), epoch, number, millis, List.of(announcement));
  }

  /** The block in which a peer announces a mark, as it is on its disk. */
  private static Block blockOf(Mark mark) {
    List<Block> all = new ArrayList<>();
    mark.at()
        .announcements()
        .load(
            new SummaryStore.Loading() {
              @Override
              public void block(Block block) {
                all.add(block);
              }

              @Override
              public void ended(boolean isWhole) {}
            });
    return all.stream()
        .filter(block -> block.origin().id().equals(mark.origin()))
        .findFirst()
        .orElseThrow();
  }

  private static boolean holds(Peer peer, Block block) {
    return summaries(peer).announces(block.origin().id(), block.announcements().get(0).guid());
  }

  @Test
  void whatIsMarkedReachesAllThoughMessagesAreLostAndGoesWhenItIsTakenBack() {
    PeerNetwork network = network(30, new Faults(.05, .05, 30_000));
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      marks.add(mark(network, network.running().get(3 * i)));
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(2 * MINUTE);
    marks.forEach(mark -> everybodyKnows(network, mark));
    say(network, marks.get(0), VoteValue.WITHDRAWN);
    say(network, marks.get(1), VoteValue.HAM);
    network.simulation().runFor(2 * MINUTE);
    assertThat(knowing(network, marks.get(0))).isEmpty();
    assertThat(knowing(network, marks.get(1))).isEmpty();
    everybodyKnows(network, marks.get(2));
    assertThat(network.running()).allMatch(peer -> summaries(peer).isSynchronised());
    assertThat(network.running()).allMatch(peer -> summaries(peer).gapped().isEmpty());
  }

  @Test
  void whoCrashesLosesItsDiskOrComesLateHasItAll() {
    PeerNetwork network = network(14, Faults.NONE);
    Mark first = mark(network, network.running().get(2));
    Mark second = mark(network, network.running().get(5));
    network.simulation().runFor(MINUTE);
    Peer back = network.running().get(7);
    Peer anew = network.running().get(8);
    Peer origin = first.at();
    List.of(back, anew, origin).forEach(network::crash);
    Mark meanwhile = mark(network, network.running().get(0));
    network.simulation().runFor(MINUTE);
    network.restart(back);
    network.reinstall(anew, List.of(network.running().get(1).contact().endpoint()));
    Peer again = network.restart(origin);
    Peer late = network.add();
    network.simulation().runFor(2 * MINUTE);
    for (Mark mark : List.of(first, second, meanwhile)) {
      everybodyKnows(network, mark);
    }
    assertThat(summaries(late).isSynchronised()).isTrue();
    Mark after = mark(network, again);
    network.simulation().runFor(MINUTE);
    everybodyKnows(network, after);
    everybodyKnows(network, first);
  }

  @Test
  void anOriginThatLostItsDiskBeginsALaterEpoch() {
    PeerNetwork network = network(8, Faults.NONE);
    Mark lost = mark(network, network.running().get(2));
    network.simulation().runFor(MINUTE);
    network.crash(lost.at());
    network.simulation().runFor(10 * SECOND);
    Peer anew =
        network.reinstall(lost.at(), List.of(network.running().get(0).contact().endpoint()));
    network.simulation().runFor(2 * MINUTE);
    Mark mark = mark(network, anew);
    network.simulation().runFor(2 * MINUTE);
    everybodyKnows(network, mark);
    assertThat(knowing(network, lost)).isEmpty();
  }

  @Test
  void numbersThatWereGivenBeforeTheDiskWentBackInTimeAreNotGivenAgain() {
    PeerNetwork network = network(8, Faults.NONE);
    Mark before = mark(network, network.running().get(2));
    network.simulation().runFor(MINUTE);
    Peer origin = before.at();
    Block first = blockOf(before);
    network.crash(origin);
    long now = network.simulation().nowMicros() / 1000;
    Block lost = block(network, origin, first.epoch(), 2, now); // what its disk has no more
    send(network, network.running().get(5), network.running().get(6), lost);
    network.simulation().runFor(MINUTE);
    assertThat(network.running()).allMatch(peer -> holds(peer, lost));
    Peer again = network.restart(origin);
    Mark after = mark(network, again);
    network.simulation().runFor(2 * MINUTE);
    everybodyKnows(network, after);
    everybodyKnows(network, before);
    assertThat(network.running()).noneMatch(peer -> holds(peer, lost));
    assertThat(network.running()).allMatch(peer -> summaries(peer).isComplete());
  }

  @Test
  void whatWasSignedWhileTheClockWasAheadIsAnnouncedAnewOnceItIsRight() {
    PeerNetwork network = network(8, Faults.NONE);
    Peer late = network.running().get(2); // has announced before
    Mark before = mark(network, late);
    network.simulation().runFor(MINUTE);
    for (Peer peer : List.of(late, network.running().get(4))) {
      network.clocks().jump(peer.contact(), 48 * 60 * MINUTE);
      Mark wrong = mark(network, peer);
      network.simulation().runFor(5 * SECOND);
      assertThat(knowing(network, wrong)).as("signed, and refused").hasSize(1);
      network.clocks().jump(peer.contact(), -48 * 60 * MINUTE);
      network.simulation().runFor(5 * MINUTE);
      Mark after = mark(network, peer);
      network.simulation().runFor(5 * MINUTE);
      everybodyKnows(network, after);
      everybodyKnows(network, wrong);
      everybodyKnows(network, before);
    }
    assertThat(network.running()).allMatch(peer -> summaries(peer).gapped().isEmpty());
  }

  @Test
  void whoLostItsDiskAndHasNothingToSaySynchronises() {
    PeerNetwork network = network(8, Faults.NONE);
    Mark lost = mark(network, network.running().get(2));
    network.simulation().runFor(MINUTE);
    network.crash(lost.at());
    network.simulation().runFor(10 * SECOND);
    Peer anew =
        network.reinstall(lost.at(), List.of(network.running().get(0).contact().endpoint()));
    network.simulation().runFor(2 * MINUTE);
    assertThat(summaries(anew).isSynchronised()).isTrue();
    assertThat(summaries(anew).status().wanted()).isZero();
  }

  @Test
  void whoFindsNobodyOfThoseItKnewHasAllThatCanBeHad() {
    PeerNetwork network = network(3, Faults.NONE);
    Mark mark = mark(network, network.running().get(0));
    network.simulation().runFor(MINUTE);
    List<Peer> others = network.running().subList(0, 2);
    Peer left = network.running().get(2);
    network.crash(left);
    List.copyOf(others).forEach(network::crash);
    Peer again = network.restart(left, List.of(others.get(0).contact().endpoint()));
    network.simulation().runFor(5 * MINUTE);
    assertThat(again.node().isAlone()).isFalse();
    assertThat(summaries(again).isSynchronised()).isFalse();
    network.simulation().runFor(6 * MINUTE);
    assertThat(summaries(again).isSynchronised()).isTrue();
    everybodyKnows(network, mark);
    Mark alone = mark(network, again);
    network.simulation().runFor(MINUTE);
    assertThat(knowing(network, alone)).as("nobody is there to be told").isEmpty();
    network.restart(others.get(1));
    network.simulation().runFor(20 * MINUTE);
    everybodyKnows(network, alone);
  }

  @Test
  void partsThatWereCutOffFromEachOtherExchangeWhatTheyMissed() {
    PeerNetwork network = network(16, Faults.NONE);
    List<Peer> left = network.running().subList(0, 8);
    network
        .links()
        .partition(
            (from, to) ->
                left.stream().anyMatch(p -> p.contact().endpoint().equals(from))
                    != left.stream().anyMatch(p -> p.contact().endpoint().equals(to)));
    Mark one = mark(network, network.running().get(1));
    Mark other = mark(network, network.running().get(12));
    network.simulation().runFor(MINUTE);
    assertThat(knowing(network, one)).hasSize(8).isSubsetOf(left);
    network.links().partition((from, to) -> false);
    network.simulation().runFor(20 * MINUTE);
    everybodyKnows(network, one);
    everybodyKnows(network, other);
  }

  @Test
  void aClientLearnsAndAnnouncesThroughItsHost() {
    PeerNetwork network = network(8, Faults.NONE);
    Peer client = network.addClient(List.of(network.running().get(0).contact().endpoint()));
    network.simulation().runFor(2 * MINUTE);
    Mark here = mark(network, client);
    Mark there = mark(network, network.running().get(3));
    network.simulation().runFor(20 * SECOND);
    everybodyKnows(network, here);
    everybodyKnows(network, there);
    assertThat(summaries(client).isSynchronised()).isTrue();
  }

  @Test
  void whatItsOriginDidNotSignOrNumbersAgainIsNotTaken() {
    PeerNetwork network = network(8, Faults.NONE);
    Mark mark = mark(network, network.running().get(1));
    network.simulation().runFor(MINUTE);
    long now = network.simulation().nowMicros() / 1000;
    Peer origin = network.running().get(2);
    Peer liar = network.running().get(5);
    Peer victim = network.running().get(6);
    Block first = block(network, origin, now, 1, now);
    send(network, liar, victim, first);
    assertThat(holds(victim, first)).as("a genuine one may come from anybody").isTrue();
    Block again = block(network, origin, now, 1, now);
    Block earlier = block(network, origin, now - 1, 2, now);
    Block ahead = block(network, origin, now, 3, now + 3_600_000);
    Block genuine = block(network, liar, now, 1, now);
    Block forged =
        new Block(
            network.running().get(3).contact(),
            now,
            1,
            now,
            genuine.announcements(),
            genuine.proof());
    for (Block bad : List.of(again, earlier, ahead, forged)) {
      send(network, liar, victim, bad);
      assertThat(holds(victim, bad)).isFalse();
    }
    assertThat(summaries(victim).status().refused()).isPositive();
    Block next = block(network, origin, now, 2, now);
    send(network, liar, victim, next);
    assertThat(holds(victim, next)).as("a forger is not listened to").isFalse();
    everybodyKnows(network, mark);
  }

  @Test
  void aGapThatNobodyFillsStopsNothingElse() {
    PeerNetwork network = network(10, Faults.NONE);
    long now = network.simulation().nowMicros() / 1000;
    Peer origin = network.running().get(2);
    Peer victim = network.running().get(6);
    send(network, origin, victim, block(network, origin, now, 1, now));
    Block third = block(network, origin, now, 3, now);
    send(network, origin, victim, third);
    assertThat(summaries(victim).isSynchronised()).isTrue();
    assertThat(summaries(victim).isComplete()).isFalse();
    network.simulation().runFor(15 * MINUTE);
    Mark mark = mark(network, network.running().get(4));
    network.simulation().runFor(2 * MINUTE);
    everybodyKnows(network, mark);
    Id gapped = origin.contact().id();
    assertThat(network.running())
        .filteredOn(peer -> peer != origin)
        .allMatch(peer -> holds(peer, third))
        .allMatch(peer -> summaries(peer).gapped().equals(List.of(gapped)))
        .allMatch(peer -> summaries(peer).isComplete());
  }

  @Test
  void whatARevokedPeerAnnouncedIsForgottenUntilItIsTakenBack() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    SigningKey authority = SigningKey.ofSeed(seed);
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    PeerNetwork network = new PeerNetwork(6, config, Latency.plane(6, 100_000), Faults.NONE);
    network.revocableBy(authority.verifyingKey());
    grown(network, 8);
    Mark revoked = mark(network, network.running().get(2));
    Mark other = mark(network, network.running().get(3));
    network.simulation().runFor(MINUTE);
    Peer teller = network.running().get(5);
    RevocationList list =
        RevocationList.issue(authority, 1, 1, List.of(revoked.origin()), List.of());
    network.call(teller, () -> teller.core().revoke(list));
    network.simulation().runFor(2 * MINUTE);
    assertThat(knowing(network, revoked)).isEmpty();
    everybodyKnows(network, other);
    RevocationList none = RevocationList.issue(authority, 2, 1, List.of(), List.of());
    network.call(teller, () -> teller.core().revoke(none));
    network.simulation().runFor(3 * MINUTE);
    everybodyKnows(network, revoked);
  }
}
