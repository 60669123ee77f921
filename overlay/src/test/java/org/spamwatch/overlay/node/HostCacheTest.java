package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.routing.Diversity;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

class HostCacheTest {
  private static final long DAY = 86_400_000;
  private static final long NOW = 1_000 * DAY;
  private static final Contact SELF = new Contact(Id.ofHex("5"), new Endpoint("192.0.2.1", 9460));

  private final SplittableRandom random = new SplittableRandom(3);
  private final HostCache cache = new HostCache(SELF.id());

  private Contact anyone() {
    String host = random.nextInt(1, 100) + "." + random.nextInt(256) + "." + random.nextInt(256);
    return new Contact(Id.random(random), new Endpoint(host + ".7", 9460));
  }

  private static KnownHost host(Contact contact, long daysAgo, long lastDaysAgo) {
    return new KnownHost(contact, NOW - daysAgo * DAY, NOW - lastDaysAgo * DAY);
  }

  private RoutingTable tableOf(List<Contact> contacts) {
    RoutingTable table = new RoutingTable(SELF, 8, new Diversity(2, 10), 1);
    contacts.forEach(contact -> table.add(new Neighbour(contact)));
    return table;
  }

  private List<Contact> remembered() {
    return cache.hosts().stream().map(KnownHost::contact).toList();
  }

  @Test
  void aCrowdOfNewcomersReplacesNoOldAcquaintanceButForTheLeaves() {
    List<KnownHost> old = new ArrayList<>();
    for (int i = 0; i < HostCache.MAX_HOSTS; i++) {
      old.add(host(anyone(), 20 + i, 2));
    }
    cache.restore(old, NOW);
    assertThat(cache.hosts()).containsExactlyInAnyOrderElementsOf(old);
    List<Contact> crowd = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      crowd.add(anyone());
    }
    RoutingTable table = tableOf(crowd);
    cache.refresh(table, NOW);
    assertThat(remembered()).hasSize(HostCache.MAX_HOSTS);
    List<Contact> leaves =
        table.leafSet().neighbours().stream().map(Neighbour::contact).distinct().toList();
    assertThat(leaves).hasSize(16);
    assertThat(remembered()).containsAll(leaves);
    List<Contact> longest =
        old.subList(leaves.size(), old.size()).stream().map(KnownHost::contact).toList();
    assertThat(remembered()).containsAll(longest);
  }

  @Test
  void oneAddressGroupDoesNotFillIt() {
    List<KnownHost> neighbours = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      Contact contact = new Contact(Id.random(random), new Endpoint("198.51.100." + i, 9460));
      neighbours.add(host(contact, 20, 1));
    }
    KnownHost elsewhere = host(anyone(), 1, 1);
    neighbours.add(elsewhere);
    cache.restore(neighbours, NOW);
    assertThat(cache.hosts()).hasSize(HostCache.MAX_PER_GROUP + 1).contains(elsewhere);
  }

  @Test
  void ofTwoAtOneEndpointTheLaterIsRemembered() {
    Contact earlier = anyone();
    Contact later = new Contact(Id.random(random), earlier.endpoint());
    cache.restore(List.of(host(later, 3, 1), host(earlier, 20, 4)), NOW);
    assertThat(remembered()).containsExactly(later);
    Contact now = new Contact(Id.random(random), earlier.endpoint());
    cache.refresh(tableOf(List.of(now)), NOW);
    assertThat(remembered()).containsExactly(now);
  }

  @Test
  void whoMovedIsRememberedAtTheNewPlaceForAsLong() {
    Contact before = anyone();
    cache.restore(List.of(host(before, 20, 4)), NOW);
    Contact after = new Contact(before.id(), new Endpoint("203.0.113.5", 1));
    cache.refresh(tableOf(List.of(after)), NOW);
    assertThat(cache.hosts()).containsExactly(host(after, 20, 0));
  }

  @Test
  void whoIsNotMetForAMonthIsForgotten() {
    KnownHost recent = host(anyone(), 400, 29);
    cache.restore(List.of(host(anyone(), 400, 31), recent), NOW);
    assertThat(cache.hosts()).containsExactly(recent);
  }

  @Test
  void aClockThatWasSetBackForgetsNobodyAndItselfIsNoAcquaintance() {
    Contact contact = anyone();
    cache.restore(
        List.of(new KnownHost(contact, NOW + DAY, NOW + 2 * DAY), host(SELF, 20, 1)), NOW);
    assertThat(cache.hosts()).containsExactly(new KnownHost(contact, NOW, NOW));
  }

  @Test
  void drawsAtMostAsManyAsAskedForAndOnlyWhoIsWanted() {
    List<KnownHost> hosts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      hosts.add(host(anyone(), 5, 1));
    }
    cache.restore(hosts, NOW);
    Contact unwanted = hosts.get(0).contact();
    for (int i = 0; i < 50; i++) {
      assertThat(cache.draw(3, host -> !host.equals(unwanted), random))
          .hasSize(3)
          .doesNotHaveDuplicates()
          .doesNotContain(unwanted);
    }
    assertThat(cache.draw(20, host -> true, random)).hasSize(10);
  }
}
