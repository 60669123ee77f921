package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A member announces as spam what everybody gets and nobody has voted on, in many variants, so that
 * all ask the network about it, and others' announcements are lost among its own.
 */
final class FalseWords implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int MAILS = 10;
  private static final int VARIANTS = 40;
  private static final int WORDS_OF_BLOCK = 20;
  private static final int CHECKS_EACH = 3;

  /** Questions of one peer a day that such a member causes. */
  private static final int ASKED_EACH = 2;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.announcing(settings.seed(), PEERS);
    List<RandomText> letters = new ArrayList<>();
    List<RandomText> spams = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      letters.add(realm.text());
      spams.add(realm.text());
    }
    List<Peer> honest = realm.peers().subList(0, PEERS - 1);
    mark(realm, honest, spams.subList(0, MAILS / 2));
    HostileOrigin liar = new HostileOrigin(realm, realm.peer(PEERS - 1));
    List<Announcement> words = words(realm, letters);
    int blocks = 0;
    for (int from = 0; from < words.size(); from += WORDS_OF_BLOCK) {
      liar.sign(++blocks, words.subList(from, from + WORDS_OF_BLOCK));
    }
    liar.tell(List.of(liar.name(1, blocks)));
    realm.pass(20);
    mark(realm, honest, spams.subList(MAILS / 2, MAILS));
    realm.pass(20);
    List<Id> guids = words.stream().map(Announcement::guid).toList();
    long taken = realm.announcedAt(honest, liar.id(), guids);
    long before = realm.asked(honest);
    int called = 0;
    for (RandomText letter : letters) {
      for (int i = 0; i < CHECKS_EACH; i++) {
        called += (int) honest.stream().filter(peer -> realm.findsSpam(peer, letter)).count();
      }
    }
    long asked = realm.asked(honest) - before;
    int found = 0;
    for (RandomText spam : spams) {
      found += (int) honest.stream().filter(peer -> realm.findsSpam(peer, spam)).count();
    }
    int checks = MAILS * CHECKS_EACH * honest.size();
    String seen =
        "%d false words at %d peers; of %d checks of what they are like %d asked others, %d were"
                .formatted(words.size(), honest.size(), checks, asked, called)
            + " called spam; %d of %d marked ones found"
                .formatted(found, spams.size() * honest.size());
    boolean kept =
        taken == (long) words.size() * honest.size()
            && asked <= (long) ASKED_EACH * honest.size()
            && called == 0
            && found == spams.size() * honest.size();
    return new AttackResult(realm.bytes(), 0, seen, kept);
  }

  private static void mark(VirtualRealm realm, List<Peer> peers, List<RandomText> spams) {
    for (int i = 0; i < spams.size(); i++) {
      realm.vote(peers.get(i % peers.size()), realm.voter(), spams.get(i), VoteValue.SPAM);
    }
  }

  private static List<Announcement> words(VirtualRealm realm, List<RandomText> letters) {
    List<Announcement> words = new ArrayList<>();
    for (int i = 0; i < VARIANTS; i++) {
      for (RandomText letter : letters) {
        words.add(
            new Announcement(
                Id.random(realm.network().random()),
                letter.changed(realm.network().random()).address().vectors()));
      }
    }
    return words;
  }
}
