package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A user marks mails by mistake and takes it back; a peer that has seen the marks goes on showing
 * them to whoever asks by way of it. They are genuine, and nobody keeps the mails' fingerprints any
 * more, so that no honest peer has anything to show that matches.
 */
final class Replay implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int MAILS = 20;

  private final List<ReplicateVote> overheard = new ArrayList<>();

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = new VirtualRealm(settings.seed(), PEERS);
    Peer liar = realm.peer(PEERS - 1);
    liar.bribe((from, message, wire) -> replay(realm, liar.contact(), message, wire));
    SimulatedVoter user = realm.voter();
    List<RandomText> mails = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      RandomText mail = realm.text();
      realm.vote(realm.peer(0), user, mail, VoteValue.SPAM);
      realm.pass();
      realm.vote(realm.peer(0), user, mail, VoteValue.WITHDRAWN);
      mails.add(mail);
    }
    realm.pass();
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      found += realm.findsSpam(realm.peer(1 + i % (PEERS - 2)), mails.get(i)) ? 1 : 0;
    }
    String seen =
        "%d mails marked and taken back, %d of the marks overheard; %d called spam"
            .formatted(MAILS, overheard.size(), found);
    return new AttackResult(realm.bytes(), 0, seen, !overheard.isEmpty() && found == 0);
  }

  private boolean replay(
      VirtualRealm realm, Contact self, Message message, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Direct direct
        && direct.payload() instanceof ReplicateVote keep
        && keep.vote().value() == VoteValue.SPAM) {
      overheard.add(keep);
    } else if (message instanceof Route route
        && route.payload() instanceof Cast cast
        && cast.vote().value() == VoteValue.SPAM) {
      overheard.add(new ReplicateVote(0, route.origin(), 1, cast.vote(), cast.vectors()));
    } else if (message instanceof Route route
        && route.payload() instanceof ApproxQuery query
        && query.payload() instanceof VotesWanted wanted) {
      for (ReplicateVote keep : overheard) {
        if (keep.vectors().get(0).compact().matches(query.vector().compact(), query.thres())) {
          VotesFound page =
              new VotesFound(
                  wanted.checkId(),
                  keep.vote().guid(),
                  1,
                  1,
                  0,
                  0,
                  1,
                  List.of(keep.vote()),
                  keep.vectors());
          Contact asker = route.origin();
          wire.accept(asker.endpoint(), realm.told(self, asker.id(), page));
        }
      }
    }
    return true;
  }
}
