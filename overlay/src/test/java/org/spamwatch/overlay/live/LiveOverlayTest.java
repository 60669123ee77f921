package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LiveSwarm.Peer;
import org.spamwatch.overlay.wire.Note;

/** What the simulated network shows, on real sockets: many nodes in one process. */
@Tag("live")
@Timeout(300)
class LiveOverlayTest {
  private static final int KEYS = 5;
  private static final long SETTLE_SECONDS = 150;

  /** More than there are in a leaf set. */
  @Test
  void twentyNodesRouteToTheRightRootsAndFindEveryObject() throws Exception {
    assertKeepsItsPromises(20);
  }

  @Tag("soak")
  @Test
  void fortyNodesRouteToTheRightRootsAndFindEveryObject() throws Exception {
    assertKeepsItsPromises(40);
  }

  private static void assertKeepsItsPromises(int nodes) throws Exception {
    try (LogCapture logs = new LogCapture();
        LiveSwarm swarm = new LiveSwarm(40)) {
      for (int i = 0; i < nodes; i++) {
        swarm.add();
      }
      swarm.settled().get(SETTLE_SECONDS, TimeUnit.SECONDS);
      assertEveryRouteEndsAtItsRoot(swarm);
      assertEveryNodeFindsEveryObject(swarm);
      assertThat(logs.lines(Level.ERROR)).isEmpty();
      assertThat(logs.lines(Level.WARN)).isEmpty();
    }
  }

  private static void assertEveryRouteEndsAtItsRoot(LiveSwarm swarm) throws Exception {
    Map<CompletableFuture<Contact>, Id> routes = new LinkedHashMap<>();
    for (Peer peer : swarm.peers()) {
      for (int i = 0; i < KEYS; i++) {
        Id key = swarm.randomPoint();
        Note note = new Note("route " + routes.size());
        routes.put(swarm.follow(peer, note.text(), () -> peer.node.route(key, note)), key);
      }
    }
    for (Map.Entry<CompletableFuture<Contact>, Id> route : routes.entrySet()) {
      assertThat(LiveFixture.await(route.getKey()))
          .isEqualTo(swarm.oracleRoot(route.getValue()).live.self());
    }
  }

  private static void assertEveryNodeFindsEveryObject(LiveSwarm swarm) throws Exception {
    Peer publisher = swarm.peers().get(swarm.peers().size() / 2);
    Id guid = swarm.randomPoint();
    publisher.live.execute(() -> publisher.dolr.publish(guid));
    Peer root = swarm.oracleRoot(guid);
    LiveFixture.await(root.until(() -> !root.dolr.pointersTo(guid).isEmpty()));
    for (Peer peer : swarm.peers()) {
      Note note = new Note("query of " + peer.id());
      CompletableFuture<Contact> found =
          swarm.follow(
              peer,
              note.text(),
              () -> peer.dolr.routeToObject(guid, note, Integer.MAX_VALUE, peer.node.self()));
      assertThat(LiveFixture.await(found)).isEqualTo(publisher.live.self());
    }
  }
}
