package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Whole peers of a realm in which every peer is a site of its own. */
class StrangersTest {
  private static final long SECOND = 1_000_000;
  private static final int SITES = 6;
  private static final int DAILY = 20;

  private final SplittableRandom random = new SplittableRandom(11);
  private final PeerNetwork network = network();
  private final List<Peer> peers = network.running();
  private final Peer asker = peers.get(0);

  private static PeerNetwork network() {
    PeerConfig standard = PeerConfig.DEFAULT;
    PeerConfig config =
        standard
            .withVotes(standard.votes().withQuotas(DAILY, DAILY))
            .withTrust(TrustConfig.DEFAULT.withOwn(OwnSites.of(Set.of())));
    PeerNetwork network = new PeerNetwork(6, config, Latency.plane(6, 100_000), Faults.NONE);
    for (int i = 0; i < SITES; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(60 * SECOND);
    return network;
  }

  /** A mail, and the message that it is. */
  private record Mail(FeatureVector vector, Id guid) {}

  private Mail mail() {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new Mail(new FeatureVector(Scheme.CHAR50, false, keys), Id.random(random));
  }

  private VoteResult vote(SimulatedVoter voter, Peer site, Mail mail, VoteValue value) {
    List<VoteResult> receipts = new ArrayList<>();
    network.call(
        site,
        () ->
            site.core()
                .vote(
                    voter.voteRequest(
                        network.realm(),
                        site.contact().id(),
                        mail.guid(),
                        List.of(mail.vector()),
                        value,
                        network.simulation().nowMicros()),
                    receipts::add));
    network.simulation().runFor(3 * SECOND);
    assertThat(receipts).hasSize(1);
    return receipts.get(0);
  }

  private CheckResult check(Peer peer, Mail mail) {
    List<CheckResult> answers = new ArrayList<>();
    CheckRequest question =
        new CheckRequest(List.of(mail.vector()), Threshold.STANDARD, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runFor(5 * SECOND);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  @Test
  void aVoteIsEnoughAtItsOwnSiteAndNotElsewhere() {
    Mail mail = mail();
    vote(new SimulatedVoter(random), peers.get(1), mail, VoteValue.SPAM);
    assertThat(check(peers.get(1), mail).verdict()).isEqualTo(Verdict.SPAM);
    CheckResult elsewhere = check(asker, mail);
    assertThat(elsewhere.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(elsewhere.spamVotes()).isEqualTo(1);
    assertThat(elsewhere.leavesOpen()).isTrue();
    assertThat(elsewhere.decision().change()).contains("of one's own people would make it spam");
    assertThat(elsewhere.matches().get(0).votes().get(0).site())
        .isEqualTo(peers.get(1).contact().id());
  }

  @Test
  void strangersWhoHaveAgreedThreeTimesAreBelieved() {
    List<SimulatedVoter> strangers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      strangers.add(new SimulatedVoter(random));
    }
    SimulatedVoter own = new SimulatedVoter(random);
    for (int round = 0; round < 3; round++) {
      Mail mail = mail();
      everyStranger(strangers, mail);
      assertThat(check(asker, mail).verdict()).isEqualTo(Verdict.UNKNOWN);
      vote(own, asker, mail, VoteValue.SPAM);
    }
    Mail mail = mail();
    everyStranger(strangers, mail);
    CheckResult answer = check(asker, mail);
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.decision().decidedBy()).isEqualTo(Decider.STRANGERS);
    assertThat(answer.decision().weight()).isEqualTo(3);
    vote(own, asker, mail, VoteValue.HAM);
    assertThat(check(asker, mail).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  private void everyStranger(List<SimulatedVoter> strangers, Mail mail) {
    for (int i = 0; i < strangers.size(); i++) {
      vote(strangers.get(i), peers.get(1 + i), mail, VoteValue.SPAM);
    }
  }

  @Test
  void aVoterOverTheQuotaIsRefusedUntilItIsFreeAndRepeatsAreNot() {
    SimulatedVoter voter = new SimulatedVoter(random);
    Mail first = mail();
    for (int i = 0; i < DAILY; i++) {
      assertThat(vote(voter, asker, i == 0 ? first : mail(), VoteValue.SPAM).accepted()).isTrue();
    }
    Mail late = mail();
    VoteResult refused = vote(voter, asker, late, VoteValue.SPAM);
    assertThat(refused.accepted()).isFalse();
    assertThat(refused.reason()).contains("20 distinct messages in a day, votes.daily-quota");
    assertThat(vote(voter, asker, first, VoteValue.WITHDRAWN).accepted()).isTrue();
    assertThat(vote(new SimulatedVoter(random), asker, late, VoteValue.SPAM).accepted()).isTrue();
    assertThat(Duration.ofMillis(refused.retryMillis())).isLessThan(Duration.ofHours(3));
    network.simulation().runFor(refused.retryMillis() * 1000);
    assertThat(vote(voter, asker, late, VoteValue.SPAM).accepted()).isTrue();
  }

  @Test
  void whatIsKnownOfVotersSurvivesARestart() {
    Mail mail = mail();
    SimulatedVoter stranger = new SimulatedVoter(random);
    vote(stranger, peers.get(1), mail, VoteValue.SPAM);
    check(asker, mail);
    vote(new SimulatedVoter(random), asker, mail, VoteValue.SPAM);
    var records = asker.core().trust().records();
    assertThat(records).isNotEmpty();
    network.crash(asker);
    Peer restarted = network.restart(asker);
    restarted.core().trust().restore(records);
    assertThat(restarted.core().trust().records()).isEqualTo(records);
    assertThat(
            restarted
                .core()
                .trust()
                .at(network.simulation().nowMicros() / 1000)
                .weight(peers.get(1).contact().id(), stranger.id()))
        .isEqualTo(.5);
  }
}
