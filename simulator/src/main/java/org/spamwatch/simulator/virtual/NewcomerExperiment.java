package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What it takes a peer that is new to learn all that was announced in 60 days, from peers that hold
 * it: each message was announced by three of a number of origins, in a block of its own.
 *
 * @param peers that hold it all
 * @param origins that announced it, and are away by now
 * @param campaigns new messages a day, in the whole network
 * @param loss share of messages between peers lost, 0 to 1
 * @param seed gives the whole run
 */
public record NewcomerExperiment(int peers, int origins, int campaigns, double loss, long seed) {
  private static final long SECOND = 1_000_000;
  private static final Duration RETENTION = SummaryConfig.DEFAULT.retention();
  private static final int FARTHEST_MICROS = 200_000;
  private static final long PATIENCE = 4 * 3_600 * SECOND;
  private static final int REPORT_EVERY_SECONDS = 60;

  /**
   * What came of it.
   *
   * @param announcements that there were
   * @param raw their bytes, in their blocks
   * @param held announcements that the newcomer had in the end
   * @param allMillis until it had them all; -1 if it never did
   * @param completeMillis until it took them for all; -1 if it never did
   * @param received bytes that it was sent for announcements, acknowledgements included
   * @param sent bytes that it sent for them
   */
  public record Result(
      long announcements,
      long raw,
      long held,
      long allMillis,
      long completeMillis,
      long received,
      long sent) {}

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) {
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    PeerNetwork network =
        new PeerNetwork(
            seed, config, Latency.plane(seed, FARTHEST_MICROS), new Faults(loss, 0, 10_000));
    network.simulation().runUntil(RETENTION.toNanos() / 1000); // nobody is there yet
    List<Block> blocks = history(network);
    progress.accept(blocks.size() + " blocks announced");
    for (int i = 0; i < peers; i++) {
      network.add((self, signatures) -> blocks);
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(300 * SECOND);
    return new Run(network, blocks).measure(progress);
  }

  /** What was announced, at an even pace, up to a minute ago. */
  private List<Block> history(PeerNetwork network) {
    SplittableRandom random = new SplittableRandom(seed);
    long now = network.simulation().nowMicros() / 1000;
    long messages = RETENTION.toDays() * campaigns;
    long span = RETENTION.minusHours(1).toMillis();
    long oldest = now - span;
    List<Contact> all = new ArrayList<>();
    for (int i = 0; i < origins; i++) {
      all.add(new Contact(Id.random(random), new Endpoint("origin" + i, 1)));
    }
    int[] numbers = new int[origins];
    List<Block> blocks = new ArrayList<>();
    for (long i = 0; i < messages; i++) {
      List<Announcement> one =
          List.of(AnnouncedMessages.of(AnnouncedMessages.vector(random), random));
      int first = random.nextInt(origins);
      for (int j = 0; j < Math.min(origins, AnnouncedMessages.MARKED_AT); j++) {
        int by = (first + j) % origins;
        Contact origin = all.get(by);
        blocks.add(
            Block.signed(
                network.signaturesOf(origin.id()),
                origin,
                oldest,
                ++numbers[by],
                oldest + span * i / messages,
                one));
      }
    }
    return blocks;
  }

  private static final class Run {
    private final PeerNetwork network;
    private final List<Block> blocks;
    private final PayloadBytes received = new PayloadBytes(SummaryMessage.class::isInstance);
    private final PayloadBytes sent = new PayloadBytes(SummaryMessage.class::isInstance);

    Run(PeerNetwork network, List<Block> blocks) {
      this.network = network;
      this.blocks = blocks;
    }

    Result measure(Consumer<String> progress) {
      long begin = network.simulation().nowMicros();
      Peer newcomer = network.add();
      Id self = newcomer.contact().id();
      network.traffic().onSent(message -> count(self, message));
      SummarySpread summaries = newcomer.core().summaries().orElseThrow();
      long raw = blocks.stream().mapToLong(Block::bytes).sum();
      long all = -1;
      long complete = -1;
      for (long seconds = 1; complete < 0 && seconds * SECOND < PATIENCE; seconds++) {
        network.simulation().runUntil(begin + seconds * SECOND);
        long held = summaries.status().words();
        if (all < 0 && held >= blocks.size()) {
          all = network.simulation().nowMicros() - begin;
        }
        if (all >= 0 && summaries.isComplete()) {
          complete = network.simulation().nowMicros() - begin;
        }
        if (seconds % REPORT_EVERY_SECONDS == 0) {
          progress.accept("%d s: %d of %d".formatted(seconds, held, blocks.size()));
        }
      }
      return new Result(
          blocks.size(),
          raw,
          summaries.status().words(),
          all < 0 ? -1 : all / 1000,
          complete < 0 ? -1 : complete / 1000,
          received.bytes(),
          sent.bytes());
    }

    private void count(Id self, Message message) {
      if (message instanceof Direct direct) {
        if (direct.target().equals(self)) {
          received.accept(message);
        } else if (direct.sender().id().equals(self)) {
          sent.accept(message);
        }
      }
    }
  }
}
