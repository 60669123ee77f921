package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Checks in a realm whose peers announce what their voters call spam. Seeds replay. */
class SummaryCheckTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(8);

  private static PeerNetwork network() {
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    PeerNetwork network = new PeerNetwork(7, config, Latency.plane(7, 100_000), Faults.NONE);
    for (int i = 0; i < 8; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(300 * SECOND);
    return network;
  }

  /** What is answered at once, so by nobody else; then what is answered within five seconds. */
  private static List<CheckResult> check(
      PeerNetwork network, Peer peer, Privacy privacy, FeatureVector vector, boolean atOnce) {
    List<CheckResult> answers = new ArrayList<>();
    CheckRequest question =
        new CheckRequest(
            List.of(vector),
            List.of(),
            SampleVectors.THRES,
            Integer.MAX_VALUE,
            1,
            Rule.TRUST,
            privacy);
    long begun = peer.routesBegun();
    network.call(peer, () -> peer.core().check(question, answers::add));
    assertThat(answers).hasSize(atOnce ? 1 : 0);
    if (atOnce) {
      assertThat(peer.routesBegun()).isEqualTo(begun);
    }
    network.simulation().runFor(5 * SECOND);
    assertThat(answers).hasSize(1);
    return answers;
  }

  @Test
  void ordinaryMailStaysAtHomeAndMarkedMailIsFoundAsWithNetwork() {
    PeerNetwork network = network();
    Peer marker = network.running().get(2);
    FeatureVector spam = SampleVectors.random(random);
    VoteRequest request =
        new SimulatedVoter(random)
            .voteRequest(
                network.realm(),
                marker.contact().id(),
                Id.random(random),
                List.of(spam),
                VoteValue.SPAM,
                network.simulation().nowMicros());
    network.call(marker, () -> marker.core().vote(request, receipt -> {}));
    network.simulation().runFor(60 * SECOND);
    for (Peer peer : network.running()) {
      assertThat(peer.core().summaries()).get().matches(SummarySpread::isSynchronised);
      FeatureVector ordinary = SampleVectors.random(random);
      assertThat(check(network, peer, Privacy.SUMMARY, ordinary, true))
          .singleElement()
          .matches(answer -> answer.verdict() == Verdict.UNKNOWN)
          .matches(answer -> answer.source() == Source.SUMMARY)
          .matches(CheckResult::complete);
      check(network, peer, Privacy.NETWORK, ordinary, false);
      for (Privacy asking : new Privacy[] {Privacy.SUMMARY, Privacy.NETWORK}) {
        assertThat(check(network, peer, asking, spam, false))
            .singleElement()
            .matches(answer -> answer.verdict() == Verdict.SPAM)
            .matches(answer -> answer.source() == Source.OVERLAY);
      }
      Verdict own = peer == marker ? Verdict.SPAM : Verdict.UNKNOWN;
      assertThat(check(network, peer, Privacy.LOCAL, spam, true))
          .singleElement()
          .matches(answer -> answer.verdict() == own);
    }
  }
}
