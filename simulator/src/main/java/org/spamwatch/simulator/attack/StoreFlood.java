package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.live.SimulatedVoter;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * One node gives a peer votes on thousands of messages, each with as many and as long vectors as a
 * vote may have, until its memory should be full; then the peer is killed and started again.
 */
final class StoreFlood implements Attack {
  private static final int VOTES = 16_000;
  private static final int VOTES_OF_VOTER = 800;
  private static final int AT_ONCE = 400;
  private static final long PACE_MILLIS = 1_000;
  private static final double WITHIN_MILLIS = 500;

  @Override
  public String name() {
    return "store-flood";
  }

  @Override
  public String promise() {
    return "a peer that is given 40 MB of votes serves its own users, and does after a restart";
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers =
        PeerProcesses.start(1, PeerProcesses.small(settings.heapMebibytes()), progress)) {
      PeerProcess peer = peers.all().get(0);
      HonestUser user = new HonestUser(peer, random.split());
      List<RandomText> marked = new ArrayList<>();
      int accepted = 0;
      long begun = System.nanoTime();
      long bytes;
      double seconds;
      try (Adversary adversary = Adversary.open(user.realm(), random.split())) {
        HostileSite site =
            new HostileSite(adversary.self(), user.realm(), adversary.signatures(), random.split());
        SimulatedVoter voter = new SimulatedVoter(random);
        for (int sent = 0; sent < VOTES; sent += AT_ONCE) {
          voter = sent % VOTES_OF_VOTER == 0 ? new SimulatedVoter(random) : voter;
          long next = System.nanoTime() + PACE_MILLIS * 1_000_000;
          flood(adversary, site, voter, peer, random);
          RandomText text = user.text();
          marked.add(text);
          accepted += user.vote(text, Verdict.SPAM) ? 1 : 0;
          user.findsSpam(text);
          Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
        }
        bytes = adversary.counters().bytesOut();
        seconds = (System.nanoTime() - begun) / 1e9;
      }
      int atOnce = found(user, marked);
      String after = restarted(peers, peer, user, marked);
      String seen =
          "%d of %d marks accepted, %d found; %s; p99 %.0f ms, %d unanswered"
              .formatted(
                  accepted, marked.size(), atOnce, after, user.millis(0.99), user.unanswered());
      boolean kept =
          accepted == marked.size()
              && atOnce == marked.size()
              && after.equals(all(marked))
              && user.unanswered() == 0
              && user.millis(0.99) < WITHIN_MILLIS;
      return new AttackResult(bytes, seconds, seen, kept);
    }
  }

  private static void flood(
      Adversary adversary,
      HostileSite site,
      SimulatedVoter voter,
      PeerProcess peer,
      SplittableRandom random) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < AT_ONCE; i++) {
      List<FeatureVector> four =
          site.vectors(Scheme.CHAR50, Vote.MAX_DIGESTS, FeatureVector.MAX_SIZE);
      Vote vote = site.vote(voter, Id.random(random), four, Verdict.SPAM, now);
      adversary.send(peer.endpoint(), site.keep(peer.id(), vote, four));
    }
  }

  private static String restarted(
      PeerProcesses peers, PeerProcess peer, HonestUser user, List<RandomText> marked) {
    try {
      peers.kill(List.of(peer));
      peers.start(List.of(peer));
      return found(user, marked) + " after a restart";
    } catch (ProcessException e) {
      return "it does not start again: " + e.getMessage();
    }
  }

  private static String all(List<RandomText> marked) {
    return marked.size() + " after a restart";
  }

  private static int found(HonestUser user, List<RandomText> texts) {
    return (int) texts.stream().filter(user::findsSpam).count();
  }
}
