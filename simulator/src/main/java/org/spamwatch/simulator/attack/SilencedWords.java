package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Who sends spam joins and votes on it himself, so that others' statistical filters, which speak
 * where votes leave a mail open, keep silent. A vote for spam that decides nothing silences none;
 * one for ham does, since ham that is called spam costs more than spam that is missed, until
 * somebody of the site marks it.
 */
final class SilencedWords implements Attack.Scenario {
  private static final int PEERS = 6;
  private static final int SPAMS = 10;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.ofStrangers(settings.seed(), PEERS);
    Peer sender = realm.peer(0);
    List<Peer> others = realm.peers().subList(1, PEERS);
    int open = 0;
    int openToHam = 0;
    int found = 0;
    for (VoteValue word : List.of(VoteValue.SPAM, VoteValue.HAM)) {
      for (RandomText spam : voted(realm, sender, word)) {
        for (Peer peer : others) {
          boolean isOpen = check(realm, peer, spam).leavesOpen();
          open += isOpen && word == VoteValue.SPAM ? 1 : 0;
          openToHam += isOpen && word == VoteValue.HAM ? 1 : 0;
          realm.vote(peer, realm.voter(), spam, VoteValue.SPAM);
          found += realm.findsSpam(peer, spam) ? 1 : 0;
        }
      }
      progress.accept("the sender has voted for " + word);
    }
    int all = SPAMS * others.size();
    String seen =
        "of %d checks of spam that its sender calls spam words are asked in %d; of %d that he calls"
                .formatted(all, open, all)
            + " ham in %d; %d of %d are found once one's own people have marked it"
                .formatted(openToHam, found, 2 * all);
    return new AttackResult(0, 0, seen, open == all && openToHam == 0 && found == 2 * all);
  }

  private static List<RandomText> voted(VirtualRealm realm, Peer sender, VoteValue word) {
    List<RandomText> spams = new ArrayList<>();
    for (int i = 0; i < SPAMS; i++) {
      RandomText spam = realm.text();
      realm.vote(sender, realm.voter(), spam, word);
      spams.add(spam);
    }
    return spams;
  }

  private static CheckResult check(VirtualRealm realm, Peer peer, RandomText spam) {
    return MessageLog.check(realm.network(), peer, spam.address(), 1, Threshold.STANDARD);
  }
}
