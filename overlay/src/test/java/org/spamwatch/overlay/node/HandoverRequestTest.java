package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** A node that asks for it looks to its leaves as one that begins anew, and to nobody else. */
class HandoverRequestTest {
  private static final long SECOND = 1_000_000;

  /** What leaves come, and what leaves go. */
  private static final class Changes implements Application {
    final List<Contact> came = new ArrayList<>();
    final List<Contact> went = new ArrayList<>();

    @Override
    public boolean accepts(Message message) {
      return false;
    }

    @Override
    public void deliver(Routed routed, RouteEnd end) {}

    @Override
    public void receive(Contact from, Message message) {}

    @Override
    public void update(Contact neighbour, boolean joined) {
      (joined ? came : went).add(neighbour);
    }
  }

  @Test
  void everyLeafHandsOverOnceThoughMessagesAreLost() {
    Cluster cluster = new Cluster(4, new Faults(.05, .05, 20_000)).grow(40);
    cluster.settle(); // with so many losses a minute is not enough
    Peer asking = cluster.running().get(17);
    List<Changes> ofLeaves = new ArrayList<>();
    List<Changes> ofOthers = new ArrayList<>();
    for (Peer peer : cluster.running()) {
      Changes changes = new Changes();
      boolean leaf = peer.node.leaves().contains(asking.contact());
      cluster.call(peer, () -> peer.node.register(changes));
      if (peer != asking) {
        (leaf ? ofLeaves : ofOthers).add(changes);
      }
    }
    cluster.call(asking, asking.node::askForHandover);
    cluster.simulation().runFor(60 * SECOND);
    assertThat(ofLeaves)
        .hasSize(16)
        .allSatisfy(changes -> assertThat(changes.came).containsOnlyOnce(asking.contact()))
        .allSatisfy(changes -> assertThat(changes.went).doesNotContain(asking.contact()));
    assertThat(ofOthers)
        .hasSize(23)
        .allSatisfy(changes -> assertThat(changes.came).doesNotContain(asking.contact()));
    assertThat(cluster.oneRing()).isTrue();
  }
}
