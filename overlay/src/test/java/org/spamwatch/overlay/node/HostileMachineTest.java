package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.node.OverlayMessage.Spoken;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simnet.Faults;

/** What a machine that keeps to no protocol can do to a node: cost it bounded memory, no more. */
class HostileMachineTest {
  private static final int FLOOD = 200_000;
  private static final Endpoint HOSTILE = new Endpoint("hostile", 1);
  private final SplittableRandom random = new SplittableRandom(5);

  private Contact anybody() {
    return new Contact(Id.random(random), new Endpoint("x" + random.nextInt(1 << 30), 1));
  }

  /** One of the many ids that one machine has made itself keys for. */
  private Contact anyHostile() {
    return new Contact(Id.random(random), HOSTILE);
  }

  private List<Contact> anybodies(int count) {
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contacts.add(anybody());
    }
    return contacts;
  }

  /** Nodes said to be very near. */
  private List<Rows.Entry> entries(int count) {
    return anybodies(count).stream()
        .map(contact -> new Rows.Entry(contact, 1 + random.nextInt(1_000)))
        .toList();
  }

  private Message anything(Id target) {
    return switch (random.nextInt(9)) {
      case 0 -> new Ping(random.nextLong(), anybody(), true);
      case 1 -> new Pong(random.nextLong(), anybody());
      case 2 -> new NodeDown(anybody());
      case 3 -> new Rows(anybody(), entries(3));
      case 4 -> new Leaves(anybody(), anybodies(3), random.nextBoolean());
      case 5 -> new RowRequest(anybody(), random.nextInt(40), random.nextInt(1_000));
      case 6 -> new HopAck(random.nextLong());
      case 7 -> new Direct(random.nextLong(), anybody(), target, new Note(-1));
      default ->
          new Route(
              random.nextLong(),
              anybody(),
              random.nextLong(),
              anybody(),
              Id.random(random),
              1 + random.nextInt(255),
              random.nextInt(256),
              random.nextInt(4) == 0 ? new Join(anybody(), anybodies(2)) : new Note(-1));
    };
  }

  @Test
  void aFloodOfEverythingLeavesTheNodeSmallAndTheRingWhole() {
    Cluster cluster = new Cluster(21, Faults.NONE).grow(20);
    Peer victim = cluster.running().get(7);
    int mostHeld = 0;
    for (int i = 0; i < FLOOD; i++) {
      Message message = anything(victim.contact().id());
      Contact speaker =
          message instanceof Spoken spoken && random.nextInt(8) > 0
              ? spoken.sender()
              : anyHostile();
      cluster.call(victim, () -> victim.node.receive(speaker, message));
      if (i % 500 == 0) {
        cluster.simulation().runFor(5_000);
        mostHeld = Math.max(mostHeld, victim.node.held());
      }
    }
    Limits limits = Limits.DEFAULT;
    // Much of the flood is not even looked at; of the rest, what names another is dropped.
    assertThat(victim.node.counters().forged()).isGreaterThan(FLOOD / 64L);
    assertThat(victim.node.counters().overRate()).isGreaterThan(FLOOD / 64L);
    assertThat(mostHeld)
        .isLessThanOrEqualTo(
            limits.maxPendingHops() + 2 * limits.maxRemembered() + 20 * limits.maxProbes());
    cluster.settle();
    assertThat(victim.node.neighbours())
        .hasSize(19)
        .allMatch(contact -> contact.endpoint().host().startsWith("n"));
    Cluster.Routes routes = cluster.routeFromEverywhere(20);
    assertThat(routes.right()).isEqualTo(routes.asked());
  }

  @Test
  void nothingIsBelievedToBeFromAnotherThanTheLinkProves() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact victim = LoneNode.contact("6000");
    List<Message> forged =
        List.of(
            new Ping(1, victim, true),
            new Pong(1, victim),
            new Rows(victim, entries(3)),
            new RowRequest(victim, 0, 0),
            new Leaves(victim, anybodies(3), true),
            new Direct(1, victim, lone.self.id(), new Note(1)),
            new Route(1, victim, 2, victim, lone.self.id(), 1, 9, new Note(1)));
    Contact otherEndpoint = new Contact(victim.id(), HOSTILE);
    Contact otherId = new Contact(Id.ofHex("6001"), victim.endpoint());
    for (Message message : forged) {
      lone.node.receive(otherEndpoint, message);
      lone.node.receive(otherId, message);
    }
    assertThat(lone.sent()).isEmpty();
    assertThat(lone.received).isEmpty();
    assertThat(lone.delivered).isEmpty();
    assertThat(lone.node.counters().forged()).isEqualTo(2L * forged.size());
  }

  @Test
  void aLeavingOfALiveNodeOnlyMakesTheNodeAskIt() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    lone.hear("anybody", new NodeDown(LoneNode.contact("6000")));
    assertThat(lone.node.leaves()).contains(LoneNode.contact("6000"));
    lone.run(5_000, "4000", "6000");
    assertThat(lone.node.leaves()).contains(LoneNode.contact("6000"));
    lone.hear("anybody", new NodeDown(LoneNode.contact("6000")));
    lone.run(5_000, "4000");
    assertThat(lone.node.leaves()).containsExactly(LoneNode.contact("4000"));
    assertThat(lone.updates).containsExactly("-6000");
  }

  @Test
  void nobodyIsAdvertisedIntoATableWithoutAnsweringAProbe() {
    LoneNode lone = new LoneNode().knowing("4000");
    lone.hear("4000", new Leaves(LoneNode.contact("4000"), anybodies(16), false));
    lone.hear("4000", new Rows(LoneNode.contact("4000"), entries(16)));
    lone.hear("b000", new Ping(1, LoneNode.contact("b000"), true));
    lone.run(30_000, "4000");
    assertThat(lone.node.neighbours()).containsExactly(LoneNode.contact("4000"));
  }

  @Test
  void aProbedNodeCannotAnswerInTheNameOfAnotherEndpoint() {
    LoneNode lone = new LoneNode().knowing("4000");
    lone.hear("b000", new Ping(1, LoneNode.contact("b000"), true));
    Contact claimed = LoneNode.contact("c000");
    for (Send send : lone.sent()) {
      if (send.message() instanceof Ping ping) {
        lone.hear(new Pong(ping.nonce(), claimed));
      }
    }
    assertThat(lone.node.neighbours()).doesNotContain(claimed);
    List<Send> asked = lone.sent();
    assertThat(asked)
        .anyMatch(s -> s.to().equals(claimed.endpoint()) && s.message() instanceof Ping);
    lone.run(10_000, "4000");
    assertThat(lone.node.neighbours()).containsExactly(LoneNode.contact("4000"));
  }

  @Test
  void aLiveNodesIdIsNotTakenOverByAnotherEndpoint() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact thief = new Contact(Id.ofHex("6000"), LoneNode.endpoint("thief"));
    claim(lone, thief);
    lone.run(5_000, "4000", "6000");
    assertThat(lone.node.leaves())
        .containsExactlyInAnyOrder(LoneNode.contact("4000"), LoneNode.contact("6000"));
    claim(lone, thief);
    lone.run(2_000, "4000"); // before the thief, who answers no further probe, is found out
    assertThat(lone.node.leaves()).containsExactlyInAnyOrder(LoneNode.contact("4000"), thief);
  }

  /** A node says that it lives at another endpoint and answers there. */
  private static void claim(LoneNode lone, Contact claimant) {
    lone.hear(new Ping(1, claimant, true));
    for (Send send : lone.sent()) {
      if (send.message() instanceof Ping ping && send.to().equals(claimant.endpoint())) {
        lone.hear(new Pong(ping.nonce(), claimant));
      }
    }
  }

  @Test
  void whoTellsOfAThousandNodesCannotKeepTheNodeFromMissingADeadLeaf() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    for (int second = 0; second < 60; second++) {
      for (int i = 0; i < 50; i++) {
        lone.hear(new Leaves(anybody(), anybodies(60), false));
      }
      lone.run(1_000, "4000");
    }
    assertThat(lone.node.leaves()).containsExactly(LoneNode.contact("4000"));
  }

  @Test
  void oneSourceLeavesOthersRoomToTellOfNewcomers() {
    LoneNode lone = new LoneNode().knowing("4000");
    for (int i = 0; i < 20; i++) {
      lone.hear(new Leaves(anyHostile(), anybodies(60), false));
    }
    lone.hear("b000", new Ping(1, LoneNode.contact("b000"), true));
    lone.run(3_000, "4000", "b000");
    assertThat(lone.node.neighbours()).contains(LoneNode.contact("b000"));
  }

  @Test
  void manyNamesForOneEndpointDoNotPileUpOnItsProbe() {
    LoneNode lone = new LoneNode().knowing("4000");
    for (int i = 0; i < 10_000; i++) {
      Contact named = new Contact(Id.random(random), LoneNode.endpoint("silent"));
      lone.hear(new Ping(1, named, true));
    }
    assertThat(lone.node.held()).isLessThan(50);
  }

  @Test
  void contactsBeyondTheLimitOfAMessageAreNotLookedAt() {
    LoneNode lone = new LoneNode().knowing("4000");
    lone.hear("4000", new Rows(LoneNode.contact("4000"), entries(5_000)));
    lone.hear("b000", new Leaves(LoneNode.contact("b000"), anybodies(5_000), false));
    assertThat(lone.sent(Ping.class))
        .hasSizeLessThanOrEqualTo(2 * Limits.DEFAULT.maxContacts() + 1);
  }

  @Test
  void joinsInAForeignNameAreAnsweredByTheirRootAloneAndFewOfThem() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact foreign = new Contact(Id.ofHex("51"), new Endpoint("192.0.2.1", 1));
    int sent = 0;
    for (int i = 0; i < 500; i++) {
      lone.hear(join("hostile" + i, i, foreign, foreign, foreign.id()));
      sent += sentTo(foreign, lone.sent());
    }
    int burst = 10 * Limits.DEFAULT.traffic().answeredJoinsPerSecond();
    assertThat(sent).isPositive().isLessThanOrEqualTo(2 * burst);
    assertThat(lone.node.counters().overRate()).isPositive();
    lone.run(10_000, "4000", "6000");
    assertThat(lone.node.neighbours()).doesNotContain(foreign);
  }

  @Test
  void aJoinInAForeignNameIsAnsweredByAnInvitationAndOnesOwnInFull() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact joiner = LoneNode.contact("5100");
    Contact gathered = anybody();
    lone.hear(join("hostile", 1, joiner, joiner, joiner.id(), gathered));
    assertThat(lone.sent().stream().filter(s -> s.to().equals(joiner.endpoint())))
        .extracting(Send::message, Send::link)
        .containsExactly(tuple(new Leaves(lone.self, List.of(), true), Send.Link.TO_STRANGER));
    lone.hear(join("5100", 2, joiner, joiner, joiner.id()));
    List<Send> told = lone.sent().stream().filter(s -> !(s.message() instanceof HopAck)).toList();
    assertThat(told).extracting(Send::to).containsOnly(joiner.endpoint());
    assertThat(told).hasSize(2);
    assertThat(((Leaves) told.get(0).message()).contacts()).hasSize(2);
    assertThat(((Rows) told.get(1).message()).entries()).contains(new Rows.Entry(gathered, 0));
  }

  @Test
  void whoIsInvitedJoinsInPersonIfItLooksForItselfAndOnce() {
    LoneNode lone = new LoneNode();
    Contact seed = LoneNode.contact("4000");
    Contact root = LoneNode.contact("5100");
    Leaves invitation = new Leaves(root, List.of(), true);
    lone.hear("5100", invitation);
    assertThat(lone.sent()).as("it asked nobody").isEmpty();
    lone.node.start(List.of(seed.endpoint()));
    lone.run(100, "4000");
    lone.hear("5100", invitation);
    lone.hear("5100", invitation);
    List<Send> sent = lone.sent();
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).to()).isEqualTo(root.endpoint());
    assertThat(((Route) sent.get(0).message()).payload()).isEqualTo(new Join(lone.self, List.of()));
  }

  @Test
  void whoAsksOverALinkIsAnsweredOverItWhereverItSaysItIs() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact claimed = LoneNode.contact("victim");
    Endpoint from = new Endpoint("192.0.2.9", 4711);
    lone.node.receive(claimed, from, new RowRequest(claimed, 0, 0));
    lone.node.receive(claimed, from, new Leaves(claimed, List.of(anybody()), true));
    assertThat(
            lone.sent().stream()
                .filter(s -> s.message() instanceof Rows || s.message() instanceof Leaves))
        .hasSize(2)
        .allMatch(s -> s.to().equals(from));
  }

  @Test
  void aHopSendsNothingToTheJoinerButAddsWhatItKnowsToTheJoin() {
    LoneNode lone = new LoneNode().knowing("4000", "6000", "6100");
    Contact newcomer = new Contact(Id.ofHex("6001"), new Endpoint("192.0.2.1", 1));
    Contact earlier = anybody();
    lone.hear(join("hop", 1, newcomer, newcomer, newcomer.id(), earlier));
    List<Send> sent = lone.sent();
    assertThat(sentTo(newcomer, sent)).isZero();
    List<Contact> told =
        sent.stream()
            .filter(s -> s.message() instanceof Route)
            .flatMap(s -> ((Join) ((Route) s.message()).payload()).contacts().stream())
            .toList();
    assertThat(told)
        .contains(earlier, LoneNode.contact("6000"), LoneNode.contact("4000"))
        .hasSizeLessThanOrEqualTo(Limits.DEFAULT.maxContacts());
  }

  @Test
  void aJoinThatIsNotItsOriginsOwnGoesNowhere() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    Contact victim = LoneNode.contact("6001");
    lone.hear(join("hostile", 1, anybody(), victim, victim.id()));
    lone.hear(join("hostile", 2, victim, victim, Id.ofHex("7f")));
    assertThat(lone.sent()).hasSize(2).allMatch(s -> s.message() instanceof HopAck);
  }

  private static Route join(
      String from, long number, Contact origin, Contact joiner, Id key, Contact... contacts) {
    Contact hop = LoneNode.contact(from);
    return new Route(number, hop, number, origin, key, 2, 9, new Join(joiner, List.of(contacts)));
  }

  private static int sentTo(Contact contact, List<Send> sent) {
    return (int) sent.stream().filter(s -> s.to().equals(contact.endpoint())).count();
  }

  @Test
  void longNamesDoNotMakeRowsTooLongToSend() {
    LoneNode lone = new LoneNode().knowing("4000");
    for (int i = 0; i < 500; i++) {
      Endpoint longName = new Endpoint(100 + i + "x".repeat(Endpoint.MAX_HOST - 3), 1);
      lone.node.table().add(new Neighbour(new Contact(Id.random(random), longName)));
    }
    lone.hear("4000", new RowRequest(LoneNode.contact("4000"), 0, 0));
    List<Rows> rows = lone.sent(Rows.class);
    MessageTable codec = MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).entries()).hasSizeGreaterThan(20);
    assertThat(codec.encode(rows.get(0))).hasSizeGreaterThan(5_000);
  }

  @Test
  void aNewcomerJoinsThoughSomebodyTellsItOfEverMoreNodes() {
    LoneNode lone = new LoneNode();
    lone.node.start(List.of(LoneNode.endpoint("6000")));
    for (int second = 0; second < 20; second++) {
      lone.hear("6000", new Leaves(LoneNode.contact("6000"), List.of(), false));
      for (int i = 0; i < 100; i++) {
        lone.hear(new Leaves(anybody(), anybodies(10), false));
      }
      lone.run(1_000, "6000");
    }
    assertThat(lone.node.isJoined()).isTrue();
    assertThat(lone.node.leaves()).containsExactly(LoneNode.contact("6000"));
  }

  @Test
  void timersDoNotPileUpWhileNoSeedAnswers() {
    LoneNode lone = new LoneNode();
    lone.node.start(List.of(LoneNode.endpoint("a"), LoneNode.endpoint("b")));
    lone.run(60_000);
    int after = lone.timers.pending();
    lone.run(3_600_000);
    assertThat(lone.timers.pending()).isLessThanOrEqualTo(after + 4);
  }

  @Test
  void theDeathOfANearestLeafIsToldToTheOthersWhichAnAnsweringOneOutlives() {
    LoneNode lone = new LoneNode().knowing("4000", "6000");
    List<Send> sent = lone.run(20_000, "4000");
    assertThat(lone.node.leaves()).containsExactly(LoneNode.contact("4000"));
    assertThat(sent)
        .contains(
            new Send(
                LoneNode.contact("4000"), new OverlayMessage.NodeDown(LoneNode.contact("6000"))));
    lone.hear("anybody", new OverlayMessage.NodeDown(LoneNode.contact("4000")));
    lone.run(20_000, "4000");
    assertThat(lone.node.leaves()).containsExactly(LoneNode.contact("4000"));
  }
}
