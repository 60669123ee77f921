package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A member announces evidence that is to be met by everybody: the links and the layout of what all
 * get, in hundreds of messages; vectors full of addresses; keys of all ones; kinds of a version
 * that is to come.
 */
final class FalseEvidence implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int MAILS = 10;
  private static final int WORDS = 1_000;
  private static final int WORDS_OF_BLOCK = 20;

  /** Questions of one peer a day that such a member causes. */
  private static final int ASKED_EACH = 2;

  /** What a newsletter of everybody's is known by: two links and its layout. */
  private static final List<Id> POPULAR =
      List.of(
          key(EvidenceKind.LINK, 1),
          key(EvidenceKind.LINK, 2),
          key(EvidenceKind.HTML, 3),
          key(EvidenceKind.CONTACT, 4));

  private static Id key(EvidenceKind kind, long number) {
    return FeatureVector.key(kind.identity(number << 8));
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.announcing(settings.seed(), PEERS);
    SplittableRandom random = new SplittableRandom(settings.seed());
    List<Peer> honest = realm.peers().subList(0, PEERS - 1);
    List<AddressedMail> letters = new ArrayList<>();
    List<AddressedMail> spams = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      letters.add(with(realm.text().address(), POPULAR));
      AddressedMail spam = with(realm.text().address(), spamKeys(i));
      spams.add(spam);
      realm.vote(honest.get(i % honest.size()), realm.voter(), spam, VoteValue.SPAM);
    }
    HostileOrigin liar = new HostileOrigin(realm, realm.peer(PEERS - 1));
    List<Announcement> words = words(random);
    int blocks = 0;
    for (int from = 0; from < words.size(); from += WORDS_OF_BLOCK) {
      liar.sign(++blocks, words.subList(from, from + WORDS_OF_BLOCK));
    }
    liar.tell(List.of(liar.name(1, blocks)));
    realm.pass(40);
    List<Id> guids = words.stream().map(Announcement::guid).toList();
    long taken = realm.announcedAt(honest, liar.id(), guids);
    long before = realm.asked(honest);
    int called = 0;
    for (AddressedMail letter : letters) {
      called += (int) honest.stream().filter(peer -> realm.findsSpam(peer, letter)).count();
    }
    long asked = realm.asked(honest) - before;
    int found = 0;
    for (AddressedMail spam : spams) {
      found += (int) honest.stream().filter(peer -> realm.findsSpam(peer, spam)).count();
    }
    int checks = MAILS * honest.size();
    String seen =
        "%d false words at %d peers; of %d checks of mail with their links %d asked others, %d were"
                .formatted(words.size(), honest.size(), checks, asked, called)
            + " called spam; %d of %d marked ones found".formatted(found, checks);
    boolean kept =
        taken == (long) words.size() * honest.size()
            && asked <= (long) ASKED_EACH * honest.size()
            && called == 0
            && found == checks;
    return new AttackResult(realm.bytes(), 0, seen, kept);
  }

  private static AddressedMail with(AddressedMail mail, List<Id> keys) {
    List<FeatureVector> vectors = new ArrayList<>(mail.vectors());
    vectors.add(new FeatureVector(Scheme.EVIDENCE, false, keys));
    return new AddressedMail(mail.guid(), vectors, mail.probes());
  }

  private static List<Id> spamKeys(int number) {
    List<Id> keys = new ArrayList<>(POPULAR.subList(0, 1));
    keys.add(key(EvidenceKind.CONTACT, 100 + number));
    keys.add(key(EvidenceKind.ATTACHMENT, 100 + number));
    return keys;
  }

  private static List<Announcement> words(SplittableRandom random) {
    List<Announcement> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      List<Id> keys =
          switch (i % 4) {
            case 0 -> new ArrayList<>(POPULAR.subList(0, 3));
            case 1 -> filled(EvidenceKind.CONTACT, POPULAR.get(3), random);
            case 2 -> filled(EvidenceKind.LINK, POPULAR.get(0), random);
            default -> newer(random);
          };
      words.add(
          new Announcement(
              Id.random(random), List.of(new FeatureVector(Scheme.EVIDENCE, false, keys))));
    }
    return words;
  }

  /** As many keys of one kind as a vector takes, one of them everybody's. */
  private static List<Id> filled(EvidenceKind kind, Id popular, SplittableRandom random) {
    List<Id> keys = new ArrayList<>();
    keys.add(popular);
    while (keys.size() < FeatureVector.MAX_SIZE) {
      keys.add(FeatureVector.key(kind.identity(random.nextLong())));
    }
    return keys;
  }

  /** All ones, and a kind that nobody knows. */
  private static List<Id> newer(SplittableRandom random) {
    List<Id> keys = new ArrayList<>(POPULAR.subList(2, 3));
    keys.add(FeatureVector.key(-1L));
    while (keys.size() < FeatureVector.MAX_SIZE) {
      keys.add(FeatureVector.key(random.nextLong() | 15));
    }
    return keys;
  }
}
