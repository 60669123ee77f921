package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * One node hands a peer votes over as if their keepers had changed, several megabytes of them a
 * second; every one is forged, which shows only when its signature is checked.
 */
final class EntrustFlood implements Attack.Scenario {
  private static final int BYTES_A_SECOND = 7_000_000;
  private static final int MESSAGES = 200;
  private static final long TICK_MILLIS = 50;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    try (Victim victim = Victim.open(settings, progress);
        Adversary adversary = Adversary.open(victim.user().realm(), victim.random())) {
      List<HandOverVotes> forged = forged(adversary, victim.user().realm(), victim.random());
      Thread flood = new Thread(() -> flood(adversary, victim.peer(), forged, settings), "flood");
      flood.start();
      while (flood.isAlive()) {
        victim.checks();
      }
      flood.join();
      return new AttackResult(
          adversary.counters().bytesOut(), victim.seconds(), victim.seen(), victim.serves());
    }
  }

  private static List<HandOverVotes> forged(
      Adversary adversary, Id realm, SplittableRandom random) {
    HostileSite site =
        new HostileSite(adversary.self(), realm, adversary.signatures(), random.split());
    long now = System.currentTimeMillis();
    List<HandOverVotes> forged = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      List<FeatureVector> four =
          site.vectors(Scheme.CHAR50, Vote.MAX_DIGESTS, FeatureVector.MAX_SIZE);
      Vote vote = site.vote(Id.random(random), four, VoteValue.SPAM, now);
      List<Vote> votes = new ArrayList<>();
      for (int j = 0; j < VoteMessage.MAX_VOTES; j++) {
        votes.add(forged(vote, random));
      }
      forged.add(new HandOverVotes(votes, four));
    }
    return forged;
  }

  private static Vote forged(Vote vote, SplittableRandom random) {
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    random.nextBytes(signature);
    signature[Vote.SIGNATURE_BYTES - 1] = 0; // or it would be refused without any work
    return new Vote(
        vote.realm(),
        vote.site(),
        vote.guid(),
        vote.digests(),
        vote.value(),
        vote.origin(),
        vote.sequence(),
        vote.timeMillis(),
        vote.key(),
        signature,
        Optional.of(vote.certificate().orElseThrow()));
  }

  private static void flood(
      Adversary adversary, PeerProcess peer, List<HandOverVotes> forged, AttackSettings settings) {
    long begun = System.nanoTime();
    long hop = begun;
    int sent = 0;
    int size = PeerCore.messages(Limits.DEFAULT).encode(forged.get(0)).length;
    try {
      while (System.nanoTime() - begun < settings.length().toNanos()) {
        long due = (long) ((System.nanoTime() - begun) / 1e9 * BYTES_A_SECOND / size);
        List<Message> some = new ArrayList<>();
        for (; sent < due; sent++) {
          some.add(new Direct(hop++, adversary.self(), peer.id(), forged.get(sent % MESSAGES)));
        }
        adversary.sendAll(peer.endpoint(), some);
        Thread.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
