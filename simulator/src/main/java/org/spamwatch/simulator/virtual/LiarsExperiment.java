package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What honest peers are told while others lie: spam that an honest peer marked is to be found in
 * changed copies, and unrelated mail is to stay unknown, as in a network without liars.
 *
 * @param peers size of the network
 * @param share share of them that lie, 0 to 1
 * @param lies what they do
 * @param fromStart whether they lie from their first message, or only once all is published
 * @param marks spams marked, each by its own voter at a random honest peer
 * @param checks honest peers that check a changed copy of each, and an unrelated mail
 * @param seed gives the whole run
 */
public record LiarsExperiment(
    int peers,
    double share,
    Set<Misbehaviour> lies,
    boolean fromStart,
    int marks,
    int checks,
    long seed) {
  private static final long SECOND = 1_000_000;

  /** What was marked, and as which message. */
  private record Marked(FeatureVector vector, Id guid) {}

  /** Features that a changed copy keeps, of ten: no more than THRES, the hardest case. */
  private static final int KEPT = 3;

  /** Peers through which others join; they are honest, as a seed must be. */
  private static final int SEEDS = 16;

  /**
   * What came of it.
   *
   * @param queries all checks
   * @param missed changed copies that were not found
   * @param falselyFound unrelated mails that were "spam"
   * @param routes routes that the asked peer began for a query, in the mean
   * @param messages routed and direct messages that honest peers sent for a query, in the mean
   * @param messagesPerMark the same for a mark
   * @param medianMillis the median time to the answer
   * @param slowestMillis the longest of 99 %
   */
  public record Result(
      int queries,
      int missed,
      int falselyFound,
      double routes,
      double messages,
      double messagesPerMark,
      long medianMillis,
      long slowestMillis) {
    /** Queries answered as an honest network would. */
    public int right() {
      return queries - missed - falselyFound;
    }
  }

  /** Checks the ranges; copies the set. */
  public LiarsExperiment {
    lies = Set.copyOf(lies);
    if (peers < 1 || marks < 0 || checks < 0 || !(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "sizes are positive, counts not negative and the share is from 0 to less than 1");
    }
  }

  /** Runs it; tells the stage it is in. */
  public Result run(Consumer<String> progress) {
    PeerNetwork network =
        new PeerNetwork(
            seed, PeerConfig.DEFAULT, Latency.plane(seed, 200_000), new Faults(0, 0, 10_000));
    progress.accept(peers + " peers joining");
    List<Peer> liars = new ArrayList<>();
    List<Peer> honest = grow(network, liars);
    network.simulation().runFor(120 * SECOND);
    long joined = honest.stream().filter(peer -> peer.core().node().isJoined()).count();
    progress.accept(
        "%d of %d honest peers have joined; marking %d spams"
            .formatted(joined, honest.size(), marks));
    progress.accept(new MissReport(network).leafSets());
    long before = transmissions(honest);
    List<Marked> marked = mark(network, honest);
    double messagesPerMark = (transmissions(honest) - before) / (double) Math.max(1, marks);
    if (!fromStart) {
      List<Contact> conspiracy = liars.stream().map(Peer::contact).toList();
      liars.forEach(liar -> liar.corrupt(lies, conspiracy, network.random().split()));
    }
    progress.accept("checking changed copies and unrelated mails");
    Tally tally = new Tally();
    for (Marked mark : marked) {
      for (int i = 0; i < checks; i++) {
        SplittableRandom random = network.random();
        Peer asker = honest.get(random.nextInt(honest.size()));
        FeatureVector copy = SampleVectors.changed(mark.vector(), KEPT, random);
        if (!check(network, asker, honest, copy, tally)) {
          tally.missed++;
          new MissReport(network)
              .of(asker, mark.vector(), KEPT, mark.guid())
              .forEach(line -> progress.accept("missed: " + line));
        }
        Peer other = honest.get(random.nextInt(honest.size()));
        FeatureVector unrelated = SampleVectors.random(random);
        tally.falselyFound += check(network, other, honest, unrelated, tally) ? 1 : 0;
      }
    }
    progress.accept(new MissReport(network).leafSets());
    return tally.result(messagesPerMark);
  }

  /** Every peer joins through one of the first; returns the honest ones. */
  private List<Peer> grow(PeerNetwork network, List<Peer> liars) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Peer> honest = new ArrayList<>();
    List<Contact> conspiracy = new ArrayList<>();
    long toChoose = Math.round(share * peers);
    for (int i = 0; i < peers; i++) {
      Peer peer = network.add();
      // A random sample of those that are no seeds, drawn one by one.
      if (i >= SEEDS && random.nextInt(peers - i) < toChoose - liars.size()) {
        liars.add(peer);
        conspiracy.add(peer.contact());
        if (fromStart) {
          peer.corrupt(lies, conspiracy, random.split());
        }
      } else {
        honest.add(peer);
      }
      network.simulation().runFor(SECOND / 5);
    }
    return honest;
  }

  private List<Marked> mark(PeerNetwork network, List<Peer> honest) {
    SplittableRandom random = network.random();
    List<Marked> marked = new ArrayList<>();
    for (int i = 0; i < marks; i++) {
      Peer peer = honest.get(random.nextInt(honest.size()));
      FeatureVector vector = SampleVectors.random(random);
      Id guid = Id.random(random);
      SimulatedVoter voter = new SimulatedVoter(random);
      voter.vote(network, peer, guid, List.of(vector), VoteValue.SPAM);
      network.simulation().runFor(SECOND / 10);
      marked.add(new Marked(vector, guid));
    }
    network.simulation().runFor(10 * SECOND);
    return marked;
  }

  private static final class Tally {
    private final List<Long> micros = new ArrayList<>();
    private int missed;
    private int falselyFound;
    private long routes;
    private long messages;

    Result result(double messagesPerMark) {
      Collections.sort(micros);
      int queries = Math.max(1, micros.size());
      return new Result(
          micros.size(),
          missed,
          falselyFound,
          (double) routes / queries,
          (double) messages / queries,
          messagesPerMark,
          micros.isEmpty() ? 0 : micros.get(micros.size() / 2) / 1000,
          micros.isEmpty() ? 0 : micros.get(micros.size() * 99 / 100) / 1000);
    }
  }

  /** Whether an honest peer is told that a mail is spam. */
  private static boolean check(
      PeerNetwork network, Peer peer, List<Peer> honest, FeatureVector vector, Tally tally) {
    CheckRequest question =
        new CheckRequest(List.of(vector), SampleVectors.THRES, Integer.MAX_VALUE, 1);
    List<CheckResult> answers = new ArrayList<>(1);
    long start = network.simulation().nowMicros();
    long messages = transmissions(honest);
    long routes = peer.routesBegun();
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runUntil(() -> !answers.isEmpty(), start + 10 * SECOND);
    tally.micros.add(network.simulation().nowMicros() - start);
    tally.routes += peer.routesBegun() - routes;
    tally.messages += transmissions(honest) - messages;
    return !answers.isEmpty() && answers.get(0).verdict() == Verdict.SPAM;
  }

  private static long transmissions(List<Peer> peers) {
    return peers.stream().mapToLong(Peer::transmissions).sum();
  }
}
