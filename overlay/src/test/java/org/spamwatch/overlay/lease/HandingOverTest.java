package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/** At what pace records are handed over, by nodes that are on time and by nodes that are late. */
class HandingOverTest {
  private static final long SECOND = 1_000_000;
  private static final Contact RECEIVER = contact(9);

  private record Records(List<Id> keys) implements Message {}

  private Timers timers = new Timers(0);
  private Routing routing = new Routing();
  private Transfers transfers = new Transfers(routing, timers, HandingOverTest::ofThree);

  @BeforeTry
  void anew() {
    timers = new Timers(0);
    routing = new Routing();
    transfers = new Transfers(routing, timers, HandingOverTest::ofThree);
  }

  private static Contact contact(int number) {
    return new Contact(Id.of(number, 0, 0), new Endpoint("192.0.2." + number, 9460));
  }

  private static List<Id> keys(int count) {
    SplittableRandom random = new SplittableRandom(count);
    return random.longs(count).mapToObj(high -> Id.of(high, 0, 0)).toList();
  }

  /** A message of up to three keys, one check each. */
  private static List<TransferBatch> ofThree(Set<Id> keys) {
    List<Id> three = keys.stream().limit(3).toList();
    three.forEach(keys::remove);
    return List.of(new TransferBatch(new Records(three), three.size()));
  }

  /** Lets time pass timer by timer, each so late as the node has to do other things. */
  private void pass(long micros, long lateness) {
    long until = timers.nowMicros() + micros;
    for (OptionalLong next = timers.nextDeadlineMicros();
        next.isPresent() && next.getAsLong() + lateness <= until;
        next = timers.nextDeadlineMicros()) {
      timers.advance(next.getAsLong() + lateness);
    }
    timers.advance(Math.max(timers.nowMicros(), until - lateness));
  }

  private List<Id> given() {
    return routing.sent.stream().flatMap(records -> records.keys().stream()).toList();
  }

  @Property(tries = 30)
  void everyKeyIsGivenOnceHoweverLateTheNodeIs(
      @ForAll @IntRange(max = 2_000) int count, @ForAll @IntRange(max = 400) int lateMillis) {
    List<Id> keys = keys(count);
    transfers.give(RECEIVER, keys);
    transfers.give(RECEIVER, keys.subList(count / 2, count));
    pass(3_600 * SECOND, lateMillis * 1000L);
    int atOnce = Math.min(count, 3 * Transfers.WINDOW);
    Set<Id> waiting = new TreeSet<>(keys.subList(atOnce, count));
    assertThat(given().stream().distinct()).containsExactlyElementsOf(keys);
    assertThat(given().stream().filter(waiting::contains))
        .as("what waits already waits once")
        .hasSameSizeAs(waiting);
  }

  @Property(tries = 30)
  void noReceiverIsGivenMoreThanItsShare(@ForAll @IntRange(min = 1, max = 20) int seconds) {
    transfers.give(RECEIVER, keys(5_000));
    transfers.give(contact(8), keys(10));
    pass(seconds * SECOND, 0);
    int most = Transfers.CHECKS_AT_ONCE + seconds * Transfers.CHECKS_A_SECOND;
    assertThat(given()).hasSizeBetween(most - 30, most + 10);
  }

  @Example
  void aNodeThatIsLateGivesMoreSlowlyAndIsAsFastAsEverOnceItIsOnTimeAgain() {
    transfers.give(RECEIVER, keys(50_000));
    pass(10 * SECOND, 0);
    int first = given().size();
    pass(10 * SECOND, 200_000);
    int late = given().size() - first;
    assertThat(late).isBetween(100, 10 * Transfers.CHECKS_A_SECOND / 4);
    pass(10 * SECOND, 0); // what was late is forgotten
    int before = given().size();
    pass(10 * SECOND, 0);
    assertThat(given().size() - before)
        .isBetween(10 * Transfers.CHECKS_A_SECOND - 30, 10 * Transfers.CHECKS_A_SECOND + 30);
  }

  @Example
  void whatIsNotAcknowledgedIsSentAgainAndHoldsUpTheRest() {
    routing.acknowledges = false;
    transfers.give(RECEIVER, keys(1_000));
    pass(SECOND, 0);
    assertThat(routing.sent).hasSize(Transfers.WINDOW);
    routing.acknowledges = true;
    pass(60 * SECOND, 0);
    assertThat(given().stream().distinct()).hasSize(1_000);
    assertThat(given()).hasSize(1_000 + 3 * Transfers.WINDOW);
  }

  @Example
  void whoHasLeftIsGivenNothingMore() {
    transfers.give(RECEIVER, keys(5_000));
    pass(SECOND, 0);
    int sent = routing.sent.size();
    transfers.stop(RECEIVER);
    pass(60 * SECOND, 0);
    assertThat(routing.sent).hasSize(sent);
  }

  @Example
  void whatIsRoutedToItsRootIsPacedAndNothingIsLost() {
    List<Id> keys = keys(500);
    Rerouting rerouting =
        new Rerouting(
            routing, timers, key -> List.of(new Records(List.of(key)), new Records(List.of())));
    keys.forEach(rerouting::add);
    pass(SECOND, 0);
    assertThat(routing.routed).hasSizeLessThanOrEqualTo(2 * Transfers.CHECKS_A_SECOND);
    int onTime = routing.routed.size();
    pass(SECOND, 200_000);
    assertThat(routing.routed.size() - onTime).isLessThan(onTime / 2);
    pass(60 * SECOND, 0);
    assertThat(routing.routed).hasSize(2 * keys.size());
    rerouting.add(keys.get(0));
    pass(SECOND, 0);
    assertThat(routing.routed).as("it goes on after a rest").hasSize(2 * keys.size() + 2);
  }

  /** Acknowledges what is sent a moment later, or never. */
  private final class Routing implements KeyBasedRouting {
    private final List<Records> sent = new ArrayList<>();
    private final List<Message> routed = new ArrayList<>();
    private boolean acknowledges = true;

    @Override
    public Contact self() {
      return contact(0);
    }

    @Override
    public void register(Application application) {}

    @Override
    public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
      routed.add(message);
    }

    @Override
    public List<Contact> firstHops(Id key, int count) {
      return List.of();
    }

    @Override
    public void send(Contact to, Message message, Consumer<Boolean> outcome) {
      sent.add((Records) message);
      boolean arrived = acknowledges;
      timers.afterMicros(1_000, () -> outcome.accept(arrived));
    }

    @Override
    public boolean isAlone() {
      return false;
    }

    @Override
    public boolean isRoot(Id key) {
      return true;
    }

    @Override
    public List<Contact> replicaSet(Id key, int count) {
      return List.of(self());
    }
  }
}
