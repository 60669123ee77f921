package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;

/** Whoever names addresses to a node has few of them turned to. */
class AcquaintancesTest {
  private static final Contact NAMING = LoneNode.contact("4000");
  private static final Contact OTHER = LoneNode.contact("6000");

  private final LoneNode lone = new LoneNode().knowing("4000", "6000");

  private static Contact stranger(int number) {
    return LoneNode.contact("stranger" + number);
  }

  private long turnedTo() {
    return lone.sent().stream().filter(send -> send.message() instanceof Direct).count();
  }

  @Test
  void oneNodeNamesFewStrangersAndKeepsNobodyElseFromNamingSome() {
    List<Boolean> outcomes = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      lone.node.sendNamed(stranger(i), NAMING, new Note(i), outcomes::add);
    }
    assertThat(turnedTo()).isEqualTo(Limits.Traffic.STRANGERS_AT_ONCE);
    lone.node.sendNamed(stranger(2_000), OTHER, new Note(1));
    assertThat(turnedTo()).isEqualTo(1);
    lone.run(60_000, "4000", "6000");
    assertThat(outcomes).hasSize(1_000).containsOnly(false);
    for (int i = 3_000; i < 4_000; i++) {
      lone.node.sendNamed(stranger(i), NAMING, new Note(i));
    }
    assertThat(turnedTo())
        .isBetween(
            Limits.Traffic.STRANGERS_PER_MINUTE - 1L, Limits.Traffic.STRANGERS_PER_MINUTE + 1L);
  }

  @Test
  void whatManyGroupsHaveNamedLeavesOneAMinuteToEachOther() {
    int inAll = 60 * Limits.Traffic.STRANGERS_PER_SECOND_IN_ALL;
    int number = 0;
    for (int group = 0; group < 40; group++) {
      Contact naming = new Contact(stranger(group).id(), new Endpoint("naming" + group, 1));
      for (int i = 0; i < Limits.Traffic.STRANGERS_AT_ONCE; i++) {
        lone.node.sendNamed(stranger(1_000 + number++), naming, new Note(i));
      }
    }
    assertThat(turnedTo()).isEqualTo(inAll + 40L);
    lone.node.sendNamed(stranger(10_000), OTHER, new Note(1));
    assertThat(turnedTo()).isEqualTo(1);
  }

  @Test
  void aStrangerIsSentToOnceAndNotAgainForAMinuteIfItCannotBeReached() {
    lone.node.sendNamed(stranger(1), NAMING, new Note(1));
    List<Send> sent =
        lone.run(50_000, "4000", "6000").stream()
            .filter(send -> send.message() instanceof Direct)
            .toList();
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).link()).isEqualTo(Send.Link.TO_STRANGER);
    lone.node.linkFailed(stranger(1).endpoint());
    lone.node.sendNamed(stranger(1), OTHER, new Note(2));
    assertThat(turnedTo()).isZero();
    lone.run(61_000, "4000", "6000");
    lone.node.sendNamed(stranger(1), OTHER, new Note(3));
    assertThat(turnedTo()).isEqualTo(1);
  }

  private int servedFor(Contact origin, int times) {
    int served = 0;
    for (int i = 0; i < times; i++) {
      served += lone.node.mayServe(origin, NAMING) ? 1 : 0;
    }
    return served;
  }

  @Test
  void littleIsDoneInTheNameOfAMemberThatAsksNothing() {
    Contact member = stranger(1);
    assertThat(servedFor(member, 1_000)).as("nobody has heard it").isZero();
    lone.hear(new Direct(1, member, lone.self.id(), new Note(1)));
    int atOnce = Limits.Traffic.UNASKED_AT_ONCE;
    assertThat(servedFor(member, 1_000)).isEqualTo(atOnce);
    assertThat(lone.node.mayServe(member, member)).as("what it hands over itself").isTrue();
    lone.run(1_000, "4000", "6000");
    assertThat(servedFor(member, 1_000)).isEqualTo(Limits.Traffic.UNASKED_PER_SECOND);
    lone.node.asksInPerson(member);
    assertThat(servedFor(member, 1_000)).isEqualTo(atOnce);
    lone.hear(new Direct(2, stranger(2), lone.self.id(), new Note(2)));
    assertThat(servedFor(stranger(2), 1_000)).as("another's").isEqualTo(atOnce);
  }

  @Test
  void whoNamesItselfOrWasHeardIsNoStranger() {
    lone.node.sendNamed(stranger(1), stranger(1), new Note(1));
    lone.node.receive(stranger(2), new Ping(1, stranger(2), false));
    lone.node.sendNamed(stranger(2), NAMING, new Note(1));
    List<Send> sent =
        lone.run(60_000, "4000", "6000").stream()
            .filter(send -> send.message() instanceof Direct)
            .toList();
    assertThat(sent).hasSize(8); // four times each, as nobody acknowledges
  }

  @Test
  void onlyWhoSaysSomethingUnaskedIsProvenAndForAnHour() {
    Contact node = stranger(1);
    lone.node.receive(node, new HopAck(1));
    lone.node.receive(node, new Pong(1, node));
    lone.node.receive(node, new Ping(1, node, true));
    assertThat(lone.node.isProven(node)).isFalse();
    lone.node.receive(node, new Direct(1, node, lone.self.id(), new Note(1)));
    assertThat(lone.node.isProven(node)).isTrue();
    assertThat(lone.node.isProven(new Contact(node.id(), new Endpoint("elsewhere", 1)))).isFalse();
    assertThat(lone.node.isProven(new Contact(OTHER.id(), node.endpoint()))).isFalse();
    lone.run(3_601_000, "4000", "6000");
    assertThat(lone.node.isProven(node)).isFalse();
  }

  @Test
  void oneNodeTellsOfFewThatAreProbed() {
    int told = 0;
    Set<Endpoint> probed = new LinkedHashSet<>();
    for (int i = 0; i < 60; i++) {
      List<Contact> contacts = new ArrayList<>();
      for (int j = 0; j < 30; j++) {
        contacts.add(stranger(told++));
      }
      lone.hear(new Leaves(NAMING, contacts, false));
      for (Send send : lone.run(1_000, "4000", "6000")) {
        if (send.message() instanceof Ping) {
          probed.add(send.to());
        }
      }
    }
    assertThat(probed)
        .hasSizeLessThanOrEqualTo(
            Limits.Traffic.HEARSAY_AT_ONCE + 61 * Limits.Traffic.HEARSAY_PER_SECOND);
  }
}
