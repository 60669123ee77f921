package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * No attacker at all: mails are marked at a lone peer and asked for at once; it is killed and
 * started, and asked again as soon as it says that it is ready.
 */
final class Recall implements Attack.Scenario {
  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    try (PeerProcesses peers = settings.start(1, progress)) {
      PeerProcess peer = peers.all().get(0);
      HonestUser user = new HonestUser(peer, new SplittableRandom(settings.seed()));
      int mails = settings.messages();
      List<RandomText> marked = new ArrayList<>();
      int accepted = 0;
      for (int i = 0; i < mails; i++) {
        RandomText text = user.text();
        marked.add(text);
        accepted += user.vote(text, VoteValue.SPAM) ? 1 : 0;
      }
      int atOnce = found(user, marked);
      peers.kill(List.of(peer));
      long begun = System.nanoTime();
      peers.start(List.of(peer));
      double seconds = (System.nanoTime() - begun) / 1e9;
      int onceReady = found(user, marked);
      String seen =
          "%d of %d marks accepted; %d found at once, %d right after ready, which it was in %.1f s"
              .formatted(accepted, mails, atOnce, onceReady, seconds);
      return new AttackResult(
          0, 0, seen, accepted == mails && atOnce == mails && onceReady == mails);
    }
  }

  private static int found(HonestUser user, List<RandomText> texts) {
    return (int) texts.stream().filter(user::findsSpam).count();
  }
}
