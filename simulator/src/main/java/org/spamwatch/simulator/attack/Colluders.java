package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * Ten members of a closed realm of sixty want to hide a spam whose text they know beforehand. A
 * thousand voters of each say something of it for the very same fingerprints; each publishes many
 * other messages under them; and what comes by them about it they answer in their own way ({@link
 * Conspiracy}). Six of them lie side by side on the ring, so that there are texts of which none,
 * one or all four keepers are theirs.
 *
 * <p>At an honest site one user said ham at first and then spam, one ham, and two spam. Whoever
 * counts that site's users is to be told what he is told in the same realm without the conspiracy;
 * so is whoever counts everybody, if the thousands took back what they never said. (If they said
 * ham they outvote, by that rule.)
 */
final class Colluders implements Attack.Scenario {
  private static final int VOTERS = 1_000;
  private static final int DECOYS = 20;

  /** Mails of which so many keepers collude: 10,000 votes at each honest one take their time. */
  private static final Map<Integer, Integer> MAILS = new TreeMap<>(Map.of(0, 2, 1, 2, 4, 4));

  private static final int READERS = 8;

  /** Votes that each of them sends to each keeper in a second. */
  private static final int PACE = 75;

  /** A mail to be hidden: what is said of it, and what readers get. */
  private record Mail(RandomText text, RandomText copy, VoteValue value, int site) {}

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    progress.accept("the same realm without the conspiracy");
    ColludersRealm honest = new ColludersRealm(settings.seed());
    Map<Integer, List<Mail>> mails = mails(honest, new SplittableRandom(settings.seed()));
    List<List<Boolean>> without = new ArrayList<>();
    mails.forEach((keepers, ofKeepers) -> without.add(ask(honest, ofKeepers)));
    long begun = System.nanoTime();
    ColludersRealm realm = new ColludersRealm(settings.seed());
    Conspiracy conspiracy =
        new Conspiracy(realm.colluders(), new SplittableRandom(settings.seed() + 1));
    List<Accomplice> accomplices = new ArrayList<>();
    for (Peer each : realm.colluders()) {
      accomplices.add(new Accomplice(realm, each));
    }
    List<String> seen = new ArrayList<>();
    int hidden = 0;
    int control = 0;
    for (Map.Entry<Integer, List<Mail>> each : mails.entrySet()) {
      progress.accept("%d of 4 keepers collude: casting".formatted(each.getKey()));
      each.getValue().forEach(mail -> flood(realm, accomplices, conspiracy, mail));
      progress.accept("%d of 4 keepers collude: asking".formatted(each.getKey()));
      List<Boolean> with = ask(realm, each.getValue());
      List<Boolean> expected = without.get(seen.size());
      int hiddenNow = 0;
      for (int i = 0; i < with.size(); i++) {
        hiddenNow += expected.get(i) && !with.get(i) ? 1 : 0;
        control += expected.get(i) ? 1 : 0;
      }
      seen.add("%d of %d".formatted(hiddenNow, with.size()));
      hidden += hiddenNow;
    }
    String told =
        "hidden if none, one or all four keepers collude: %s answers; %d found without; %,d messages"
            .formatted(String.join(", ", seen), control, conspiracy.messages());
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new AttackResult(conspiracy.bytes(), seconds, told, hidden == 0 && control > 0);
  }

  private static Map<Integer, List<Mail>> mails(ColludersRealm realm, SplittableRandom random) {
    Map<Integer, List<Mail>> mails = new LinkedHashMap<>();
    for (int keepers : MAILS.keySet()) {
      List<Mail> ofKeepers = new ArrayList<>();
      for (int i = 0; i < Objects.requireNonNull(MAILS.get(keepers)); i++) {
        RandomText text = realm.textKeptBy(keepers, random);
        VoteValue value = i % 2 == 0 ? VoteValue.HAM : VoteValue.WITHDRAWN;
        ofKeepers.add(new Mail(text, text.changed(random), value, i % ColludersRealm.SITES));
      }
      mails.put(keepers, ofKeepers);
    }
    return mails;
  }

  /** One of the members, and those who vote there as he likes. */
  private record Accomplice(Peer peer, HostileSite site, List<SimulatedVoter> voters) {
    Accomplice(ColludersRealm realm, Peer peer) {
      this(
          peer,
          new HostileSite(
              peer.contact(),
              realm.network().realm(),
              realm.network().signaturesOf(peer),
              new SplittableRandom(peer.contact().id().high())),
          voters(new SplittableRandom(peer.contact().id().middle())));
    }

    private static List<SimulatedVoter> voters(SplittableRandom random) {
      List<SimulatedVoter> voters = new ArrayList<>();
      for (int i = 0; i < VOTERS; i++) {
        voters.add(new SimulatedVoter(random));
      }
      return voters;
    }
  }

  private static void flood(
      ColludersRealm realm, List<Accomplice> accomplices, Conspiracy conspiracy, Mail mail) {
    AddressedMail addressed = mail.text().address();
    Id guid = addressed.guid().orElseThrow();
    List<FeatureVector> vectors = addressed.vectors();
    conspiracy.target(guid, vectors);
    SplittableRandom random = new SplittableRandom(guid.high());
    for (int i = 0; i < DECOYS; i++) {
      for (Accomplice each : accomplices) {
        Id decoy = Id.of(random.nextLong() >>> 16, random.nextLong(), random.nextInt()); // first
        conspiracy.leadAway(guid, decoy, each.peer().contact());
        if (mail.value() == VoteValue.HAM) {
          realm.vote(each.peer(), each.voters().get(i), vectors, decoy);
        } else { // whoever counts everybody would count a vote, whichever it is
          realm.publish(each.peer(), vectors, decoy);
        }
      }
    }
    realm.pass(30);
    List<Peer> keepers = realm.keepers(guid);
    long start = realm.startMillis();
    for (int i = 0; i < VOTERS; i++) {
      for (Accomplice each : accomplices) {
        Vote vote = each.site().vote(each.voters().get(i), guid, vectors, mail.value(), start);
        conspiracy.show(vote);
        Contact self = each.peer().contact();
        for (Peer keeper : keepers) {
          if (!realm.colluders().contains(keeper)) {
            ReplicateVote keep = new ReplicateVote(random.nextLong(), self, 1, vote, vectors);
            conspiracy.sent(self, keeper.contact().id(), keep);
            realm.send(each.peer(), keeper.contact(), keep);
          }
        }
      }
      if (i % PACE == PACE - 1) {
        realm.pass(1);
      }
    }
    realm.pass(10);
  }

  /** Users of an honest site say what they think of each mail; then readers ask. */
  private static List<Boolean> ask(ColludersRealm realm, List<Mail> mails) {
    List<Boolean> found = new ArrayList<>();
    for (Mail mail : mails) {
      realm.mark(mail.site(), mail.text());
    }
    realm.pass(60);
    for (Mail mail : mails) {
      for (int i = 0; i < READERS; i++) {
        Peer reader = realm.readers().get((i * 7 + found.size()) % realm.readers().size());
        found.add(realm.says(reader, mail.copy(), Rule.TRUST) == Verdict.SPAM);
        if (mail.value() == VoteValue.WITHDRAWN) {
          found.add(realm.says(reader, mail.copy(), Rule.ANY) == Verdict.SPAM);
        }
      }
    }
    return found;
  }
}
