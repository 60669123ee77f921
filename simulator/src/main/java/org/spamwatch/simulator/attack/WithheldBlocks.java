package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A member tells of blocks that it never hands over, of others' and of such as nobody has signed,
 * and leaves numbers out of its own, so that nobody ever knows all that is announced.
 */
final class WithheldBlocks implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int INVENTED = 200;
  private static final int MINUTES = 15;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.announcing(settings.seed(), PEERS);
    List<Peer> honest = realm.peers().subList(0, PEERS - 1);
    HostileOrigin liar = new HostileOrigin(realm, realm.peer(PEERS - 1));
    for (int number = 1; number < 20; number += 2) {
      Announcement word =
          new Announcement(Id.random(realm.network().random()), realm.text().address().vectors());
      liar.sign(number, List.of(word));
    }
    liar.tell(List.of(liar.name(1, 20)));
    realm.pass(10);
    RandomText ordinary = realm.text();
    long before = realm.asked(honest);
    honest.forEach(peer -> realm.findsSpam(peer, ordinary));
    long atFirst = realm.asked(honest) - before;
    int inTime = 0;
    for (int minute = 0; minute < MINUTES; minute++) {
      for (int told = 0; told < 6; told++) {
        liar.tell(invented(realm, liar));
        realm.pass(5);
      }
      RandomText spam = realm.text();
      Peer marker = honest.get(minute % honest.size());
      realm.vote(marker, realm.voter(), spam, VoteValue.SPAM);
      realm.pass(30);
      List<Id> guid = List.of(spam.address().guid().orElseThrow());
      inTime += realm.announcedAt(honest, marker.contact().id(), guid) == honest.size() ? 1 : 0;
    }
    before = realm.asked(honest);
    honest.forEach(peer -> realm.findsSpam(peer, realm.text()));
    long atLast = realm.asked(honest) - before;
    String seen =
        "%d of %d marks known to all within 30 s; of %d checks of ordinary mail %d asked others at"
                .formatted(inTime, MINUTES, honest.size(), atFirst)
            + " first, %d after %d minutes".formatted(atLast, MINUTES);
    boolean kept = inTime == MINUTES && atFirst > 0 && atLast == 0;
    return new AttackResult(realm.bytes(), 0, seen, kept);
  }

  /** Blocks of others with numbers that they have not reached, and of origins that nobody is. */
  private static List<Known> invented(VirtualRealm realm, HostileOrigin liar) {
    long epoch = liar.name(1, 1).epoch();
    List<Known> names = new ArrayList<>();
    for (Peer peer : realm.peers()) {
      names.add(new Known(peer.contact().id(), epoch + 1_000, 1, 1_000));
    }
    for (int i = 0; i < INVENTED; i++) {
      names.add(new Known(Id.random(realm.network().random()), epoch, 1, 64));
    }
    return names;
  }
}
