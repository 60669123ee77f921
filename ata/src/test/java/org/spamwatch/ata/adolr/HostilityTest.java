package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.adolr.Vectors.Published;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Refusal;

/** One ADOLR against messages that no honest node sends. */
class HostilityTest {
  private static final Id A = Vectors.feature(1);
  private static final Id B = Vectors.feature(2);
  private static final FeatureVector AB = Vectors.of(A, B);
  private static final Contact EVIL = FakeRouting.contact(666);
  private static final Contact ASKER = FakeRouting.contact(1);
  private static final Note MSG = new Note(1);

  /** Messages of a hand-over that are under way to one receiver. */
  private static final int WINDOW = 8;

  private final Timers timers = new Timers(0);
  private final FakeRouting routing = new FakeRouting();
  private final Adolr adolr = adolr(Limits.DEFAULT);
  private final List<QueryOutcome> outcomes = new ArrayList<>();

  // Against the asker --------------------------------------------------------------------------

  @Test
  void answersToNoQueryOfThisNodeChangeNothing() {
    ask(Resolution.FULL, 1);
    adolr.receive(EVIL, new ApproxEnd(1, End.ROOT, 1, List.of(match(1, 2, 2)), List.of()));
    adolr.receive(EVIL, new FeatureObject(2, 1, 0, 1, List.of(listed(1))));
    adolr.receive(EVIL, new FeatureFailure(3, 1));
    pass(10_000_000);
    assertThat(outcomes).containsExactly(new QueryOutcome(List.of(), 2, 0, 0));
  }

  @Test
  void aHopCanEndItsOwnRouteOnceAndNoOther() {
    ask(Resolution.FULL, 1);
    ApproxQuery seen = routing.routed(ApproxQuery.class).get(0);
    for (int i = 0; i < 5; i++) {
      adolr.receive(EVIL, new ApproxEnd(seen.routeId(), End.ROOT, 1, List.of(), List.of()));
      adolr.receive(EVIL, new ApproxEnd(seen.queryId(), End.ROOT, 1, List.of(), List.of()));
    }
    assertThat(outcomes).isEmpty();
    ApproxQuery other = routing.routed(ApproxQuery.class).get(1);
    adolr.receive(
        ASKER, new ApproxEnd(other.routeId(), End.ROOT, 3, List.of(match(1, 2, 2)), List.of()));
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.get(0).matches()).containsExactly(match(1, 2, 2));
  }

  @Test
  void matchesThatCannotBeOnesOfTheQueryArePassedOver() {
    ask(Resolution.FULL, 2);
    ApproxQuery route = routing.routed(ApproxQuery.class).get(0);
    List<Match> claimed = List.of(match(1, 1, 2), match(2, 9, 10), match(3, 2, 2), match(3, 2, 2));
    adolr.receive(EVIL, new ApproxEnd(route.routeId(), End.ROOT, 1, claimed, List.of()));
    pass(10_000_000);
    assertThat(outcomes.get(0).matches()).containsExactly(match(3, 2, 2));
  }

  @Test
  void oneBadRootCannotCrowdOutWhatTheOthersAgreeOn() {
    FeatureVector vector = Vectors.of(A, B, Vectors.feature(3));
    ask(vector, Resolution.FULL, 2);
    List<Match> junk = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      junk.add(match(100 + i, 3, 3));
    }
    List<ApproxQuery> routes = routing.routed(ApproxQuery.class);
    adolr.receive(EVIL, new ApproxEnd(routes.get(0).routeId(), End.ROOT, 1, junk, List.of()));
    for (ApproxQuery honest : routes.subList(1, 3)) {
      adolr.receive(
          ASKER, new ApproxEnd(honest.routeId(), End.ROOT, 1, List.of(match(7, 2, 3)), List.of()));
    }
    assertThat(outcomes.get(0).matches()).hasSize(64).contains(match(7, 2, 3));
  }

  @Test
  void badRootsCannotCrowdOutWhatOneOtherAloneHasFound() {
    FeatureVector vector = Vectors.of(A, B, Vectors.feature(3));
    ask(vector, Resolution.FULL, 2);
    List<ApproxQuery> routes = routing.routed(ApproxQuery.class);
    for (int root = 0; root < 2; root++) {
      List<Match> junk = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        junk.add(match(100 + 64 * root + i, 3, 3));
      }
      Contact evil = FakeRouting.contact(60 + root);
      adolr.receive(evil, new ApproxEnd(routes.get(root).routeId(), End.ROOT, 1, junk, List.of()));
    }
    adolr.receive(
        ASKER,
        new ApproxEnd(routes.get(2).routeId(), End.ROOT, 1, List.of(match(7, 2, 3)), List.of()));
    assertThat(outcomes.get(0).matches()).hasSize(64);
    assertThat(outcomes.get(0).matches().subList(0, 3)).contains(match(7, 2, 3));
  }

  @Test
  void publishersOfWhomMostNodesTellComeFirstAndAreFew() {
    FeatureVector vector = Vectors.of(A, B, Vectors.feature(3));
    ask(vector, Resolution.FULL, 2);
    Id guid = match(7, 2, 3).guid();
    Contact publisher = FakeRouting.contact(50);
    List<ObjectPublisher> invented = new ArrayList<>();
    for (int i = 0; i < ObjectPublisher.MAX_TOLD - 1; i++) {
      invented.add(new ObjectPublisher(guid, FakeRouting.contact(100 + i)));
    }
    invented.add(new ObjectPublisher(Vectors.feature(99), EVIL)); // of nothing that was found
    List<Contact> tellers = List.of(EVIL, FakeRouting.contact(2), FakeRouting.contact(3));
    List<ApproxQuery> routes = routing.routed(ApproxQuery.class);
    for (int i = 0; i < 3; i++) {
      List<ObjectPublisher> told =
          i == 0 ? invented : List.of(new ObjectPublisher(guid, publisher));
      adolr.receive(
          tellers.get(i),
          new ApproxEnd(
              routes.get(i).routeId(), End.ROOT, 1, List.of(match(7, 2, 3)), List.of(), told));
    }
    assertThat(outcomes.get(0).publishersOf(guid))
        .hasSize(ObjectPublisher.MAX_OF_ONE)
        .startsWith(publisher);
    assertThat(outcomes.get(0).publishers()).containsOnlyKeys(guid);
  }

  @Test
  void aListLongerThanAFeatureObjectIsCutAndPagesCountOnce() {
    FakeRouting other = new FakeRouting();
    Adolr small =
        new Adolr(
            other,
            other,
            other,
            FeatureStoreTest.terms(other.self(), FeatureStoreTest.limits(1000, 100)),
            timers,
            new SplittableRandom(1));
    small.routeToApproxObject(
        Vectors.of(A), 1, MSG, Resolution.NAIVE, 32, Duration.ofSeconds(10), outcomes::add);
    long routeId = other.routed(FeatureRequest.class).get(0).routeId();
    for (int page = 0; page < 254; page++) {
      List<Listed> objects = new ArrayList<>();
      for (int i = 0; i < FeatureObject.PAGE; i++) {
        objects.add(listed(page * 64L + i));
      }
      small.receive(EVIL, new FeatureObject(routeId, 1, page, 255, objects));
      small.receive(EVIL, new FeatureObject(routeId, 1, page, 255, objects));
    }
    assertThat(outcomes).isEmpty();
    pass(10_000_000);
    assertThat(outcomes.get(0).matches()).hasSize(64);
    assertThat(other.toObjects).hasSize(64);
  }

  @Test
  void queriesBeyondTheLimitEndUnansweredAndLaterOnesWork() {
    for (int i = 0; i < 5000; i++) {
      ask(Resolution.FULL, 1);
    }
    pass(1);
    assertThat(outcomes).hasSize(5000 - Queries.MAX_OPEN);
    assertThat(outcomes).allMatch(outcome -> outcome.answered() == 0 && !outcome.isComplete());
    pass(10_000_001);
    assertThat(outcomes).hasSize(5000);
    routing.routed.clear();
    ask(Resolution.FULL, 1);
    assertThat(routing.routed(ApproxQuery.class)).hasSize(2);
  }

  @Test
  void anImpossibleThresIsRefusedBeforeAnythingIsSent() {
    assertThatIllegalArgumentException().isThrownBy(() -> ask(Resolution.NAIVE, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ask(Resolution.FULL, 3));
    pass(20_000_000);
    assertThat(routing.routed).isEmpty();
    assertThat(outcomes).isEmpty();
  }

  // Against a hop ------------------------------------------------------------------------------

  @Test
  void aForgedOriginIsToldOfAndSentNothingMoreThanAnyAsker() {
    keep(adolr, 3);
    Contact victim = FakeRouting.contact(2);
    deliver(query(1, List.of()), victim);
    assertThat(routing.sent(ApproxEnd.class)).hasSize(1);
    assertThat(routing.sent.get(0).to()).isEqualTo(victim);
    assertThat(routing.toObjects).hasSize(3).allMatch(to -> to.origin().equals(victim));
  }

  @Test
  void aRepeatedQueryReachesItsObjectsOnce() {
    keep(adolr, 3);
    for (int i = 0; i < 10; i++) {
      deliver(query(1, List.of()), ASKER);
    }
    assertThat(routing.toObjects).hasSize(3);
    deliver(query(2, List.of()), ASKER);
    deliver(query(1, List.of()), EVIL);
    assertThat(routing.toObjects).as("another query, another asker").hasSize(9);
  }

  @Test
  void whoeverLearnsAQuerysIdCannotHaveItTakenForServed() {
    keep(adolr, 1);
    Note poison = new Note(666);
    ApproxQuery forged = new ApproxQuery(1, 9, Vectors.of(A), 1, false, poison, List.of());
    adolr.deliver(new Routed(A, forged, ASKER, 2, 0, EVIL), RouteEnd.ROOT);
    Contact honestHop = FakeRouting.contact(5);
    adolr.deliver(new Routed(A, query(1, List.of()), ASKER, 2, 0, honestHop), RouteEnd.ROOT);
    assertThat(routing.toObjects)
        .extracting(FakeRouting.ToObject::message)
        .containsExactly(poison, MSG);
  }

  @Test
  void aFullFoundListLeavesAHopHalfOfThePlacesForWhatItMatches() {
    keep(adolr, 40);
    List<Match> found = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      found.add(match(500, 1, 1)); // the same again and again
    }
    deliver(query(1, found), ASKER);
    List<Match> passedOn = routing.sent(ApproxEnd.class).get(0).found();
    assertThat(passedOn).hasSize(64).startsWith(found.subList(0, 32).toArray(new Match[0]));
    assertThat(passedOn.subList(32, 64)).doesNotContain(match(500, 1, 1)).doesNotHaveDuplicates();
    assertThat(routing.toObjects).hasSize(32);
  }

  @Test
  void whoIsNamedByAnotherIsSentNoMoreThanTwiceWhatCame() {
    keep(adolr, 40);
    ApproxQuery query = query(1, List.of());
    Routed routed = new Routed(A, query, ASKER, 2, 5, EVIL);
    ApproxQuery passedOn =
        (ApproxQuery) adolr.forward(routed, FakeRouting.contact(5)).orElseThrow();
    assertThat(passedOn.found()).hasSize(40);
    assertThat(routing.toObjects).as("objects that may answer").hasSize(1);
    adolr.deliver(new Routed(A, passedOn, ASKER, 3, 4, EVIL), RouteEnd.TTL);
    adolr.deliver(new Routed(A, new FeatureRequest(9, A), ASKER, 3, 5, EVIL), RouteEnd.ROOT);
    assertThat(routing.toObjects).as("what a hop before has found").hasSize(1);
    assertThat(routing.sent)
        .extracting(FakeRouting.Sent::message)
        .containsExactly(
            new AskInPerson(query.routeId(), End.TTL, 3), new AskInPerson(9, End.ROOT, 3));
    routing.sent.clear();
    adolr.receive(ASKER, new ApproxAsk(A, query));
    assertThat(routing.toObjects).as("all, once it asks itself").hasSize(41);
    assertThat(routing.sent(ApproxEnd.class).get(0).found()).hasSize(40);
    adolr.receive(ASKER, new FeatureRequest(10, A));
    assertThat(routing.sent(FeatureObject.class)).hasSize(1);
  }

  @Test
  void oneNodeHandsOverOnlySoManyQueriesOfOthersThatMatch() {
    Limits d = FeatureStoreTest.limits(1000, 100);
    Adolr bounded = adolr(d);
    keep(bounded, 1);
    for (int i = 0; i < 5_000; i++) {
      bounded.deliver(new Routed(A, query(i, List.of()), ASKER, 2, 0, EVIL), RouteEnd.ROOT);
    }
    assertThat(routing.toObjects).hasSize(4_000);
    bounded.deliver(
        new Routed(A, query(9_999, List.of()), ASKER, 2, 0, FakeRouting.contact(5)), RouteEnd.ROOT);
    assertThat(routing.toObjects).as("another hands over").hasSize(4_001);
  }

  @Test
  void whatAHopBeforeHasFoundIsNotSentAgain() {
    keep(adolr, 3);
    Match known = new Match(Vectors.feature(1000), AB.compact().digest(), 1, 1);
    deliver(query(1, List.of(known)), ASKER);
    assertThat(routing.toObjects)
        .extracting(FakeRouting.ToObject::guid)
        .containsExactlyInAnyOrder(Vectors.feature(1001), Vectors.feature(1002));
    assertThat(routing.sent(ApproxEnd.class).get(0).found()).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void aQueryRoutedByAKeyThatIsNoneOfItsFeaturesIsResolvedByItsVectorAlone() {
    keep(adolr, 3);
    adolr.deliver(new Routed(Vectors.feature(77), query(1, List.of()), ASKER, 1, 0), RouteEnd.TTL);
    assertThat(routing.sent(ApproxEnd.class).get(0).found()).hasSize(3);
  }

  @Test
  void aFloodOfRecordsForOneFeatureLeavesOthersAlone() {
    Limits limits = FeatureStoreTest.limits(100_000, 64);
    Adolr bounded = adolr(limits);
    keep(bounded, 1);
    for (int i = 0; i < 10_000; i++) {
      Published junk = new Published(Vectors.of(B), Vectors.feature(5000 + i));
      publish(bounded, FeatureStoreTest.record(B, junk, FakeRouting.contact(i), i));
    }
    assertThat(bounded.recordCount()).isEqualTo(65);
    assertThat(bounded.recordsRefused().of(Refusal.QUOTA)).isEqualTo(10_000 - 64);
    bounded.deliver(new Routed(A, query(1, List.of()), ASKER, 1, 0), RouteEnd.ROOT);
    assertThat(routing.sent(ApproxEnd.class).get(0).found()).hasSize(1);
  }

  @Test
  void aFloodOfQueriesIsForgottenAgain() {
    Limits d = FeatureStoreTest.limits(1000, 100);
    Adolr bounded = adolr(d);
    keep(bounded, 1);
    for (int i = 0; i <= d.maxRemembered(); i++) {
      bounded.deliver(new Routed(A, query(i, List.of()), ASKER, 1, 0), RouteEnd.ROOT);
    }
    int before = routing.toObjects.size();
    bounded.deliver(new Routed(A, query(0, List.of()), ASKER, 1, 0), RouteEnd.ROOT);
    assertThat(routing.toObjects).as("the oldest is no longer remembered").hasSize(before + 1);
    bounded.deliver(new Routed(A, query(d.maxRemembered(), List.of()), ASKER, 1, 0), RouteEnd.ROOT);
    assertThat(routing.toObjects).as("the newest is").hasSize(before + 1);
  }

  @Test
  void aLongFeatureObjectIsSentAPageForAnAcknowledgement() {
    for (int i = 0; i < 3; i++) {
      keep(adolr, 150);
    }
    adolr.deliver(new Routed(A, new FeatureRequest(9, A), EVIL, 1, 0), RouteEnd.ROOT);
    assertThat(routing.sent(FeatureObject.class)).hasSize(1);
    last().outcome().accept(true);
    last().outcome().accept(true);
    List<FeatureObject> pages = routing.sent(FeatureObject.class);
    assertThat(pages).extracting(FeatureObject::page).containsExactly(0, 1, 2);
    assertThat(pages.stream().flatMap(page -> page.objects().stream()).distinct()).hasSize(150);
    last().outcome().accept(true);
    assertThat(routing.sent(FeatureObject.class)).hasSize(3);
    routing.sent.clear();
    adolr.deliver(new Routed(A, new FeatureRequest(9, A), EVIL, 1, 0), RouteEnd.ROOT);
    last().outcome().accept(false);
    assertThat(routing.sent(FeatureObject.class)).as("who does not listen gets no more").hasSize(1);
  }

  // Handing over -------------------------------------------------------------------------------

  @Test
  void handingOverSaysAPublicationOnceAndAllOfIt() {
    int objects = 30;
    for (int i = 0; i < objects; i++) {
      FeatureVector vector = Vectors.random(new SplittableRandom(i), 1000);
      Published one = new Published(vector, Vectors.feature(2000 + i));
      for (Id feature : vector.keys()) {
        publish(adolr, FeatureStoreTest.record(feature, one, FakeRouting.contact(1), 1));
      }
    }
    Contact newcomer = FakeRouting.contact(3);
    routing.neighbours.add(newcomer);
    adolr.update(newcomer, true);
    pass(1);
    List<ReplicateFeatures> messages = routing.sent(ReplicateFeatures.class);
    List<FeatureRecord> records = messages.stream().flatMap(m -> m.records().stream()).toList();
    assertThat(records).hasSize(adolr.recordCount()).doesNotHaveDuplicates();
    long said = messages.stream().mapToLong(message -> message.publications().size()).sum();
    // Features that several publications have are said for each, so some publications are repeated.
    assertThat(said).isLessThan(records.size() / 2);
  }

  @Test
  void handingOverWaitsForAcknowledgementsAndSurvivesRefusals() {
    keep(adolr, 1000);
    Contact newcomer = FakeRouting.contact(3);
    routing.neighbours.add(newcomer);
    adolr.update(newcomer, true);
    pass(1);
    assertThat(routing.sent).hasSize(WINDOW);
    routing.sent.get(0).outcome().accept(false);
    assertThat(routing.sent).hasSize(WINDOW);
    pass(3_000_000);
    assertThat(routing.sent).hasSize(WINDOW + 1);
    for (int i = 1; i < routing.sent.size(); i++) {
      routing.sent.get(i).outcome().accept(true);
      pass(timers.nowMicros() + 100_000); // what is beyond the first 600 goes at 150 a second
    }
    assertThat(
            routing.sent(ReplicateFeatures.class).stream()
                .flatMap(message -> message.records().stream())
                .distinct())
        .hasSize(1000);
    assertThat(routing.sent).hasSize(1 + (1000 + 11) / 12);
  }

  @Test
  void handingOverStopsWhenTheReceiverIsGone() {
    keep(adolr, 1000);
    Contact newcomer = FakeRouting.contact(3);
    routing.neighbours.add(newcomer);
    adolr.update(newcomer, true);
    pass(1);
    routing.neighbours.clear();
    adolr.update(newcomer, false);
    for (int i = 0; i < routing.sent.size(); i++) {
      routing.sent.get(i).outcome().accept(true);
    }
    assertThat(routing.sent).hasSize(WINDOW);
  }

  /** Lets time pass timer by timer, as a driver does. */
  private void pass(long untilMicros) {
    for (OptionalLong next = timers.nextDeadlineMicros();
        next.isPresent() && next.getAsLong() <= untilMicros;
        next = timers.nextDeadlineMicros()) {
      timers.advance(next.getAsLong());
    }
    timers.advance(untilMicros);
  }

  private FakeRouting.Sent last() {
    return routing.sent.get(routing.sent.size() - 1);
  }

  private Adolr adolr(Limits limits) {
    return new Adolr(
        routing,
        routing,
        routing,
        FeatureStoreTest.terms(routing.self(), limits),
        timers,
        new SplittableRandom(1));
  }

  private void ask(Resolution resolution, int thres) {
    ask(AB, resolution, thres);
  }

  private void ask(FeatureVector vector, Resolution resolution, int thres) {
    adolr.routeToApproxObject(
        vector, thres, MSG, resolution, 32, Duration.ofSeconds(10), outcomes::add);
  }

  private static Match match(long guid, int shared, int of) {
    return new Match(Vectors.feature(guid), Vectors.feature(-1), shared, of);
  }

  private static Listed listed(long guid) {
    return new Listed(Vectors.feature(guid), Vectors.feature(-1), Scheme.CHAR50, Role.PART);
  }

  private static ApproxQuery query(long queryId, List<Match> found) {
    return new ApproxQuery(queryId, 5, Vectors.of(A), 1, false, MSG, found);
  }

  private void deliver(Message message, Contact origin) {
    adolr.deliver(new Routed(A, message, origin, 1, 0), RouteEnd.ROOT);
  }

  /** Objects 1000, 1001, ... with the vector {A, B}, under A. */
  private static void keep(Adolr holder, int objects) {
    for (int i = 0; i < objects; i++) {
      Published one = new Published(AB, Vectors.feature(1000 + i));
      publish(holder, FeatureStoreTest.record(A, one, FakeRouting.contact(1), 1));
    }
  }

  private static void publish(Adolr holder, FeatureRecord record) {
    holder.deliver(
        new Routed(record.feature(), new PublishFeature(record), EVIL, 1, 0), RouteEnd.TTL);
  }
}
