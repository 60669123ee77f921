package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/**
 * A node that does not know yet whether it can be reached, at an endpoint where there was another
 * one: the others have not missed that yet, and go on speaking to it.
 */
class UndecidedTest {
  private static final Contact SEED = LoneNode.contact("9000");
  private static final Contact LEAF = LoneNode.contact("4ff0");
  private static final String[] LIVING = {"9000", "4ff0"};

  private final LoneNode lone = new LoneNode();

  private ReachRequest started() {
    lone.node.take(Role.AUTO);
    lone.node.start(List.of(SEED.endpoint()));
    return lone.sent(ReachRequest.class).get(0);
  }

  private void speakToWhoWasThere() {
    for (int i = 0; i < 3; i++) {
      lone.hear(new Ping(i, LEAF, true));
      lone.hear(new Leaves(LEAF, List.of(SEED), true));
      assertThat(lone.run(500, LIVING)).noneMatch(send -> send.message() instanceof Pong);
    }
  }

  private static Route route(long hopId) {
    return new Route(hopId, LEAF, hopId, LEAF, Id.ofHex("5001"), 1, 30, new Cluster.Note(hopId));
  }

  @Test
  void doesNotAnswerAndTakesNobodyIn() {
    started();
    speakToWhoWasThere();
    lone.hear(route(7));
    assertThat(lone.sent(HopAck.class)).isEmpty();
    assertThat(lone.pinged).isEmpty();
    assertThat(lone.node.table().neighbours()).isEmpty();
    assertThat(lone.delivered).isEmpty();
  }

  @Test
  void whatItRoutesWaits() {
    started();
    lone.node.route(lone.self.id(), new Cluster.Note(1));
    assertThat(lone.delivered).as("it is not the root of all keys").isEmpty();
  }

  @Test
  void joinsOnceItIsReachedAndPassesMessagesOn() {
    ReachRequest asked = started();
    speakToWhoWasThere();
    lone.node.route(lone.self.id(), new Cluster.Note(1));
    lone.hear(SEED.endpoint().host().substring(1), new Reached(asked.nonce(), SEED, true));
    List<Send> sent = new ArrayList<>(lone.run(500, LIVING));
    assertThat(sent)
        .filteredOn(send -> send.message() instanceof Route)
        .extracting(send -> ((Route) send.message()).payload())
        .anyMatch(Join.class::isInstance);
    lone.hear(new Leaves(SEED, List.of(LEAF), false));
    lone.run(1_000, LIVING);
    assertThat(lone.delivered).as("what waited").hasSize(1);
    lone.hear(route(7));
    assertThat(lone.sent(HopAck.class)).containsExactly(new HopAck(7));
  }
}
