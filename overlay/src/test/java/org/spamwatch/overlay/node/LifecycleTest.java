package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.HostRefusal;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/** What a node is, from before its start until after it has left, and what ends with each state. */
class LifecycleTest {
  private static final Contact PEER = LoneNode.contact("9000");

  private final LoneNode lone = new LoneNode();

  private static Route route() {
    return new Route(7, PEER, 8, PEER, Id.ofHex("5000"), 1, 9, new Cluster.Note(1));
  }

  @Test
  void oneThatIsNotStartedPassesMessagesOnAndAnswersNoProbe() {
    lone.hear(new Ping(1, PEER, true));
    assertThat(lone.sent()).isEmpty();
    lone.hear(route());
    assertThat(lone.sent(HopAck.class)).containsExactly(new HopAck(7));
    assertThat(lone.delivered).hasSize(1);
    assertThat(lone.node.isJoined()).isFalse();
  }

  @Test
  void oneThatJoinsAnswersNoProbeAndHostsNobody() {
    lone.node.start(List.of(PEER.endpoint()));
    lone.sent();
    lone.hear(new Ping(1, PEER, true));
    lone.hear(new Attach(2, PEER));
    assertThat(lone.sent(AttachRefused.class))
        .extracting(AttachRefused::reason)
        .containsExactly(HostRefusal.NO_HOST);
    assertThat(lone.node.role()).isEqualTo(Role.MEMBER);
    assertThat(lone.node.isJoined()).isFalse();
  }

  @Test
  void aMemberAnswersProbes() {
    lone.knowing("9000");
    lone.hear(new Ping(1, PEER, true));
    assertThat(lone.sent(Pong.class)).containsExactly(new Pong(1, lone.self));
  }

  @Test
  void whatWasUnderWayEndsWhenTheNodeLeaves() {
    lone.knowing("9000");
    lone.hear("9000", new NodeDown(PEER));
    assertThat(lone.sent(Ping.class)).hasSize(1);
    lone.node.leave();
    assertThat(lone.sent(NodeDown.class)).containsExactly(new NodeDown(lone.self));
    assertThat(lone.run(3_600_000)).as("no probe is repeated").isEmpty();
    assertThat(lone.updates).isEmpty();
  }

  @Test
  void itLeavesOnce() {
    lone.knowing("9000");
    lone.node.leave();
    lone.sent();
    lone.node.leave();
    lone.hear(new Attach(2, PEER));
    lone.hear(new ReachRequest(3, PEER));
    lone.node.meet(LoneNode.contact("4000"));
    lone.node.askForHandover();
    assertThat(lone.sent()).isEmpty();
    assertThat(lone.node.isJoined()).isFalse();
    assertThat(lone.node.counters().misdirected()).isEqualTo(2);
  }
}
