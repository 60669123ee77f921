package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A peer that is alone answers checks within the turn. The same peer with the same disk and a seed
 * that nobody answers at asks itself by messages, and is the oracle. Seeds replay.
 */
class AloneCheckTest {
  private static final List<VoteValue> VALUES = List.of(VoteValue.values());
  private static final long SECOND = 1_000_000;
  private static final int SITES = 3;
  private static final int CAMPAIGNS = 5;
  private static final int VARIANTS = 3;
  private static final int QUESTIONS = 40;

  private record Campaign(Id guid, List<FeatureVector> vectors) {}

  private static FeatureVector vector(
      Scheme scheme, boolean wholeText, List<Id> some, SplittableRandom random) {
    List<Id> keys = new ArrayList<>(some);
    while (keys.size() < 12) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(scheme, wholeText, keys);
  }

  private static FeatureVector like(FeatureVector vector, SplittableRandom random) {
    List<Id> kept = vector.keys().subList(0, 1 + random.nextInt(vector.size()));
    return vector(vector.scheme(), vector.wholeText(), kept, random);
  }

  private static Campaign campaign(SplittableRandom random) {
    List<FeatureVector> vectors = new ArrayList<>();
    for (Scheme scheme : List.of(Scheme.CHAR50, Scheme.WORD)) {
      FeatureVector first = vector(scheme, random.nextInt(4) == 0, List.of(), random);
      vectors.add(first);
      for (int i = 1; i < VARIANTS; i++) {
        vectors.add(like(first, random));
      }
    }
    return new Campaign(Id.random(random), vectors);
  }

  /** What people of three sites said; the disk of the last one, which alone is left. */
  private static Peer left(PeerNetwork network, List<Campaign> all, SplittableRandom random) {
    List<Peer> sites = new ArrayList<>();
    List<SimulatedVoter> voters = new ArrayList<>();
    for (int i = 0; i < SITES; i++) {
      sites.add(network.add());
      network.simulation().runFor(SECOND);
      for (int voter = 0; voter < 3; voter++) {
        voters.add(new SimulatedVoter(random));
      }
    }
    network.simulation().runFor(30 * SECOND);
    for (int i = 0; i < 60; i++) {
      Campaign about = all.get(random.nextInt(all.size()));
      int who = random.nextInt(voters.size());
      int variant = random.nextInt(VARIANTS);
      List<FeatureVector> spoken =
          List.of(about.vectors().get(variant), about.vectors().get(VARIANTS + variant));
      VoteValue value = VALUES.get(random.nextInt(VALUES.size()));
      voters.get(who).vote(network, sites.get(who / 3), about.guid(), spoken, value);
      network.simulation().runFor(2 * SECOND);
    }
    network.simulation().runFor(30 * SECOND);
    sites.forEach(network::crash);
    return sites.get(SITES - 1);
  }

  private static CheckRequest question(List<Campaign> all, SplittableRandom random) {
    List<FeatureVector> first = all.get(random.nextInt(all.size())).vectors();
    List<FeatureVector> second = all.get(random.nextInt(all.size())).vectors();
    List<FeatureVector> asked =
        List.of(
            like(first.get(random.nextInt(VARIANTS)), random),
            like(second.get(VARIANTS + random.nextInt(VARIANTS)), random));
    List<Id> probes = all.get(random.nextInt(all.size())).vectors().get(0).keys();
    return new CheckRequest(
        asked,
        List.of(new ProbeKeys(Scheme.CHAR50, probes)),
        SampleVectors.THRES,
        Integer.MAX_VALUE,
        1 + random.nextInt(2),
        random.nextBoolean() ? Rule.TRUST : Rule.ANY,
        random.nextBoolean() ? Privacy.SUMMARY : Privacy.NETWORK);
  }

  private static List<CheckResult> ask(
      PeerNetwork network, Peer peer, List<CheckRequest> questions, boolean atOnce) {
    List<CheckResult> answers = new ArrayList<>();
    for (CheckRequest question : questions) {
      int before = answers.size();
      long begun = peer.routesBegun();
      network.call(peer, () -> peer.core().check(question, answers::add));
      assertThat(answers).hasSize(before + (atOnce ? 1 : 0));
      assertThat(peer.routesBegun()).isEqualTo(begun);
      network.simulation().runFor(atOnce ? 0 : 5 * SECOND);
      assertThat(answers).hasSize(before + 1);
    }
    return answers;
  }

  @Test
  void whatAClientHasPublishedIsAskedFor() {
    SplittableRandom random = new SplittableRandom(5);
    PeerNetwork network =
        new PeerNetwork(5, PeerConfig.DEFAULT, Latency.plane(5, 100_000), Faults.NONE);
    Peer host = network.add();
    network.simulation().runFor(SECOND);
    Peer client = network.addClient(List.of(host.contact().endpoint()));
    network.simulation().runFor(30 * SECOND);
    FeatureVector own = SampleVectors.random(random);
    FeatureVector clients = SampleVectors.random(random);
    new SimulatedVoter(random).vote(network, host, Id.random(random), List.of(own), VoteValue.SPAM);
    new SimulatedVoter(random)
        .vote(network, client, Id.random(random), List.of(clients), VoteValue.SPAM);
    network.simulation().runFor(30 * SECOND);
    assertThat(host.node().isAlone()).isTrue();
    for (FeatureVector asked : List.of(own, clients)) {
      CheckRequest question =
          new CheckRequest(List.of(asked), SampleVectors.THRES, Integer.MAX_VALUE, 1);
      assertThat(ask(network, host, List.of(question), asked.equals(own)))
          .extracting(CheckResult::verdict)
          .containsExactly(Verdict.SPAM);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void answersAtOnceWhatAskingFinds(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PeerNetwork network =
        new PeerNetwork(seed, PeerConfig.DEFAULT, Latency.plane(seed, 100_000), Faults.NONE);
    List<Campaign> all = new ArrayList<>();
    for (int i = 0; i < CAMPAIGNS; i++) {
      all.add(campaign(random));
    }
    Peer left = left(network, all, random);
    List<CheckRequest> questions = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      questions.add(question(all, random));
    }

    Peer alone = network.restart(left, List.of());
    network.simulation().runFor(60 * SECOND);
    List<CheckResult> atOnce = ask(network, alone, questions, true);
    network.crash(alone);
    Peer asking = network.restart(alone, List.of(new Endpoint("nobody", 1)));
    network.simulation().runFor(60 * SECOND);

    List<CheckResult> asked = ask(network, asking, questions, false);
    for (int i = 0; i < QUESTIONS; i++) {
      assertThat(atOnce.get(i))
          .usingRecursiveComparison()
          .ignoringFields("matches.vectors") // each check draws by lot which it names
          .isEqualTo(asked.get(i));
    }
    assertThat(atOnce).filteredOn(each -> each.verdict() == Verdict.SPAM).hasSizeGreaterThan(5);
    assertThat(atOnce)
        .filteredOn(each -> each.verdict() == Verdict.UNKNOWN && !each.matches().isEmpty())
        .isNotEmpty();
    assertThat(atOnce).filteredOn(each -> each.matches().size() > 1).isNotEmpty();
  }
}
