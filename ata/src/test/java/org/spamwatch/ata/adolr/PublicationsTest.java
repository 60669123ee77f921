package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;

/** The order in which publications leave a peer that has many to make. */
class PublicationsTest {
  private static final int STORED = 500;
  private static final long TURN_MICROS = 125_000;

  /** Vectors of two features each that leave in a turn. */
  private static final int PER_TURN =
      (Publications.BURST + Publications.SIGNATURE + 1) / (Publications.SIGNATURE + 2);

  private final FakeRouting routing = new FakeRouting();
  private final Timers timers = new Timers(0);
  private final Publications publications =
      new Publications(
          routing,
          routing,
          FeatureStoreTest.terms(routing.self(), Limits.DEFAULT),
          timers,
          new SplittableRandom(3));

  private static Id guid(int number) {
    return Id.of(number, 0, 0);
  }

  private static FeatureVector vector(int number) {
    return Vectors.of(Vectors.feature(number), Vectors.feature(number + 1_000_000L));
  }

  private void publish(int number) {
    publications.publish(vector(number), guid(number), false);
  }

  private void restart() {
    for (int i = 0; i < STORED; i++) {
      publish(i);
    }
  }

  private void turns(int count) {
    for (int i = 0; i < count; i++) {
      timers.advance(timers.nowMicros() + TURN_MICROS);
    }
  }

  private Set<Id> published() {
    Set<Id> guids = new LinkedHashSet<>();
    routing
        .routed(PublishFeature.class)
        .forEach(message -> guids.add(message.record().publication().guid()));
    return guids;
  }

  @Test
  void aVoteOfNowDoesNotWaitForAllThatWasStored() {
    restart();
    publish(STORED);
    assertThat(published()).doesNotContain(guid(STORED));
    turns(1);
    assertThat(published()).contains(guid(STORED));
    assertThat(published()).hasSizeLessThanOrEqualTo(2 * PER_TURN);
  }

  @Test
  void whatWasStoredDoesNotWaitForEverNewVotes() {
    restart();
    int next = STORED;
    int turns = STORED / (PER_TURN / 2) + 1;
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < PER_TURN; i++) {
        publish(next++);
      }
      turns(1);
    }
    for (int i = 0; i < STORED; i++) {
      assertThat(published()).contains(guid(i));
    }
  }

  @Test
  void eachIsSentOnceHoweverOftenItIsPublishedMeanwhile() {
    restart();
    restart();
    turns(STORED);
    assertThat(published()).hasSize(STORED);
    long sent = routing.routed(PublishFeature.class).size();
    long firstBurst = (long) PER_TURN * vector(0).size();
    assertThat(sent).isEqualTo((long) STORED * vector(0).size() + firstBurst);
  }

  @Test
  void whatIsWithdrawnWhileItWaitsIsSentAsWithdrawn() {
    restart();
    publications.withdraw(vector(STORED - 1), guid(STORED - 1));
    turns(STORED);
    List<Publication> its =
        routing.routed(PublishFeature.class).stream()
            .map(publish -> publish.record().publication())
            .filter(publication -> publication.guid().equals(guid(STORED - 1)))
            .toList();
    assertThat(its).isNotEmpty().allMatch(Publication::withdrawn);
  }

  @Test
  void aNodeThatIsLatePublishesMoreSlowlyAndLeavesNothingOut() {
    restart();
    for (int i = 0; i < 40; i++) {
      timers.advance(timers.nowMicros() + 2 * TURN_MICROS); // each turn 125 ms late or more
    }
    int late = published().size();
    assertThat(late).as("in the time of 80 turns").isBetween(2 * PER_TURN, 22 * PER_TURN);
    turns(STORED);
    assertThat(published()).hasSize(STORED);
  }

  /** What 250 in an eighth of a second do not suffice for. */
  @Test
  void howeverManyAreRenewedWithinAThirdOfTheLease() {
    LeaseConfig leases = new LeaseConfig(Duration.ofMinutes(1), 1);
    RecordTerms terms = FeatureStoreTest.terms(routing.self(), Limits.DEFAULT);
    Publications many =
        new Publications(
            routing,
            routing,
            new RecordTerms(terms.limits(), leases, terms.signatures()),
            timers,
            new SplittableRandom(3));
    int count = 8_000; // at 250 it takes 48 s
    for (int i = 0; i < count; i++) {
      many.publish(vector(i), guid(i), false);
    }
    turns(160);
    assertThat(published()).hasSize(count);
  }
}
