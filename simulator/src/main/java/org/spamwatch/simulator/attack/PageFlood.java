package org.spamwatch.simulator.attack;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Two peers by which queries come answer each at once with hundreds of pages on messages that do
 * not exist, under vectors that match. An asker has room for so many, and those of the keepers, who
 * are further away, come later.
 */
final class PageFlood implements Attack.Scenario {
  private static final int PEERS = 12;
  private static final int LIARS = 2;
  private static final int MAILS = 10;
  private static final int PAGES = 600;
  private static final long NEAR_MICROS = 100;
  private static final long FAR_MICROS = 20_000;

  private final Set<Long> flooded = new LinkedHashSet<>();

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm =
        new VirtualRealm(
            settings.seed(),
            PEERS,
            (from, to) -> Math.max(from, to) >= PEERS - LIARS ? NEAR_MICROS : FAR_MICROS);
    for (int i = 0; i < LIARS; i++) {
      Peer liar = realm.peer(PEERS - 1 - i);
      Contact self = liar.contact();
      liar.bribe((from, message, wire) -> flood(realm, self, message, wire));
    }
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      RandomText spam = realm.text();
      realm.vote(realm.peer(i % (PEERS - LIARS)), realm.voter(), spam, VoteValue.SPAM);
      realm.pass();
      found += realm.findsSpam(realm.peer((i + 1) % (PEERS - LIARS)), spam) ? 1 : 0;
    }
    String seen =
        "%d pages made up for each of %d questions; %d of %d marked spams found"
            .formatted(LIARS * PAGES, MAILS, found, MAILS);
    return new AttackResult(realm.bytes(), 0, seen, found == MAILS);
  }

  private boolean flood(
      VirtualRealm realm, Contact self, Message message, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Route route
        && route.payload() instanceof ApproxQuery query
        && query.payload() instanceof VotesWanted wanted
        && flooded.add(wanted.checkId() ^ self.id().high())) {
      Contact asker = route.origin();
      for (int i = 0; i < PAGES; i++) {
        VotesFound page =
            new VotesFound(
                wanted.checkId(),
                Id.random(realm.network().random()),
                1,
                0,
                0,
                0,
                1,
                List.of(),
                List.of(query.vector()));
        wire.accept(asker.endpoint(), realm.told(self, asker.id(), page));
      }
    }
    return true;
  }
}
