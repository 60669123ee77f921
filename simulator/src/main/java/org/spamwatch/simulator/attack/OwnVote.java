package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A user marks mails at his peer and is told that his votes are kept there; no other peer takes
 * them, and he asks for these mails.
 */
final class OwnVote implements Attack.Scenario {
  private static final int PEERS = 12;
  private static final int MAILS = 20;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = new VirtualRealm(settings.seed(), PEERS);
    Peer own = realm.peer(0);
    realm.peers().stream()
        .filter(peer -> peer != own)
        .forEach(peer -> peer.bribe(OwnVote::takesNoVote));
    SimulatedVoter user = realm.voter();
    int accepted = 0;
    List<RandomText> marked = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      RandomText text = realm.text();
      accepted += realm.vote(own, user, text, VoteValue.SPAM) ? 1 : 0;
      marked.add(text);
    }
    int found = 0;
    for (RandomText text : marked) {
      found += realm.findsSpam(own, text) ? 1 : 0;
    }
    String seen = "%d of %d marks accepted, %d found".formatted(accepted, MAILS, found);
    return new AttackResult(0, 0, seen, accepted == MAILS && found == MAILS);
  }

  /** Acknowledges votes as a hop does, and forgets them. */
  private static boolean takesNoVote(
      Contact from, Message message, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Route route && route.payload() instanceof Cast) {
      wire.accept(from.endpoint(), new HopAck(route.hopId()));
      return false;
    }
    if (message instanceof Direct direct && direct.payload() instanceof ReplicateVote) {
      wire.accept(from.endpoint(), new HopAck(direct.hopId()));
      return false;
    }
    return true;
  }
}
