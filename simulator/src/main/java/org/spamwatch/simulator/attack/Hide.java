package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A spammer knows what he will send, and so its GUID. Before anybody marks the mail he gives every
 * keeper of it three votes of his own: two fill its vectors with such as no mail has, and one that
 * was taken back says that there is nothing to look for.
 */
final class Hide implements Attack.Scenario {
  private static final int PEERS = 6;
  private static final int MAILS = 20;
  private static final int KEYS = 12;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers = settings.start(PEERS, progress)) {
      List<HonestUser> users = new ArrayList<>();
      for (PeerProcess peer : peers.all()) {
        users.add(new HonestUser(peer, random.split()));
      }
      List<RandomText> mails = new ArrayList<>();
      for (int i = 0; i < MAILS; i++) {
        mails.add(RandomText.draw(random));
      }
      long begun = System.nanoTime();
      try (Adversary adversary = Adversary.open(users.get(0).realm(), random.split())) {
        HostileSite site =
            new HostileSite(
                adversary.self(), users.get(0).realm(), adversary.signatures(), random.split());
        for (RandomText mail : mails) {
          fill(adversary, site, peers.all(), mail.address().guid().orElseThrow());
        }
        awaitAnswers(adversary, 3 * MAILS * PEERS);
        double seconds = (System.nanoTime() - begun) / 1e9;
        return judged(users, mails, adversary.counters().bytesOut(), seconds);
      }
    }
  }

  private static void fill(
      Adversary adversary, HostileSite site, List<PeerProcess> peers, Id guid) {
    long now = System.currentTimeMillis();
    Scheme scheme = Scheme.CHAR50;
    List<List<FeatureVector>> vectors =
        List.of(
            site.vectors(scheme, Vote.MAX_DIGESTS, KEYS),
            site.vectors(scheme, Vote.MAX_DIGESTS, KEYS));
    for (List<FeatureVector> four : vectors) {
      Vote vote = site.vote(guid, four, VoteValue.SPAM, now);
      peers.forEach(peer -> adversary.send(peer.endpoint(), site.keep(peer.id(), vote, four)));
    }
    List<FeatureVector> one = site.vectors(scheme, 1, KEYS);
    Vote taken = site.vote(guid, one, VoteValue.WITHDRAWN, now);
    peers.forEach(peer -> adversary.send(peer.endpoint(), site.keep(peer.id(), taken, one)));
  }

  /** What was sent has been dealt with when as many answers have come, or none for a while. */
  private static void awaitAnswers(Adversary adversary, int count) throws InterruptedException {
    for (int come = 0; come < count; come++) {
      if (adversary.take(2_000) == null) {
        return;
      }
    }
  }

  private static AttackResult judged(
      List<HonestUser> users, List<RandomText> mails, long bytes, double seconds) {
    int accepted = 0;
    int found = 0;
    for (int i = 0; i < mails.size(); i++) {
      boolean taken = users.get(i % PEERS).vote(mails.get(i), VoteValue.SPAM);
      accepted += taken ? 1 : 0;
      found += users.get((i + 1 + i / PEERS) % PEERS).findsSpam(mails.get(i)) ? 1 : 0;
    }
    String seen =
        "%d of %d marks accepted, %d mails found at another peer"
            .formatted(accepted, mails.size(), found);
    return new AttackResult(
        bytes, seconds, seen, accepted == mails.size() && found == mails.size());
  }
}
