package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

class LogRoomTest {
  private static final Contact SELF = contact(0, "self.example");

  private final LogRoom room = new LogRoom(SELF, 1_000, 5);

  private static Contact contact(int number, String host) {
    return new Contact(Id.of(number, 0, 0), new Endpoint(host, 1));
  }

  @Test
  void theHeaviestOfTheHeaviestGroupGivesWayAndOwnBlocksNever() {
    room.charge(SELF, 900);
    assertThat(room.heaviest()).isEmpty();
    room.charge(contact(1, "10.1.0.1"), 60);
    room.charge(contact(2, "a.example"), 40);
    room.charge(contact(3, "a.example"), 30);
    assertThat(room.isOver()).isTrue();
    assertThat(room.heaviest()).contains(Id.of(2, 0, 0));
    room.charge(contact(2, "a.example"), -40);
    assertThat(room.isOver()).isFalse();
    assertThat(room.heaviest()).contains(Id.of(1, 0, 0));
  }

  @Test
  void wordsForWhichNobodyStandsWeighUpToFourTimesAsMuchForADay() {
    Contact liar = contact(1, "a.example");
    room.charge(liar, 100);
    room.charge(contact(2, "b.example"), 190);
    room.charge(contact(3, "c.example"), 410);
    for (int i = 0; i < 8; i++) {
      assertThat(room.heaviest()).contains(Id.of(3, 0, 0));
      room.fruitless(liar.id());
    }
    room.charge(contact(3, "c.example"), -215); // 195 against twice 100
    assertThat(room.heaviest()).contains(liar.id());
    assertThat(room.bytes()).isEqualTo(485);
    room.charge(contact(3, "c.example"), 215);
    for (int i = 0; i < 1_000; i++) {
      room.fruitless(liar.id());
    }
    assertThat(room.heaviest()).as("four times 100 is the most").contains(Id.of(3, 0, 0));
    room.charge(contact(3, "c.example"), -15);
    assertThat(room.heaviest()).contains(liar.id());
    for (int hour = 0; hour < 24; hour++) {
      room.forgive();
    }
    room.charge(contact(3, "c.example"), -395);
    assertThat(room.heaviest()).as("it is forgotten").contains(Id.of(2, 0, 0));
    room.charge(liar, -100);
    room.fruitless(liar.id());
    assertThat(room.heaviest()).contains(Id.of(2, 0, 0));
  }
}
