package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.live.LiveSwarm.Peer;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.Note;

/**
 * Peers of version 1, whose bytes are those of the golden files, and of a made-up version 2 in one
 * realm. In version 2 HopAck, which every route needs, has another form.
 */
@Timeout(120)
class TwoVersionsTest {
  private static final int OTHER_FORM = 0x02020202;

  private final AtomicInteger acksInTwo = new AtomicInteger();
  private final MessageTable two = two();
  private final Dialects both = new Dialects(1, List.of(LiveFixture.MESSAGES, two));

  private MessageTable two() {
    List<MessageType<?>> overlay = new ArrayList<>(OverlayMessage.TYPES);
    overlay.removeIf(type -> type.type() == HopAck.class);
    return MessageTable.of(
        Limits.DEFAULT,
        overlay,
        List.of(
            new MessageType<>(
                3,
                HopAck.class,
                (out, ack) -> {
                  out.i32(OTHER_FORM);
                  out.i64(ack.hopId());
                  acksInTwo.incrementAndGet();
                },
                in -> {
                  assertThat(in.i32("form")).isEqualTo(OTHER_FORM);
                  return new HopAck(in.i64("hopId"));
                })),
        DolrMessage.TYPES,
        List.of(Note.TYPE));
  }

  @Test
  void peersOfBothVersionsRouteThroughOneRing() throws Exception {
    try (LogCapture logs = new LogCapture();
        LiveSwarm swarm = new LiveSwarm(2)) {
      for (int i = 0; i < 6; i++) {
        swarm.add(i % 2 == 0 ? LiveFixture.DIALECTS : both);
      }
      swarm.settled().get(60, TimeUnit.SECONDS);
      for (Peer from : swarm.peers()) {
        for (Peer to : swarm.peers()) {
          Note note = new Note(from.id() + " to " + to.id());
          CompletableFuture<Contact> route =
              swarm.follow(from, note.text(), () -> from.node.route(to.id(), note));
          assertThat(LiveFixture.await(route)).isEqualTo(to.live.self());
        }
      }
      assertThat(acksInTwo).as("acknowledgements between peers of version 2").hasPositiveValue();
      for (Peer peer : swarm.peers()) {
        assertThat(peer.live.counters().dropped(Drop.MALFORMED)).isZero();
        assertThat(peer.live.counters().dropped(Drop.UNENCODABLE)).isZero();
      }
      assertThat(logs.lines(Level.WARN)).isEmpty();
    }
  }

  @Test
  void newerPeersReachEachOtherOverOlderHopsByATypeThatThoseDoNotKnow() throws Exception {
    MessageTable noNotes = MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, DolrMessage.TYPES);
    Dialects older = new Dialects(1, List.of(noNotes));
    try (LiveSwarm swarm = new LiveSwarm(3)) {
      Peer from = swarm.add();
      Peer between = swarm.add(older);
      Peer to = swarm.add();
      swarm.settled().get(60, TimeUnit.SECONDS);
      assertThat(between.id().isCloserTo(to.id(), from.id()))
          .as("the seed puts it between")
          .isTrue();
      Note note = new Note("newer");
      CompletableFuture<Contact> route =
          swarm.follow(
              from,
              note.text(),
              () -> from.node.route(to.id(), note, 30, Optional.of(between.live.self())));
      assertThat(LiveFixture.await(route)).isEqualTo(to.live.self());
      CompletableFuture<Contact> lost =
          swarm.follow(from, "lost", () -> from.node.route(between.id(), new Note("lost")));
      LiveFixture.await(between.until(() -> between.node.counters().misdirected() == 1));
      assertThat(lost).isNotDone();
      assertThat(between.live.counters().newerPayloads()).isEqualTo(2);
      assertThat(from.node.counters().lost()).isZero();
    }
  }

  @Test
  void whoSpeaksOneIsToldMessagesInOneWhoeverDialled() throws Exception {
    Endpoint claimed = new Endpoint("192.0.2.7", 9460);
    FakeCore core = new FakeCore();
    try (LiveFixture live = new LiveFixture();
        LiveNode node =
            LiveNode.bind(LiveConfig.at(LiveFixture.key("a"), "127.0.0.1", 0), both, live.loop());
        ListeningPeer server = new ListeningPeer()) {
      node.start(core, LiveFixture.REALM, Optional.empty(), List.of());
      LiveFixture.send(node, server.endpoint(), new HopAck(1)); // waits for the link to open
      try (RawPeer one = server.accept("b")) {
        assertThat(one.readFrame()).startsWith('S', 'W', 'P', 'H', 0, 2, 0, 1);
        one.frame(RawPeer.hello("b", server.endpoint()));
        assertThat(one.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(1)));
        LiveFixture.send(node, server.endpoint(), new HopAck(2));
        assertThat(one.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(2)));
        one.frame(LiveFixture.MESSAGES.encode(new HopAck(3)));
        assertThat(core.nextReceived().message()).isEqualTo(new HopAck(3));
      }
      byte[] hello = RawPeer.hello("c", claimed);
      hello[5] = 7; // speaks 1 to 7
      try (RawPeer newer = RawPeer.dial("c", node.self().endpoint())) {
        newer.frame(hello);
        assertThat(newer.readFrame()).startsWith('S', 'W', 'P', 'H', 0, 2, 0, 1);
        newer.frame(two.encode(new HopAck(4)));
        assertThat(core.nextReceived().message()).isEqualTo(new HopAck(4));
      }
    }
  }

  @Test
  void capabilitiesOfANewerPeerAreCounted() throws Exception {
    FakeCore core = new FakeCore();
    try (LiveFixture live = new LiveFixture()) {
      LiveNode node = live.start("a", core);
      byte[] plain = RawPeer.hello("b", new Endpoint("192.0.2.7", 9460));
      byte[] hello = Arrays.copyOf(plain, plain.length + 4);
      hello[plain.length - 2] = 2; // two capabilities, 0 and 0, and no extension
      try (RawPeer newer = RawPeer.dial("b", node.self().endpoint())) {
        newer.frame(hello);
        newer.readFrame();
        newer.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
        assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
      }
      assertThat(node.counters().unknownCapabilities()).isEqualTo(2);
    }
  }
}
