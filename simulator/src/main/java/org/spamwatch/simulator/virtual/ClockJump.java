package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A peer whose clock is wrong for a while: it starts with a date that is too early or too late,
 * runs, and is corrected. Mails are marked at it and at another peer before, during and after, and
 * looked for at the end. Virtual time; everything follows from the seed.
 *
 * @param seed of ids, latencies and mails
 * @param peers 1, so that there is nobody who knows better, or 3 and more
 * @param settled whether they have run for days before; else this is their first day
 * @param ahead how far its clock is ahead; negative if behind
 * @param inProcess whether its date jumps while it runs; else it starts anew with the wrong one
 * @param wrong how long it runs with it
 * @param after how long it runs once it is corrected, in its process as by NTP
 */
public record ClockJump(
    long seed,
    int peers,
    boolean settled,
    Duration ahead,
    boolean inProcess,
    Duration wrong,
    Duration after) {
  private static final int MARKS = 4;
  private static final long SECOND = 1_000_000;

  /** The beginning of 2026, so that ten years back are after 1970. */
  private static final long START_MICROS = 1_767_225_600L * SECOND;

  /**
   * What became of it.
   *
   * @param accepted marks that were answered as accepted
   * @param refused marks that were refused while the clock was wrong
   * @param lost accepted ones that are not on the disk of their own peer at the end
   * @param notFound marks made while the clock was right, of any peer, that are not found at both
   *     peers at the end
   * @param notFoundThere accepted at the peer whose clock was wrong meanwhile, and not found there
   * @param refusedRecords records that it refused for their date after it was corrected
   */
  public record Outcome(
      int accepted, int refused, int lost, int notFound, int notFoundThere, long refusedRecords) {}

  private record Mark(
      Endpoint at,
      VoteRequest voteRequest,
      FeatureVector vector,
      boolean isTrue,
      List<Boolean> accepted) {
    boolean isAccepted() {
      return accepted.contains(true);
    }
  }

  /** Lives it. */
  public Outcome run() {
    return new Life().outcome();
  }

  private final class Life {
    private final PeerNetwork network =
        new PeerNetwork(seed, PeerConfig.DEFAULT, Latency.plane(seed, 50_000), Faults.NONE);
    private final List<Mark> marks = new ArrayList<>();

    Outcome outcome() {
      network.simulation().runUntil(START_MICROS);
      if (settled) {
        network.clocks().settled();
      }
      for (int i = 0; i < peers; i++) {
        network.add(seeds());
        network.simulation().runFor(5 * SECOND);
      }
      network.simulation().runFor(120 * SECOND);
      Endpoint there = network.running().get(peers - 1).contact().endpoint();
      Endpoint other = network.running().get(peers / 2).contact().endpoint();
      mark(peer(there), true);
      mark(peer(other), true);

      network.clocks().jump(peer(there).contact(), micros(ahead));
      if (!inProcess) {
        restart(there);
      }
      network.simulation().runFor(SECOND / 2); // at which nobody can have noticed it
      mark(peer(there), false);
      mark(peer(other), peers > 1);
      network.simulation().runFor(30 * SECOND);
      mark(peer(there), false);
      network.simulation().runFor(micros(wrong));

      network.clocks().jump(peer(there).contact(), -micros(ahead));
      network.simulation().runFor(60 * SECOND);
      long refusedBefore = refusedByDate(peer(there));
      mark(peer(there), true);
      mark(peer(other), true);
      network.simulation().runFor(micros(after));
      long refusedRecords = refusedByDate(peer(there)) - refusedBefore;

      restart(there); // what is found must be on disk
      network.simulation().runFor(2 * 3_600 * SECOND);
      return judged(peer(there), peer(other), refusedRecords);
    }

    private static long refusedByDate(Peer peer) {
      var refused = peer.core().status().records().refused();
      return refused.getOrDefault(Refusal.AHEAD, 0L) + refused.getOrDefault(Refusal.STALE, 0L);
    }

    private Outcome judged(Peer there, Peer other, long refusedRecords) {
      int accepted = 0;
      int lost = 0;
      int notFound = 0;
      int notFoundThere = 0;
      for (Mark mark : marks) {
        if (mark.isAccepted()) {
          accepted++;
          lost += isOnDisk(mark) ? 0 : 1;
          boolean found = isSpam(there, mark);
          notFoundThere += mark.isTrue() || found ? 0 : 1;
          notFound += mark.isTrue() && !(found && isSpam(other, mark)) ? 1 : 0;
        } else {
          notFound += mark.isTrue() ? 1 : 0;
        }
      }
      return new Outcome(
          accepted, marks.size() - accepted, lost, notFound, notFoundThere, refusedRecords);
    }

    private List<Endpoint> seeds() {
      return network.running().stream().limit(1).map(peer -> peer.contact().endpoint()).toList();
    }

    private Peer peer(Endpoint at) {
      return network.at(at).orElseThrow();
    }

    private void restart(Endpoint at) {
      Peer peer = peer(at);
      network.crash(peer);
      network.restart(peer, seeds());
    }

    /** People mark mails; their votes are dated by the machine that they are at. */
    private void mark(Peer peer, boolean isTrue) {
      for (int i = 0; i < MARKS; i++) {
        FeatureVector vector = SampleVectors.random(network.random());
        VoteRequest voteRequest =
            new SimulatedVoter(network.random())
                .voteRequest(
                    network.realm(),
                    peer.contact().id(),
                    Id.random(network.random()),
                    List.of(vector),
                    VoteValue.SPAM,
                    network.clocks().dateMicros(peer.contact()));
        Mark mark =
            new Mark(peer.contact().endpoint(), voteRequest, vector, isTrue, new ArrayList<>());
        marks.add(mark);
        network.call(
            peer,
            () ->
                peer.core().vote(voteRequest, receipt -> mark.accepted().add(receipt.accepted())));
        network.simulation().runFor(SECOND / 20);
      }
      network.simulation().runFor(isTrue ? 60 * SECOND : 5 * SECOND);
    }

    private boolean isOnDisk(Mark mark) {
      return peer(mark.at()).store().holds(mark.voteRequest().vote());
    }

    private boolean isSpam(Peer asker, Mark mark) {
      List<CheckResult> answers = new ArrayList<>(1);
      CheckRequest question =
          new CheckRequest(List.of(mark.vector()), SampleVectors.THRES, Integer.MAX_VALUE, 1);
      network.call(asker, () -> asker.core().check(question, answers::add));
      network.simulation().runFor(10 * SECOND);
      return !answers.isEmpty() && answers.get(0).verdict() == Verdict.SPAM;
    }
  }

  private static long micros(Duration span) {
    return span.toSeconds() * SECOND;
  }
}
