package org.spamwatch.simulator.attack;

import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * One member has thousands of its own voters say of a spam, in order and for the very same
 * fingerprints, that they take back what they never said. That outvotes nobody; but keepers show
 * each asker a part of the votes only, and askers check a part of those.
 */
final class Crowd implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int VOTERS = 2_000;
  private static final int QUESTIONS = 50;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = new VirtualRealm(settings.seed(), PEERS);
    Peer member = realm.peer(1);
    RandomText spam = realm.text();
    boolean marked = realm.vote(realm.peer(0), realm.voter(), spam, VoteValue.SPAM);
    for (int i = 0; i < VOTERS; i++) {
      realm.vote(member, realm.voter(), spam, VoteValue.WITHDRAWN);
    }
    int found = 0;
    for (int i = 0; i < QUESTIONS; i++) {
      found += realm.findsSpam(realm.peer(2 + i % (PEERS - 2)), spam) ? 1 : 0;
    }
    String seen =
        "a spam marked by one, and by %d voters of another member beside; found %d of %d times"
            .formatted(VOTERS, found, QUESTIONS);
    return new AttackResult(0, 0, seen, marked && found == QUESTIONS);
  }
}
