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
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Ping;

/** Whoever names addresses to a node has few of them turned to. */
class ConnectionGaterTest {
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

  @Test
  void whoNamesItselfOrWasHeardIsNoStranger() {
    lone.node.sendNamed(stranger(1), stranger(1), new Note(1));
    lone.node.receive(stranger(2), new Ping(1, stranger(2), false));
    lone.node.sendNamed(stranger(2), NAMING, new Note(1));
    List<Send> sent =
        lone.run(60_000, "4000", "6000").stream()
            .filter(send -> send.message() instanceof Direct)
            .toList();
    assertThat(sent).hasSize(5); // four times and once, as nobody acknowledges
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
