package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** Which of many claims are looked into. */
class FairDrawTest {
  private static final Id MARKED = Id.ofHex("ff");

  private final Map<Id, Collection<Contact>> published = new LinkedHashMap<>();

  private static Contact publisher(int number, String host) {
    return new Contact(Id.ofHex(String.format("c%02x", number)), new Endpoint(host, 9460));
  }

  private void publish(Id guid, Contact... by) {
    published.put(guid, List.of(by));
  }

  private static Id guid(int number) {
    return Id.ofHex(String.format("%04x", number));
  }

  private List<Id> draw(Id preferred, int most) {
    return FairDraw.of(
        published.keySet(),
        guid -> published.getOrDefault(guid, List.of()),
        preferred::equals,
        most);
  }

  @Test
  void manyMessagesOfTenPublishersLeaveAPlaceForTheOneOfAnother() {
    for (int i = 0; i < 200; i++) {
      publish(guid(i), publisher(i % 10, "192.0." + i % 10 + ".1"));
    }
    publish(MARKED, publisher(99, "198.51.100.1"));
    assertThat(draw(Id.ZERO, 12)).hasSize(12).contains(MARKED).startsWith(guid(0), guid(1));
  }

  @Test
  void publishersOfOneAddressGroupAreOne() {
    for (int i = 0; i < 50; i++) {
      publish(guid(i), publisher(i, "192.0.2." + i));
    }
    publish(MARKED, publisher(99, "198.51.100.1"));
    assertThat(draw(Id.ZERO, 2)).containsExactly(guid(0), MARKED);
  }

  @Test
  void atLocalAddressesEachIsOne() {
    publish(guid(1), publisher(1, "127.0.0.1"));
    publish(guid(2), publisher(1, "127.0.0.1"));
    publish(MARKED, publisher(2, "127.0.0.1"));
    assertThat(draw(Id.ZERO, 2)).containsExactly(guid(1), MARKED);
  }

  @Test
  void whomTheAskerCountsIsDrawnFirstInEachTurn() {
    for (int i = 0; i < 40; i++) {
      publish(guid(i), publisher(i, "192.0." + i + ".1"));
    }
    publish(MARKED, publisher(99, "198.51.100.1"));
    assertThat(draw(publisher(99, "198.51.100.1").id(), 3)).startsWith(MARKED).hasSize(3);
  }

  @Test
  void thoseOfWhomNobodyNamesAPublisherHaveOnePlaceATurnTogether() {
    List<Id> invented = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      invented.add(guid(i));
      publish(guid(i));
    }
    publish(MARKED, publisher(99, "198.51.100.1"));
    assertThat(draw(Id.ZERO, 2)).containsExactly(guid(0), MARKED);
    published.remove(MARKED);
    assertThat(draw(Id.ZERO, 16)).isEqualTo(invented.subList(0, 16));
  }
}
