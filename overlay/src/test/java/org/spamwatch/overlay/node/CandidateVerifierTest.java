package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Rows;

/** Which of the nodes that others tell of are probed, and which not again. */
class CandidateVerifierTest {
  private static final String TELLER = "9000";

  private static Rows rows(String... ids) {
    List<Rows.Entry> entries = new ArrayList<>();
    for (String id : ids) {
      entries.add(new Rows.Entry(LoneNode.contact(id), 0));
    }
    return new Rows(LoneNode.contact(TELLER), entries);
  }

  private static Leaves leaves(String of, String id) {
    return new Leaves(LoneNode.contact(of), List.of(LoneNode.contact(id)), false);
  }

  private static long pings(List<Send> sent, String id) {
    return sent.stream()
        .filter(send -> send.message() instanceof Ping && send.to().equals(LoneNode.endpoint(id)))
        .count();
  }

  private static long pingsAfter(LoneNode lone, Rows told, String id) {
    lone.hear(TELLER, told);
    return pings(lone.run(10_000, LIVING), id);
  }

  private static final String[] RING =
      IntStream.range(0, 16)
          .mapToObj(i -> i < 8 ? "4ff" + i : "50f" + i % 8)
          .toArray(String[]::new);

  private static final String[] LIVING =
      Stream.concat(Stream.of(TELLER), Arrays.stream(RING)).toArray(String[]::new);

  private static final String[] LIVING_BUT_ONE =
      Arrays.stream(LIVING).filter(id -> !id.equals(RING[7])).toArray(String[]::new);

  /** A node with as many leaves as it takes, and the teller. */
  private static LoneNode inARing() {
    return new LoneNode().knowing(LIVING);
  }

  @Test
  void whoDoesNotAnswerIsNotProbedForTheRowsAgainForFiveMinutes() {
    LoneNode lone = inARing();
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isEqualTo(1);
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isZero();
    lone.hear("b000", leaves("b000", TELLER));
    assertThat(pings(lone.run(10_000, LIVING), "b000")).as("it speaks itself").isPositive();
    lone.run(200_000, LIVING);
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isZero();
    lone.run(91_000, LIVING);
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isPositive();
  }

  @Test
  void aFalseEndpointOfANodeDoesNotHideTheNode() {
    LoneNode lone = inARing();
    Contact elsewhere = new Contact(LoneNode.contact("b000").id(), LoneNode.endpoint("b001"));
    lone.hear(TELLER, new Rows(LoneNode.contact(TELLER), List.of(new Rows.Entry(elsewhere, 0))));
    assertThat(pings(lone.run(10_000, LIVING), "b001")).isEqualTo(1);
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isPositive();
  }

  @Test
  void whoDidNotAnswerForTheRowsMayStillBeALeaf() {
    LoneNode lone = inARing();
    lone.hear(TELLER, rows("b000"));
    assertThat(pings(lone.sent(), "b000")).isEqualTo(1);
    lone.run(2_000, LIVING);
    for (String id : RING) {
      lone.node.table().remove(LoneNode.contact(id).id());
    }
    lone.hear(TELLER, leaves(TELLER, "b000"));
    assertThat(pings(lone.sent(), "b000")).isEqualTo(1);
  }

  @Test
  void aLeafThatJoinsAgainIsANewcomerToWhoListens() {
    LoneNode lone = inARing();
    Contact leaf = LoneNode.contact(RING[7]);
    Contact other = LoneNode.contact(TELLER);
    assertThat(lone.updates).isEmpty();
    lone.hear(new Ping(1, leaf, true));
    lone.hear(new Leaves(leaf, List.of(), false));
    assertThat(lone.updates).as("it was there all the time").isEmpty();
    lone.hear(new Ping(2, leaf, false));
    lone.hear(new Ping(3, other, false));
    assertThat(lone.updates).as("they do not take part yet").isEmpty();
    lone.hear(new Leaves(leaf, List.of(), false));
    lone.hear(new Ping(4, other, true));
    lone.hear(new Ping(5, leaf, true));
    assertThat(lone.updates).as("one of them is a leaf").containsExactly("+" + RING[7]);
  }

  /** Each answer comes after the next question has been asked. */
  @Test
  void whoAnswersLateIsNotDead() {
    LoneNode lone = inARing();
    Contact late = LoneNode.contact(RING[7]);
    lone.hear(TELLER, new NodeDown(late));
    Ping first = lastPing(lone.sent(), late);
    List<Send> sent = lone.run(400, LIVING_BUT_ONE);
    assertThat(pings(sent, RING[7])).as("asked again").isEqualTo(1);
    lone.hear(RING[7], new Pong(first.nonce(), late));
    lone.run(10_000, LIVING_BUT_ONE);
    assertThat(lone.updates).doesNotContain("-" + RING[7]);
    assertThat(
            Objects.requireNonNull(lone.node.table().neighbour(late.id()))
                .roundTrip()
                .smoothedMicros())
        .as("measured from the question that was answered")
        .isGreaterThan(20_000);
  }

  @Test
  void anAnswerToAQuestionThatWasNotAskedIsNone() {
    LoneNode lone = inARing();
    Contact dead = LoneNode.contact(RING[7]);
    lone.hear(TELLER, new NodeDown(dead));
    Ping first = lastPing(lone.sent(), dead);
    lone.hear(RING[7], new Pong(first.nonce() + 1, dead));
    lone.hear(RING[7], new Pong(first.nonce() - 1, dead));
    lone.run(10_000, LIVING_BUT_ONE);
    assertThat(lone.updates).contains("-" + RING[7]);
  }

  @Test
  void whoIsLateItselfWaitsLongerForOthers() {
    LoneNode inTime = inARing();
    LoneNode late = inARing();
    late.timers.afterMicros(0, () -> {});
    late.timers.advance(late.timers.nowMicros() + 1_000_000);
    late.sent();
    for (LoneNode lone : List.of(inTime, late)) {
      lone.hear(TELLER, new NodeDown(LoneNode.contact(RING[7])));
      lone.run(1_500, LIVING_BUT_ONE);
    }
    assertThat(inTime.updates).contains("-" + RING[7]);
    assertThat(late.updates).doesNotContain("-" + RING[7]);
    late.run(10_000, LIVING_BUT_ONE);
    assertThat(late.updates).contains("-" + RING[7]);
  }

  private static Ping lastPing(List<Send> sent, Contact of) {
    return sent.stream()
        .filter(send -> send.to().equals(of.endpoint()))
        .map(Send::message)
        .filter(Ping.class::isInstance)
        .map(Ping.class::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void aNewcomerProbesOnceWhatItIsToldForItsRows() {
    LoneNode lone = new LoneNode();
    lone.node.start(List.of(LoneNode.endpoint(TELLER)));
    lone.hear(TELLER, rows("b000", "c000"));
    List<Send> sent = lone.run(10_000, TELLER);
    assertThat(pings(sent, "b000")).isEqualTo(1);
    assertThat(pings(sent, "c000")).isEqualTo(1);
  }

  @Test
  void ofTwoLeavesThatPingEachOtherOneLeavesItToTheOther() {
    assertThat(2 * pingsIn10Minutes(true)).isLessThanOrEqualTo(pingsIn10Minutes(false));
  }

  @Test
  void theNextOneIsNotPingedWhileItIsHeardFrom() {
    LoneNode lone = new LoneNode().knowing(NEXT_AND_OTHERS);
    for (int i = 0; i < 120; i++) {
      lone.hear(NEXT, new Ping(i, LoneNode.contact(NEXT), true));
      lone.run(5_000, NEXT_AND_OTHERS);
    }
    long pings = lone.pinged.stream().filter(NEXT::equals).count();
    assertThat(pings).as("no more than as an entry of the table").isLessThanOrEqualTo(14);
  }

  @Test
  void theNextOneIsNeverSilentForMuchLongerThanTenSecondsUnpinged() {
    LoneNode lone = new LoneNode().knowing(NEXT_AND_OTHERS);
    for (int i = 0; i < 60; i++) {
      lone.pinged.clear();
      lone.run(10_700, NEXT_AND_OTHERS); // three quarters of 10 s, then a quarter and its jitter
      assertThat(lone.pinged).contains(NEXT);
    }
  }

  private static final String NEXT = "5001";

  private static final String[] NEXT_AND_OTHERS = {"4fff", NEXT, "8000", TELLER};

  /**
   * Where a leaf is lost any node has room: what is told for the rows is asked once all the same.
   */
  @Test
  void whatIsToldForTheRowsIsProbedOnceThoughALeafIsLost() {
    LoneNode lone = inARing();
    lone.node.table().remove(LoneNode.contact(RING[7]).id());
    assertThat(lone.node.table().leafSet().wouldAccept(LoneNode.contact("b000").id())).isTrue();
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isEqualTo(1);
    assertThat(pingsAfter(lone, rows("b000"), "b000")).isZero();
  }

  private static long pingsIn10Minutes(boolean pinged) {
    String[] all = {"4fff", "5001", "8000", TELLER};
    LoneNode lone = new LoneNode().knowing(all);
    for (int i = 0; i < 30; i++) {
      if (pinged) {
        lone.hear(TELLER, new Ping(i, LoneNode.contact(TELLER), true));
      }
      lone.run(20_000, all);
    }
    return lone.pinged.stream().filter(TELLER::equals).count();
  }
}
