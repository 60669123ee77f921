package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/** What becomes of one transmission, seen from one node. */
class ForwarderTest {
  private final LoneNode lone = new LoneNode();

  private static Route route(long hopId, long messageId, String key, int hops, int ttl) {
    return new Route(
        hopId,
        LoneNode.contact("a000"),
        messageId,
        LoneNode.contact("b000"),
        Id.ofHex(key),
        hops,
        ttl,
        new Note(messageId));
  }

  private static Limits limits(int maxPendingHops) {
    Limits d = Limits.DEFAULT;
    return new Limits(
        d.maxMessageBytes(),
        d.maxHops(),
        d.maxContacts(),
        maxPendingHops,
        d.maxRemembered(),
        d.maxProbes(),
        d.maxPointers(),
        d.maxPointersPerObject(),
        d.maxFeatureRecords(),
        d.maxRecordsPerFeature(),
        d.maxGuidsPerQuery(),
        d.maxVotesPerMessage(),
        d.maxFutureSkewMillis(),
        d.traffic(),
        d.maxPerGroupInRow(),
        d.maxPerGroupInTable(),
        d.maxRecordSkewMillis(),
        d.maxPublisherPercent(),
        d.maxGroupPercent(),
        d.maxChecksPerSecond(),
        d.relaying());
  }

  @Property(tries = 50)
  void aSendReportsOnceWhateverIsAcknowledgedHoweverOften(
      @ForAll @IntRange(max = 5) int lost, @ForAll @IntRange(min = 1, max = 3) int acks) {
    LoneNode sender = new LoneNode().knowing("6000");
    List<Boolean> outcomes = new ArrayList<>();
    sender.node.send(LoneNode.contact("6000"), new Note(1), outcomes::add);
    List<Direct> attempts = new ArrayList<>(sender.sent(Direct.class));
    for (int i = 0; i < lost && outcomes.isEmpty(); i++) {
      for (Send send : sender.run(1_000, "6000")) {
        if (send.message() instanceof Direct direct) {
          attempts.add(direct);
        }
      }
    }
    for (int i = 0; i < acks; i++) {
      sender.acknowledge(attempts.get(attempts.size() - 1));
    }
    sender.run(60_000, "6000");
    assertThat(outcomes).hasSize(1);
    assertThat(attempts).hasSizeLessThanOrEqualTo(4);
  }

  @Example
  void aSendThatNobodyAcknowledgesFailsOnceAfterThreeRepetitions() {
    lone.knowing("6000");
    List<Boolean> outcomes = new ArrayList<>();
    lone.node.send(LoneNode.contact("6000"), new Note(1), outcomes::add);
    List<Send> sent = lone.run(60_000, "6000");
    assertThat(sent.stream().filter(send -> send.message() instanceof Direct)).hasSize(4);
    assertThat(outcomes).containsExactly(false);
    assertThat(lone.node.counters().lost()).isEqualTo(1);
  }

  @Example
  void aRepeatedSendIsReceivedOnceThoughOnlyItsAcknowledgementWasLost() {
    lone.knowing("6000");
    lone.node.send(LoneNode.contact("6000"), new Note(1));
    List<Direct> attempts =
        lone.run(60_000, "6000").stream()
            .map(Send::message)
            .filter(Direct.class::isInstance)
            .map(Direct.class::cast)
            .toList();
    assertThat(attempts).hasSizeGreaterThan(1);
    LoneNode receiver = new LoneNode().knowing();
    for (Direct attempt : attempts) {
      receiver.hear(
          "6000",
          new Direct(attempt.hopId(), LoneNode.contact("6000"), receiver.self.id(), new Note(1)));
      assertThat(receiver.sent(HopAck.class)).containsExactly(new HopAck(attempt.hopId()));
    }
    assertThat(receiver.received).containsExactly(new Note(1));
  }

  @Example
  void aSendToThisNodeItselfArrivesOnALaterTurn() {
    lone.knowing();
    List<Boolean> outcomes = new ArrayList<>();
    lone.node.send(lone.self, new Note(1), outcomes::add);
    assertThat(lone.received).isEmpty();
    lone.run(1);
    assertThat(lone.received).containsExactly(new Note(1));
    assertThat(outcomes).containsExactly(true);
    assertThat(lone.sent()).isEmpty();
  }

  @Example
  void transmissionsBeyondTheLimitFailAtOnceAndAreCounted() {
    LoneNode small = new LoneNode(limits(2)).knowing("6000");
    List<Boolean> outcomes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      small.node.send(LoneNode.contact("6000"), new Note(i), outcomes::add);
    }
    assertThat(outcomes).containsExactly(false, false, false);
    assertThat(small.node.counters().refused()).isEqualTo(3);
  }

  @Example
  void hopIdsCannotBeForeseenFromEarlierOnes() {
    lone.knowing("6000");
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      lone.node.send(LoneNode.contact("6000"), new Note(i));
      ids.add(lone.sent(Direct.class).get(0).hopId());
    }
    for (int i = 1; i < ids.size(); i++) {
      assertThat(Math.abs(ids.get(i) - ids.get(i - 1))).isGreaterThan(1L << 20);
    }
  }

  @Example
  void aDirectMessageForAnotherNodeIsNeitherAcknowledgedNorReceived() {
    lone.knowing();
    lone.hear("a000", new Direct(1, LoneNode.contact("a000"), Id.ofHex("5001"), new Note(1)));
    assertThat(lone.sent()).isEmpty();
    assertThat(lone.received).isEmpty();
    assertThat(lone.node.counters().misdirected()).isEqualTo(1);
  }

  @Example
  void aMessageOfNoApplicationIsAcknowledgedAndDropped() {
    lone.knowing("6000");
    Route foreign =
        new Route(
            7,
            LoneNode.contact("a000"),
            8,
            LoneNode.contact("b000"),
            Id.ofHex("6000"),
            1,
            9,
            new Ping(1, LoneNode.contact("c000"), true));
    lone.hear("a000", foreign);
    assertThat(lone.sent(Object.class)).containsExactly(new HopAck(7));
    assertThat(lone.node.counters().misdirected()).isEqualTo(1);
  }

  @Example
  void aTransmissionHeardTwiceIsAcknowledgedTwiceAndGoesOnOnce() {
    lone.knowing("6000");
    for (int i = 0; i < 2; i++) {
      lone.hear("a000", route(7, 8, "6000", 1, 9));
    }
    List<Send> sent = lone.sent();
    assertThat(sent.stream().map(Send::message).filter(HopAck.class::isInstance)).hasSize(2);
    assertThat(sent.stream().map(Send::message).filter(Route.class::isInstance)).hasSize(1);
  }

  @Example
  void aMessageThatComesOnTwoWaysIsDeliveredOnce() {
    lone.knowing("6000");
    lone.hear("a000", route(7, 8, "5000", 1, 9));
    lone.hear("a000", route(9, 8, "5000", 3, 7));
    assertThat(lone.delivered).hasSize(1);
    assertThat(lone.node.counters().delivered()).isEqualTo(1);
  }

  @Example
  void ttlZeroAsksThisNodeOnly() {
    lone.knowing("6000");
    lone.node.route(Id.ofHex("6000"), new Note(1), 0, Optional.empty());
    assertThat(lone.ends).containsExactly(RouteEnd.TTL);
    assertThat(lone.delivered.get(0).hops()).isZero();
    assertThat(lone.forwarded).isEmpty();
    assertThat(lone.sent()).isEmpty();
  }

  @Example
  void hopsAndTtlAreCountedAtEveryHop() {
    lone.knowing("6000");
    lone.hear("a000", route(7, 8, "6000", 3, 2));
    assertThat(lone.forwarded.get(0).hops()).isEqualTo(3);
    Route onward = lone.sent(Route.class).get(0);
    assertThat(onward.hops()).isEqualTo(4);
    assertThat(onward.ttl()).isEqualTo(1);
    lone.hear("a000", route(9, 10, "6000", 3, 0));
    assertThat(lone.ends).containsExactly(RouteEnd.TTL);
  }

  @Example
  void theHardLimitOfHopsEndsEveryRoute() {
    lone.knowing("6000");
    lone.hear("a000", route(7, 8, "6000", Limits.DEFAULT.maxHops(), 200));
    assertThat(lone.sent(Route.class)).isEmpty();
    assertThat(lone.delivered).isEmpty();
    assertThat(lone.node.counters().hopLimit()).isEqualTo(1);
  }

  @Example
  void theForwardUpcallRunsAtTheOriginAndMayChangeOrStopTheMessage() {
    lone.knowing("6000");
    lone.onForward = (routed, next) -> Optional.of(new Note(99));
    lone.node.route(Id.ofHex("6000"), new Note(1));
    assertThat(lone.forwarded.get(0).hops()).isZero();
    assertThat(lone.sent(Route.class).get(0).payload()).isEqualTo(new Note(99));
    lone.onForward = (routed, next) -> Optional.empty();
    lone.node.route(Id.ofHex("6000"), new Note(2));
    assertThat(lone.sent(Route.class)).isEmpty();
    assertThat(lone.delivered).isEmpty();
  }

  @Example
  void anUpcallMayRouteAndSendItself() {
    lone.knowing("6000");
    lone.onForward =
        (routed, next) -> {
          if (routed.message().equals(new Note(1))) {
            lone.node.route(Id.ofHex("6000"), new Note(2));
            lone.node.route(lone.self.id(), new Note(3));
            lone.node.send(lone.self, new Note(4));
          }
          return Optional.of(routed.message());
        };
    lone.node.route(Id.ofHex("6000"), new Note(1));
    assertThat(lone.sent(Route.class))
        .extracting(Route::payload)
        .containsExactly(new Note(2), new Note(1));
    assertThat(lone.delivered).hasSize(1);
    lone.run(1);
    assertThat(lone.received).containsExactly(new Note(4));
  }

  @Example
  void aHopThatDoesNotAcknowledgeIsGoneAround() {
    lone.knowing("8100", "8200", "5001", "5002", "4fff", "4ffe");
    for (int i = 0; i < 16; i++) {
      lone.knowing(
          "500" + "0".repeat(10) + Integer.toHexString(i + 1) + "1",
          "4ff" + Integer.toHexString(i) + "2");
    }
    lone.node.route(Id.ofHex("8100"), new Note(1));
    Send begun = lone.sent().get(0);
    Route first = (Route) begun.message();
    List<Send> later = lone.run(3_000);
    List<Route> repeated =
        later.stream()
            .map(Send::message)
            .filter(Route.class::isInstance)
            .map(Route.class::cast)
            .toList();
    assertThat(repeated).isNotEmpty();
    assertThat(repeated.get(0).hopId()).isNotEqualTo(first.hopId());
    assertThat(repeated.get(0).messageId()).isEqualTo(first.messageId());
    assertThat(repeated.get(0).hops()).isEqualTo(first.hops());
    assertThat(later.stream().filter(s -> s.message() instanceof Route).map(Send::to))
        .isNotEmpty()
        .doesNotContain(begun.to());
  }

  @Example
  void aBrokenLinkRepeatsASendSoonAndReportsItsFailureOnce() {
    lone.knowing("6000");
    List<Boolean> outcomes = new ArrayList<>();
    lone.node.send(LoneNode.contact("6000"), new Note(1), outcomes::add);
    for (int i = 0; i < 10; i++) {
      lone.node.linkFailed(LoneNode.endpoint("6000"));
      lone.run(1_000);
    }
    assertThat(outcomes).containsExactly(false);
  }

  @Example
  void aNodeThatLeftAnswersNothing() {
    lone.knowing("6000");
    lone.node.leave();
    lone.sent();
    lone.hear("a000", route(7, 8, "5000", 1, 9));
    lone.hear("a000", new Direct(1, LoneNode.contact("a000"), lone.self.id(), new Note(1)));
    lone.hear("a000", new Ping(1, LoneNode.contact("a000"), true));
    lone.run(120_000);
    assertThat(lone.received).isEmpty();
    assertThat(lone.delivered).isEmpty();
    assertThat(lone.sent()).isEmpty();
  }

  @Example
  void aMemoryOfThingsSeenForgetsTheOldestFirst() {
    RecentlySeen<Integer> recent = new RecentlySeen<>(3);
    for (int i = 0; i < 4; i++) {
      assertThat(recent.add(i)).isTrue();
    }
    assertThat(recent.add(3)).isFalse();
    assertThat(recent.add(1)).isFalse();
    assertThat(recent.add(0)).isTrue();
  }

  @Example
  void aRouteWaitsUntilTheNodeKnowsItsNeighboursOrServesAlone() {
    LoneNode lone = new LoneNode();
    lone.node.start(List.of(LoneNode.endpoint("seed")));
    lone.node.route(Id.ofHex("4000"), new Note(1));
    lone.run(2_000);
    assertThat(lone.delivered).isEmpty();
    lone.run(30_000);
    assertThat(lone.node.isJoined()).isTrue();
    assertThat(lone.delivered).hasSize(1);
  }

  @Example
  void aJoiningNodeNeitherAcknowledgesNorDeliversTheRoutesOfOthers() {
    LoneNode lone = new LoneNode();
    lone.node.start(List.of(LoneNode.endpoint("seed")));
    Id key = Id.ofHex("4000");
    Route route =
        new Route(
            7, LoneNode.contact("5000"), 8, LoneNode.contact("5000"), key, 1, 10, new Note(1));
    lone.hear("5000", route);
    assertThat(lone.sent(HopAck.class)).isEmpty();
    assertThat(lone.delivered).isEmpty();
  }
}
