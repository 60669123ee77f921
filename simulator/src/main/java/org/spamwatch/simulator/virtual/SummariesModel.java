package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SpamSummary;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummaryFigures;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.agent.summary.SummaryPages;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * What announcements cost in networks too large to run: arithmetic over the lengths of messages,
 * and blocks that are passed on in a random graph. No copy of the protocol: nothing is lost, nobody
 * lies, comes or goes, and only what the costs depend on is there.
 *
 * @param peers size of the network
 * @param campaigns new messages a day, in the whole network, each announced by three peers
 * @param seed of graph and latencies
 */
public record SummariesModel(int peers, long campaigns, long seed) {
  private static final double DAY = 86_400;
  private static final double HOUR = 3_600;
  private static final double GATHERED = SummaryConfig.DEFAULT.gather().toMillis() / 1000.0;
  private static final double TOLD_AFTER = 0.5;
  private static final int TOLD_TO = 6;
  private static final double FARTHEST = 0.2;
  private static final int RANGES = 16;
  private static final int PAGE = 300;

  /** Blocks whose way is followed. */
  private static final int FOLLOWED = 10;

  /** Messages of which the index's size is measured; of more it is in proportion. */
  private static final int MEASURED = 4_000;

  /** In how many slices the filter is built, at most, and how long each waits. */
  private static final int SLICES = 100;

  private static final long SLICE_MICROS = 10_000;

  private static final MessageTable CODEC = PeerCore.messages(Limits.DEFAULT);

  /**
   * What it says.
   *
   * @param bytes that a peer sends for announcements in an hour
   * @param comparing of these, what comparing with neighbours takes
   * @param newcomerBytes of the blocks that one that is new is sent: those of 60 days
   * @param indexBytes that a peer's index and filter take after 60 days
   */
  public record Result(
      long medianMillis,
      long slowestMillis,
      long bytes,
      long comparing,
      long newcomerBytes,
      long indexBytes) {}

  private double blocksPerSecond() {
    return AnnouncedMessages.MARKED_AT * campaigns / DAY / inBlock();
  }

  /** Announcements in a block. */
  private double inBlock() {
    return 1 + AnnouncedMessages.MARKED_AT * campaigns / DAY / peers * GATHERED;
  }

  /** Computes it. */
  public Result run() {
    double[] delays = delays();
    Lengths lengths = new Lengths(new SplittableRandom(seed));
    double named = 1 + blocksPerSecond() * TOLD_AFTER; // names in a message
    double ofBlock =
        TOLD_TO / named * lengths.known(named) + lengths.wanted() + lengths.told(inBlock());
    double comparing = lengths.comparing(differing(delays));
    long days = SummaryConfig.DEFAULT.retention().toDays();
    double blocks = blocksPerSecond() * DAY * days;
    Arrays.sort(delays);
    return new Result(
        Math.round(1000 * delays[delays.length / 2]),
        Math.round(1000 * delays[delays.length * 99 / 100]),
        Math.round(HOUR * (blocksPerSecond() * ofBlock + comparing / 60)),
        Math.round(HOUR * comparing / 60),
        Math.round(blocks * lengths.told(inBlock())),
        indexBytes(days * campaigns));
  }

  /** Of the sixteen ranges of origins, how many two peers hold different blocks of at a moment. */
  private double differing(double[] delays) {
    SplittableRandom random = new SplittableRandom(seed);
    double apart = 0;
    for (int i = 0; i < delays.length; i++) {
      int block = i / peers;
      apart += Math.abs(delays[i] - delays[block * peers + random.nextInt(peers)]);
    }
    double blocks = blocksPerSecond() * apart / delays.length;
    return RANGES * (1 - Math.exp(-blocks / RANGES));
  }

  // How blocks are passed on ---------------------------------------------------------------------

  /**
   * Seconds from the mark to each peer, block by block; one that nobody told comes by comparing.
   */
  private double[] delays() {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = random.doubles(peers).toArray();
    double[] y = random.doubles(peers).toArray();
    double[] all = new double[peers * FOLLOWED];
    for (int i = 0; i < FOLLOWED; i++) {
      double[] one = new Spread(x, y, random).run();
      System.arraycopy(one, 0, all, i * peers, peers);
    }
    return all;
  }

  /** One block's way. */
  private final class Spread {
    private record Event(double at, int peer) {}

    private final double[] x;
    private final double[] y;
    private final SplittableRandom random;
    private final double[] known;
    private final PriorityQueue<Event> arrivals =
        new PriorityQueue<>(Comparator.comparingDouble(Event::at));

    Spread(double[] x, double[] y, SplittableRandom random) {
      this.x = x;
      this.y = y;
      this.random = random;
      this.known = new double[x.length];
      Arrays.fill(known, Double.POSITIVE_INFINITY);
    }

    double[] run() {
      arrivals.add(new Event(GATHERED, random.nextInt(known.length)));
      for (Event next = arrivals.poll(); next != null; next = arrivals.poll()) {
        if (next.at() < known[next.peer()]) {
          known[next.peer()] = next.at();
          tell(next);
        }
      }
      double last = Arrays.stream(known).filter(Double::isFinite).max().orElse(0);
      for (int i = 0; i < known.length; i++) {
        if (Double.isInfinite(known[i])) {
          known[i] = last + 60 * random.nextDouble(); // by comparing, once a minute
        }
      }
      return known;
    }

    private void tell(Event from) {
      // Whoever is gathering already has begun to at any time within the last half second.
      double load = blocksPerSecond() * TOLD_AFTER;
      boolean isGathering = random.nextDouble() < load / (1 + load);
      double told = from.at() + (isGathering ? random.nextDouble() : 1) * TOLD_AFTER;
      for (int i = 0; i < TOLD_TO; i++) {
        int to = random.nextInt(known.length);
        double oneWay = Math.hypot(x[to] - x[from.peer()], y[to] - y[from.peer()]);
        // The name there, the question back, the block there.
        double at = told + 3 * oneWay / Math.sqrt(2) * FARTHEST;
        if (at < known[to]) {
          arrivals.add(new Event(at, to));
        }
      }
    }
  }

  // How long messages are ------------------------------------------------------------------------

  /** Encoded lengths in bytes, with what acknowledges each. */
  private final class Lengths {
    private final SplittableRandom random;
    private final Contact self;
    private final int acknowledgement;

    Lengths(SplittableRandom random) {
      this.random = random;
      this.self = new Contact(Id.random(random), new Endpoint("peer" + peers, 1));
      this.acknowledgement = CODEC.encode(new HopAck(random.nextLong())).length;
    }

    private int of(Message payload) {
      Direct direct = new Direct(random.nextLong(), self, Id.random(random), payload);
      return CODEC.encode(direct).length + acknowledgement;
    }

    private Known name() {
      return new Known(Id.random(random), 1L << 40, 1, 1);
    }

    private double known(double names) {
      int one = of(new BlocksKnown(List.of(name())));
      int two = of(new BlocksKnown(List.of(name(), name())));
      return one + (names - 1) * (two - one);
    }

    private int wanted() {
      return of(new BlocksWanted(name()));
    }

    private double told(double announcements) {
      List<Announcement> some = new ArrayList<>();
      some.add(AnnouncedMessages.of(AnnouncedMessages.vector(random), random));
      int one = of(new BlocksTold(List.of(block(some))));
      some.add(AnnouncedMessages.of(AnnouncedMessages.vector(random), random));
      int two = of(new BlocksTold(List.of(block(some))));
      return one + (announcements - 1) * (two - one);
    }

    private Block block(List<Announcement> some) {
      Signatures signatures = new SharedSecretSignatures(self.id(), 1);
      return Block.signed(signatures, self, 1L << 40, 1, 1L << 40, some);
    }

    /** A comparison in which the runs of some ranges are told. */
    private double comparing(double ranges) {
      int digests = of(new LogDigests(Collections.nCopies(RANGES, random.nextLong())));
      int none = of(new LogsHeld(0, true, List.of()));
      int full = of(new LogsHeld(1, true, Collections.nCopies(PAGE, name())));
      double told = ranges * Math.min(peers, AnnouncedMessages.MARKED_AT * campaigns) / RANGES;
      double pages = Math.max(1, told / PAGE);
      return digests + none * pages + told * (full - none) / PAGE;
    }
  }

  // What is kept ---------------------------------------------------------------------------------

  /** What index and filter of a summary take together. */
  static long bytes(SummaryFigures figures) {
    return figures.indexBytes() + figures.filterBytes();
  }

  /** Bytes that index and filter of so many messages take. */
  public static long indexBytes(long messages) {
    SplittableRandom random = new SplittableRandom(1);
    Timers timers = new Timers(0);
    SpamSummary summary = new SpamSummary(timers, random, SummaryPages.HEAP, Integer.MAX_VALUE);
    int measured = (int) Math.min(MEASURED, messages);
    List<Id> origins = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      origins.add(Id.random(random));
    }
    for (int i = 0; i < measured; i++) {
      FeatureVector vector = AnnouncedMessages.vector(random);
      Announcement announcement = AnnouncedMessages.of(vector, random);
      for (int j = 0; j < AnnouncedMessages.MARKED_AT; j++) {
        summary.announced(origins.get((i + j) % origins.size()), announcement, i);
      }
    }
    for (int i = 1; i < SLICES; i++) {
      timers.advance(i * SLICE_MICROS); // so that its filter grows
    }
    return Math.round((double) bytes(summary.figures()) * messages / Math.max(1, measured));
  }
}
