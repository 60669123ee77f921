package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Liars announce as much as they may in a day of messages on which nobody has voted, with the
 * features of ordinary mail that they know: mass mails, which come to many. How many questions does
 * that make honest peers ask? Nobody has kept any mail as ham.
 *
 * @param peers size of the network
 * @param liars share of them that lie, 0 to 1
 * @param kinds mass mails that liars know
 * @param known share of mails that are such mass mails, each kind as often, 0 to 1
 * @param checks mails that each of some honest peers checks in a day
 * @param askers how many these are
 * @param seed gives the whole run
 */
public record FloodExperiment(
    int peers, double liars, int kinds, double known, int checks, int askers, long seed) {
  private static final long SECOND = 1_000_000;
  private static final Duration DAY = Duration.ofDays(1);
  private static final int FARTHEST_MICROS = 200_000;
  private static final int A_BLOCK = 43; // announcements of 40 features fill it

  /**
   * What came of it.
   *
   * @param announced false messages that stood announced at an honest peer, in the mean
   * @param checks mails checked
   * @param known of them, mass mails
   * @param asked mails of which others were asked
   * @param calledSpam mails called spam
   */
  public record Result(long announced, int checks, int known, int asked, int calledSpam) {}

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) {
    PeerConfig config =
        PeerConfig.DEFAULT
            .withSummaries(HourlyUpkeep.summaries())
            .withOverlay(HourlyUpkeep.overlay())
            .withLeases(HourlyUpkeep.leases());
    PeerNetwork network =
        new PeerNetwork(seed, config, Latency.plane(seed, FARTHEST_MICROS), Faults.NONE);
    return new Run(network).measure(progress);
  }

  private final class Run {
    private final PeerNetwork network;
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<FeatureVector> massMails = new ArrayList<>();
    private final List<Peer> honest = new ArrayList<>();
    private int asked;
    private int ofKnown;
    private int calledSpam;

    Run(PeerNetwork network) {
      this.network = network;
      for (int i = 0; i < kinds; i++) {
        massMails.add(AnnouncedMessages.vector(random));
      }
    }

    Result measure(Consumer<String> progress) {
      network.simulation().runUntil(DAY.toNanos() / 1000);
      int lying = (int) Math.round(liars * peers);
      for (int i = 0; i < peers; i++) {
        if (i >= peers - lying) {
          network.add(this::flood);
        } else {
          honest.add(network.add());
        }
        network.simulation().runFor(SECOND);
      }
      network.simulation().runFor(HourlyUpkeep.SETTLED.toNanos() / 1000);
      List<Peer> asking = honest.subList(0, Math.min(askers, honest.size()));
      long pause = DAY.toNanos() / 1000 / checks;
      for (int i = 0; i < checks; i++) {
        asking.forEach(this::check);
        network.simulation().runFor(pause);
        if (i % 100 == 0) {
          progress.accept("%d checks each: %d asked in all".formatted(i + 1, asked));
        }
      }
      long announced =
          asking.stream()
              .mapToLong(peer -> peer.core().summaries().orElseThrow().status().words())
              .sum();
      return new Result(
          announced / Math.max(1, asking.size()),
          checks * asking.size(),
          ofKnown,
          asked,
          calledSpam);
    }

    /** What a liar has signed today. */
    private List<Block> flood(Contact self, Signatures signatures) {
      long now = network.simulation().nowMicros() / 1000;
      List<Block> blocks = new ArrayList<>();
      long bytes = 0;
      int next = random.nextInt(massMails.size());
      while (true) {
        List<Announcement> some = new ArrayList<>();
        for (int i = 0; i < A_BLOCK; i++) {
          some.add(AnnouncedMessages.of(massMails.get(next++ % massMails.size()), random));
        }
        Block block = Block.signed(signatures, self, now, blocks.size() + 1, now, some);
        bytes += block.bytes();
        if (bytes > SummaryConfig.DEFAULT.bytesPerDay()) {
          return blocks;
        }
        blocks.add(block);
      }
    }

    private void check(Peer peer) {
      boolean isKnown = random.nextDouble() < known;
      FeatureVector mail =
          isKnown
              ? massMails.get(random.nextInt(massMails.size()))
              : AnnouncedMessages.vector(random);
      CheckRequest question =
          new CheckRequest(
              List.of(mail),
              List.of(),
              Threshold.STANDARD,
              Integer.MAX_VALUE,
              1,
              Rule.TRUST,
              Privacy.SUMMARY);
      List<CheckResult> answers = new ArrayList<>(1);
      long begun = peer.routesBegun();
      network.call(peer, () -> peer.core().check(question, answers::add));
      long patience = network.simulation().nowMicros() + 10 * SECOND;
      network.simulation().runUntil(() -> !answers.isEmpty(), patience);
      ofKnown += isKnown ? 1 : 0;
      asked += peer.routesBegun() > begun ? 1 : 0;
      calledSpam += answers.stream().anyMatch(answer -> answer.verdict() == Verdict.SPAM) ? 1 : 0;
    }
  }
}
