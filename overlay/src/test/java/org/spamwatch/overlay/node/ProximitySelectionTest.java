package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;

/** Whom the sampler asks, and what of the answers it probes. */
class ProximitySelectionTest {
  private static final String ADVISER = "9000";
  private final LoneNode lone = new LoneNode().knowing(ADVISER);

  /** Fills a slot and as many leaves as the set holds, so that only a nearer node is wanted. */
  private void fillSlots(int micros) {
    for (int i = 0; i < 8; i++) {
      know("4ff" + i, 20_000);
      know("50f" + i, 20_000);
    }
    for (String id : List.of("b000", "b001", "b002")) {
      know(id, micros);
    }
  }

  private void know(String id, long micros) {
    Neighbour neighbour = new Neighbour(LoneNode.contact(id));
    neighbour.roundTrip().add(micros, 0);
    neighbour.roundTrip().add(micros, 0); // an answer at once, as the test's, makes it no near one
    lone.node.table().add(neighbour);
  }

  /** Runs until the adviser is asked for a row; nobody is measured again meanwhile. */
  private RowRequest untilAsked() {
    for (int tick = 0; tick < 20_000; tick++) {
      for (Send send : lone.sent()) {
        if (send.message() instanceof RowRequest request
            && send.to().equals(LoneNode.endpoint(ADVISER))) {
          return request;
        }
        if (send.message() instanceof Ping ping) {
          answer(send, ping);
        }
      }
      lone.timers.advance(lone.timers.nowMicros() + 200_000);
    }
    throw new AssertionError("the adviser was never asked");
  }

  private void answer(Send send, Ping ping) {
    Contact contact = LoneNode.contact(send.to().host().substring(1));
    if (lone.node.table().neighbour(contact.id()) != null) {
      lone.node.receive(contact, new Pong(ping.nonce(), contact));
    }
  }

  private List<String> probedAfter(Rows rows) {
    lone.sent();
    lone.hear(ADVISER, rows);
    List<String> probed = new ArrayList<>();
    for (Send send : lone.sent()) {
      if (send.message() instanceof Ping) {
        probed.add(send.to().host().substring(1));
      }
    }
    return probed;
  }

  private static Rows tell(Rows.Entry... entries) {
    return new Rows(LoneNode.contact(ADVISER), List.of(entries));
  }

  private static Rows.Entry entry(String id, int micros) {
    return new Rows.Entry(LoneNode.contact(id), micros);
  }

  @Test
  void aNodeIsAskedForARowAndToldHowFarItIs() {
    RowRequest request = untilAsked();
    assertThat(request.sender()).isEqualTo(lone.self);
    assertThat(request.row()).isZero();
    assertThat(request.roundTripMicros()).isEqualTo(20_000);
  }

  /** The adviser is 20 ms away and the slot's candidates 100 ms. */
  @Test
  void onlyWhatCanBeNearerThanACandidateIsProbed() {
    fillSlots(100_000);
    untilAsked();
    List<String> probed =
        probedAfter(tell(entry("b100", 10_000), entry("b200", 300_000), entry("b300", 0)));
    assertThat(probed).contains("b100").doesNotContain("b200");
  }

  @Test
  void distancesThatWereNotAskedForAreNotLookedAt() {
    fillSlots(100_000);
    List<String> near = notWantedByLot();
    assertThat(probedAfter(tell(entry(near.get(0), 10_000)))).isEmpty();
    untilAsked();
    assertThat(probedAfter(tell(entry(near.get(0), 10_000)))).containsExactly(near.get(0));
    assertThat(probedAfter(tell(entry(near.get(1), 10_000)))).isEmpty();
  }

  /** Nodes of the full slot that only their distance can bring in. */
  private List<String> notWantedByLot() {
    List<String> all = new ArrayList<>();
    for (int i = 100; i < 200; i++) {
      if (!lone.node.table().wants(LoneNode.contact("b" + i))) {
        all.add("b" + i);
      }
    }
    return all;
  }

  @Test
  void atMostThreeAreProbedForTheirDistanceInOneAnswer() {
    fillSlots(100_000);
    untilAsked();
    List<Rows.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      entries.add(entry("b" + (100 + i), 20_000));
    }
    List<String> probed = probedAfter(new Rows(LoneNode.contact(ADVISER), entries));
    probed.removeIf(id -> lone.node.table().wants(LoneNode.contact(id)));
    assertThat(probed).hasSizeBetween(1, 3);
  }

  @Test
  void whoWasNotWorthTheProbesIsLeftOutForAWhile() {
    fillSlots(100_000);
    untilAsked();
    String liar = notWantedByLot().get(0);
    Rows answer = tell(entry(liar, 10_000));
    assertThat(probedAfter(answer)).containsExactly(liar);
    untilAsked();
    untilAsked();
    assertThat(probedAfter(answer)).isEmpty();
  }

  /** By way of the adviser it is 30 ms. The first answer may have waited for a link to open. */
  @Test
  void whoAnswersLaterThanTheAdviserLetsExpectIsProbedOnceMore() {
    fillSlots(100_000);
    untilAsked();
    String near = notWantedByLot().get(0);
    lone.sent();
    lone.hear(ADVISER, tell(entry(near, 10_000)));
    List<Send> first = pingsTo(near);
    lone.timers.advance(lone.timers.nowMicros() + 200_000);
    Contact contact = LoneNode.contact(near);
    lone.hear(near, new Pong(((Ping) first.get(0).message()).nonce(), contact));
    List<Send> again = new ArrayList<>();
    for (int tick = 0; tick < 600 && again.isEmpty(); tick++) {
      lone.timers.advance(lone.timers.nowMicros() + 200_000);
      again.addAll(pingsTo(near));
    }
    assertThat(first).hasSize(1);
    assertThat(again).hasSize(1);
  }

  /** Of what was sent; the nodes of the tables answer. */
  private List<Send> pingsTo(String id) {
    List<Send> pings = new ArrayList<>();
    for (Send send : lone.sent()) {
      if (send.message() instanceof Ping ping) {
        answer(send, ping);
        if (send.to().equals(LoneNode.endpoint(id))) {
          pings.add(send);
        }
      }
    }
    return pings;
  }

  @Test
  void aNearNodeThatAsksForARowIsProbed() {
    fillSlots(100_000);
    String near = notWantedByLot().get(0);
    lone.sent();
    lone.hear(near, new RowRequest(LoneNode.contact(near), 0, 500_000));
    assertThat(lone.sent(Ping.class)).isEmpty();
    lone.hear(near, new RowRequest(LoneNode.contact(near), 0, 3_000));
    assertThat(lone.sent(Ping.class)).hasSize(1);
  }
}
