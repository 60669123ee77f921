package org.spamwatch.simulator.attack;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * One node gives a peer votes on thousands of messages, each with as many and as long vectors as a
 * vote may have, until its memory should be full; then the peer is killed and started again.
 */
final class StoreFlood implements Attack.Scenario {
  private static final int VOTES_A_SECOND = 400;

  /** 40 MB. */
  private static final int LEAST_SECONDS = 40;

  private static final int AT_ONCE = 40;
  private static final int VOTES_OF_VOTER = 800;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    long seconds = Math.max(LEAST_SECONDS, settings.length().toSeconds());
    try (Victim victim = Victim.open(settings, progress)) {
      long bytes;
      int refused = 0;
      try (Adversary adversary = Adversary.open(victim.user().realm(), victim.random())) {
        Thread flood = new Thread(() -> flood(adversary, victim, seconds), "flood");
        flood.start();
        int second = 0;
        while (flood.isAlive()) {
          if (victim.seconds() > second) {
            second++;
            refused += victim.marks() ? 0 : 1;
          }
          victim.checks();
        }
        flood.join();
        bytes = adversary.counters().bytesOut();
      }
      double busy = victim.seconds();
      int atOnce = victim.found();
      String seen = victim.seen();
      victim.restart();
      int restarted = victim.found();
      seen +=
          "; %d of %d marks refused, %d found, %d after a restart"
              .formatted(refused, victim.marked() + refused, atOnce, restarted);
      boolean kept =
          victim.serves()
              && refused == 0
              && atOnce == victim.marked()
              && restarted == victim.marked();
      return new AttackResult(bytes, busy, seen, kept);
    }
  }

  private static void flood(Adversary adversary, Victim victim, long seconds) {
    SplittableRandom random = new SplittableRandom(seconds);
    HostileSite site =
        new HostileSite(
            adversary.self(), victim.user().realm(), adversary.signatures(), random.split());
    SimulatedVoter voter = new SimulatedVoter(random);
    try {
      for (long sent = 0; sent < seconds * VOTES_A_SECOND; sent += AT_ONCE) {
        voter = sent % VOTES_OF_VOTER == 0 ? new SimulatedVoter(random) : voter;
        flood(adversary, site, voter, victim.peer(), random);
        double due = (double) (sent + AT_ONCE) / VOTES_A_SECOND;
        Thread.sleep((long) Math.max(0, 1_000 * (due - victim.seconds())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
      Vote vote = site.vote(voter, Id.random(random), four, VoteValue.SPAM, now);
      adversary.send(peer.endpoint(), site.keep(peer.id(), vote, four));
    }
  }
}
