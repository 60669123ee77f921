package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A member that announces what it likes under the numbers that it likes: it tells all of names, and
 * hands over those blocks that it has signed. It passes nothing on and compares with nobody.
 */
final class HostileOrigin {
  private final VirtualRealm realm;
  private final Peer peer;
  private final long epoch;
  private final Map<Integer, Block> blocks = new LinkedHashMap<>();

  /** Takes over a peer. */
  HostileOrigin(VirtualRealm realm, Peer peer) {
    this.realm = realm;
    this.peer = peer;
    this.epoch = millis();
    peer.bribe(this::lets);
  }

  private long millis() {
    return realm.network().simulation().nowMicros() / 1_000;
  }

  Id id() {
    return peer.contact().id();
  }

  /** The name of some of its own blocks. */
  Known name(int first, int last) {
    return new Known(id(), epoch, first, last);
  }

  /** Signs a block. */
  void sign(int number, List<Announcement> some) {
    blocks.put(
        number,
        Block.signed(
            realm.network().signaturesOf(peer), peer.contact(), epoch, number, millis(), some));
  }

  /** Tells each peer that it has blocks, whether it has or not. */
  void tell(List<Known> names) {
    for (Peer other : realm.peers()) {
      if (other != peer) {
        Contact to = other.contact();
        realm.told(peer.contact(), to.id(), new BlocksKnown(names));
        realm.network().call(peer, () -> peer.node().send(to, new BlocksKnown(names)));
      }
    }
  }

  private boolean lets(Contact from, Message message, BiConsumer<Endpoint, Message> wire) {
    if (!(message instanceof Direct direct) || !(direct.payload() instanceof SummaryMessage told)) {
      return true;
    }
    wire.accept(from.endpoint(), new HopAck(direct.hopId()));
    if (told instanceof BlocksWanted asked && asked.wanted().origin().equals(id())) {
      for (Block block : new ArrayList<>(blocks.values())) {
        if (block.number() >= asked.wanted().first() && block.number() <= asked.wanted().last()) {
          Message answer = new BlocksTold(List.of(block));
          wire.accept(from.endpoint(), realm.told(peer.contact(), from.id(), answer));
        }
      }
    }
    return false;
  }
}
