package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * One of two peers is down. Somebody at its address opens a link to the other one, and says in his
 * greeting that he is to be reached at the endpoint of the one that is down. Then that peer comes
 * back: both still find each other, and what is marked at one is known at the other.
 */
final class ClaimedEndpoint implements Attack.Scenario {
  private static final int MAILS = 10;
  private static final long MEET_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final boolean expired;

  /**
   * The attack.
   *
   * @param expired by a greeting with a membership that has run out, and the link is closed again;
   *     else by a link that stays open
   */
  ClaimedEndpoint(boolean expired) {
    this.expired = expired;
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers = settings.start(2, progress)) {
      PeerProcess victim = peers.all().get(0);
      PeerProcess other = peers.all().get(1);
      HonestUser here = new HonestUser(victim, random.split());
      HonestUser there = new HonestUser(other, random.split());
      Optional<Membership> shown =
          expired
              ? Optional.of(new Membership(0, 1, new byte[VerifyingKey.SIGNATURE_BYTES]))
              : Optional.empty();
      peers.kill(List.of(other));
      long begun = System.nanoTime();
      Adversary adversary =
          Adversary.claiming(
              other.endpoint().port(), Adversary.key(random), Realm.open(here.realm()), shown);
      try {
        adversary.send(victim.endpoint(), new HopAck(1));
        awaitGreeting(adversary);
        long bytes = adversary.counters().bytesOut();
        if (expired) {
          adversary.close();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        peers.start(List.of(other));
        int neighbours = neighboursOf(other);
        int found = found(there, here) + found(here, there);
        String seen =
            "the peer at that endpoint is ready with %d neighbours; %d of %d mails marked at one known at the other"
                .formatted(neighbours, found, 2 * MAILS);
        return new AttackResult(bytes, seconds, seen, neighbours > 0 && found == 2 * MAILS);
      } finally {
        adversary.close();
      }
    }
  }

  /** Returns a second after the greeting was sent: by then it was read, and answered or not. */
  private static void awaitGreeting(Adversary adversary)
      throws ProcessException, InterruptedException {
    long deadline = System.nanoTime() + MEET_NANOS;
    while (adversary.counters().bytesOut() == 0) {
      if (System.nanoTime() > deadline) {
        throw new ProcessException("the adversary gets no link");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    TimeUnit.SECONDS.sleep(1);
  }

  /** Its neighbours, as soon as it has one or is given up. */
  private static int neighboursOf(PeerProcess peer)
      throws PeerClientException, InterruptedException {
    long deadline = System.nanoTime() + MEET_NANOS;
    int neighbours = peer.client().status().neighbours().size();
    while (neighbours == 0 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(200);
      neighbours = peer.client().status().neighbours().size();
    }
    return neighbours;
  }

  private static int found(HonestUser marking, HonestUser checking) {
    List<RandomText> marked = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      RandomText text = marking.text();
      marked.add(text);
      marking.vote(text, VoteValue.SPAM);
    }
    return (int)
        marked.stream()
            .filter(text -> checking.check(text).stream().anyMatch(a -> !a.messages().isEmpty()))
            .count();
  }
}
