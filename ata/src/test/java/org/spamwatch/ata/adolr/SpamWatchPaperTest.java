package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spamwatch.ata.adolr.Vectors.feature;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spamwatch.ata.adolr.AdolrCluster.Delivery;
import org.spamwatch.ata.adolr.AdolrCluster.Peer;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** The claims of the SpamWatch paper's section 3, in its order. */
class SpamWatchPaperTest {
  private static final Duration A_WHILE = Duration.ofSeconds(3);
  private static final Id GUID1 = feature(1001);
  private static final Id GUID2 = feature(1002);
  private static final Id GUID4 = feature(1004);
  private static final Id FV1 = feature(1);
  private static final Id FV2 = feature(2);
  private static final Id FV3 = feature(3);
  private static final Id FV4 = feature(4);
  private static final Id FV5 = feature(5);
  private static final Note MSG = new Note(7);

  private final AdolrCluster cluster = new AdolrCluster(20).grow(20);
  private final Peer client = cluster.peer(19);

  // Section 3.1: Approximate DOLR design -------------------------------------------------------

  /**
   * "For each feature f, a feature object is stored: the list of GUIDs whose vectors include f."
   */
  @Test
  void section31AFeatureObjectListsEveryGuidWhoseVectorIncludesTheFeature() {
    publish(0, GUID1, FV1, FV2);
    publish(1, GUID2, FV2, FV3);
    assertThat(listedUnder(FV1)).containsExactlyInAnyOrder(GUID1);
    assertThat(listedUnder(FV2)).containsExactlyInAnyOrder(GUID1, GUID2);
    assertThat(listedUnder(FV3)).containsExactlyInAnyOrder(GUID2);
  }

  /** "If such an object is already available, we append the current GUID to that object." */
  @Test
  void section31PublishingAppendsToAFeatureObjectThatExists() {
    publish(0, GUID1, FV1);
    assertThat(listedUnder(FV1)).containsExactly(GUID1);
    publish(1, GUID2, FV1);
    assertThat(listedUnder(FV1)).containsExactlyInAnyOrder(GUID1, GUID2);
  }

  /** "Any client can route messages to the object given its GUID." */
  @Test
  void section31AnObjectStaysReachableByItsGuid() {
    publish(0, GUID1, FV1);
    cluster.call(client, () -> client.dolr.routeToObject(GUID1, MSG, 32, client.contact()));
    cluster.run(A_WHILE);
    assertThat(cluster.deliveries(MSG))
        .containsExactly(new Delivery(cluster.peer(0).contact(), GUID1, client.contact()));
  }

  /** "PublishApproxObject only publishes the mapping from FV to GUID, not the object itself." */
  @Test
  void section31TheMappingIsPublishedApartFromTheObject() {
    Peer mapper = cluster.peer(0);
    cluster.call(mapper, () -> mapper.adolr.publishApproxObject(Vectors.of(FV1), GUID1));
    cluster.run(A_WHILE);
    assertThat(guids(ask(Resolution.FULL, 1, FV1))).containsExactly(GUID1);
    cluster.run(A_WHILE);
    assertThat(cluster.deliveries(MSG)).isEmpty();
  }

  /** "UnpublishApproxObject removes the mapping from the FV to the GUID if it exists." */
  @ParameterizedTest
  @EnumSource(Resolution.class)
  void section31UnpublishingRemovesTheMappingAndNoOther(Resolution resolution) {
    publish(0, GUID1, FV1, FV2);
    publish(1, GUID2, FV1, FV2);
    Peer publisher = cluster.peer(0);
    FeatureVector vector = Vectors.of(FV1, FV2);
    cluster.call(publisher, () -> publisher.adolr.unpublishApproxObject(vector, GUID1));
    cluster.run(A_WHILE);
    assertThat(guids(ask(resolution, 2, FV1, FV2))).containsExactly(GUID2);
  }

  /** Unpublishing a mapping that does not exist, or that another node has published. */
  @Test
  void section31UnpublishingWhatOneHasNotPublishedChangesNothing() {
    publish(0, GUID1, FV1, FV2);
    Peer stranger = cluster.peer(1);
    FeatureVector vector = Vectors.of(FV1, FV2);
    cluster.call(stranger, () -> stranger.adolr.unpublishApproxObject(vector, GUID1));
    cluster.run(A_WHILE);
    assertThat(guids(ask(Resolution.FULL, 2, FV1, FV2))).containsExactly(GUID1);
  }

  /** "|FV* ∩ FV| >= THRES": exactly at THRES an object matches, one below it does not. */
  @ParameterizedTest
  @EnumSource(Resolution.class)
  void section31SelectsAtThresAndNotBelow(Resolution resolution) {
    publish(0, GUID1, FV1, FV2, FV3, FV5);
    for (int thres = 1; thres <= 4; thres++) {
      assertThat(guids(ask(resolution, thres, FV1, FV2, FV3, FV4)))
          .as("THRES %d", thres)
          .isEqualTo(thres <= 3 ? List.of(GUID1) : List.of());
    }
  }

  /** "0 < THRES <= |FV|". */
  @ParameterizedTest
  @EnumSource(Resolution.class)
  void section31RefusesAThresOutOfRange(Resolution resolution) {
    for (int thres : new int[] {-1, 0, 3}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ask(resolution, thres, FV1, FV2))
          .withMessage("THRES " + thres + " is not in 1 to |FV| = 2");
    }
  }

  /** "The location operation is deterministic: all existing IDs matching will be located." */
  @ParameterizedTest
  @EnumSource(value = Resolution.class, names = "FIRST", mode = EnumSource.Mode.EXCLUDE)
  void section31TheMessageReachesEveryMatchingGuid(Resolution resolution) {
    List<Id> matching = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Id guid = feature(2000 + i);
      publish(i, guid, FV1, FV3, feature(100 + i));
      matching.add(guid);
      publish(i, feature(3000 + i), FV1, feature(200 + i), feature(300 + i));
    }
    QueryOutcome outcome = ask(resolution, 2, FV1, FV2, FV3);
    cluster.run(A_WHILE);
    assertThat(guids(outcome)).containsExactlyInAnyOrderElementsOf(matching);
    assertThat(cluster.reached(MSG)).containsExactlyInAnyOrderElementsOf(matching);
  }

  /** "The message will be sent to one replica of each matching object ID." */
  @Test
  void section31OfSeveralReplicasOneIsSentTheMessage() {
    publish(0, GUID1, FV1, FV2);
    publish(1, GUID1, FV1, FV2);
    publish(2, GUID1, FV1, FV2);
    QueryOutcome outcome = ask(Resolution.NAIVE, 2, FV1, FV2);
    cluster.run(A_WHILE);
    assertThat(guids(outcome)).containsExactly(GUID1);
    assertThat(cluster.deliveries(MSG)).hasSize(1);
  }

  // Section 3.2: A basic ADOLR prototype -------------------------------------------------------

  /** Fig. 4. */
  @Test
  void section32Figure4TheClientFetchesFeatureObjectsAndCounts() {
    publish(0, GUID1, FV1, FV3);
    publish(1, GUID4, FV3, FV5);
    QueryOutcome outcome = ask(Resolution.NAIVE, 2, FV1, FV2, FV3);
    cluster.run(A_WHILE);
    List<FeatureObject> lists = client.heard(FeatureObject.class);
    assertThat(lists.stream().map(object -> object.objects().stream().map(Listed::guid).toList()))
        .containsExactlyInAnyOrder(List.of(GUID1), List.of(GUID1, GUID4));
    assertThat(client.heard(FeatureFailure.class)).as("fv2 does not exist").hasSize(1);
    assertThat(outcome.isComplete()).isTrue();
    assertThat(guids(outcome)).containsExactly(GUID1);
    assertThat(cluster.deliveries(MSG))
        .containsExactly(new Delivery(cluster.peer(0).contact(), GUID1, client.contact()));
  }

  /** "LocationFailure messages are counted as an empty ID list." */
  @Test
  void section32AMissingFeatureObjectCountsAsAnEmptyList() {
    QueryOutcome outcome = ask(Resolution.NAIVE, 1, FV1, FV2, FV3);
    assertThat(outcome.matches()).isEmpty();
    assertThat(outcome.isComplete()).isTrue();
    assertThat(client.heard(FeatureFailure.class)).hasSize(3);
  }

  // Section 3.3: Optimizing ADOLR location -----------------------------------------------------

  /** "All future messages to the same feature vector are routed to the cached GUID." */
  @Test
  void section33AQueryRepeatedSoonGoesStraightToTheCachedGuid() {
    publish(0, GUID1, FV1, FV3);
    QueryOutcome fresh = ask(Resolution.FIRST, 2, FV1, FV2, FV3);
    cluster.run(A_WHILE);
    int ends = client.heard(ApproxEnd.class).size();
    Note again = new Note(8);
    QueryOutcome cached =
        cluster.ask(client, Vectors.of(FV3, FV2, FV1), 2, Resolution.FIRST, again);
    cluster.run(A_WHILE);
    assertThat(cached.matches()).isEqualTo(fresh.matches()).hasSize(1);
    assertThat(cached.routes()).isZero();
    assertThat(client.heard(ApproxEnd.class)).as("no route was asked").hasSize(ends);
    assertThat(cluster.deliveries(again))
        .containsExactly(new Delivery(cluster.peer(0).contact(), GUID1, client.contact()));
  }

  /** Fig. 5: fv1, fv3 and fv4 are at node X, which decides alone and sends MSG once. */
  @Test
  void section33Figure5ANodeDecidesOnLocalInformationAndForwardsTheMessageOnce() {
    Peer x = cluster.peer(5);
    Id atX1 = FeatureVector.key(x.id().high() + 1);
    Id atX3 = FeatureVector.key(x.id().high() + 3);
    Id atX4 = FeatureVector.key(x.id().high() + 4);
    publish(5, GUID1, atX1, atX3, atX4);
    assertThat(List.of(atX1, atX3, atX4)).allMatch(key -> cluster.root(key).equals(x));
    Peer asker = farFrom(x);
    QueryOutcome outcome =
        cluster.ask(asker, Vectors.of(atX1, FV2, atX3, atX4), 3, Resolution.FULL, MSG);
    cluster.run(A_WHILE);
    assertThat(guids(outcome)).containsExactly(GUID1);
    assertThat(outcome.isComplete()).isTrue();
    assertThat(asker.heard(ApproxEnd.class).stream().filter(end -> !end.found().isEmpty()))
        .as("each of the three messages evaluates the whole query")
        .hasSize(3);
    assertThat(cluster.deliveries(MSG))
        .as("repeated messages are suppressed")
        .containsExactly(new Delivery(x.contact(), GUID1, asker.contact()));
  }

  /** "Any of the query messages contains enough information to completely evaluate the search." */
  @Test
  void section33OneQueryMessageOfSeveralIsEnough() {
    publish(0, GUID1, FV1, FV3, FV4);
    List<Peer> silenced =
        List.of(cluster.root(FV3), cluster.root(FV4)).stream()
            .filter(root -> !root.equals(cluster.root(FV1)) && !root.equals(client))
            .toList();
    List<Contact> silent = silenced.stream().map(Peer::contact).toList();
    cluster
        .links()
        .partition(
            (from, to) ->
                silent.stream()
                    .anyMatch(c -> c.endpoint().equals(to) || c.endpoint().equals(from)));
    QueryOutcome outcome = ask(Resolution.FULL, 3, FV1, FV3, FV4);
    assertThat(silenced).isNotEmpty();
    assertThat(guids(outcome)).containsExactly(GUID1);
  }

  /** "The determination can occur when the first message is received." */
  @Test
  void section33TheMessageIsUnderWayBeforeAllRoutesHaveEnded() {
    publish(0, GUID1, FV1, FV3, FV4);
    List<QueryOutcome> outcomes = new ArrayList<>();
    cluster.call(
        client,
        () ->
            client.adolr.routeToApproxObject(
                Vectors.of(FV1, FV3, FV4),
                3,
                MSG,
                Resolution.FULL,
                32,
                AdolrCluster.PATIENCE,
                outcomes::add));
    int deliveredFirst = 0;
    for (int i = 0; i < 1000 && outcomes.isEmpty(); i++) {
      cluster.run(Duration.ofMillis(1));
      deliveredFirst = outcomes.isEmpty() ? cluster.deliveries(MSG).size() : deliveredFirst;
    }
    assertThat(deliveredFirst).isPositive();
    assertThat(outcomes).hasSize(1);
  }

  /** "The translation occurs in the network, not the client": no list is fetched. */
  @Test
  void section33TheNetworkResolvesWithoutFetchingLists() {
    publish(0, GUID1, FV1, FV3);
    ask(Resolution.FULL, 2, FV1, FV2, FV3);
    assertThat(client.heard(FeatureObject.class)).isEmpty();
    assertThat(client.heard(ApproxEnd.class)).hasSizeLessThanOrEqualTo(3);
  }

  // Section 3.4: Concurrent publication --------------------------------------------------------

  /** "Merge": however publications of one feature cross, one feature object lists them all. */
  @Test
  void section34ConcurrentPublicationsMergeIntoOneFeatureObject() {
    for (long seed = 1; seed <= 4; seed++) {
      AdolrCluster network = new AdolrCluster(seed).grow(20);
      List<Peer> publishers = network.running();
      Collections.shuffle(publishers, new Random(seed));
      List<Id> guids = new ArrayList<>();
      for (Peer publisher : publishers) {
        Id guid = feature(5000 + guids.size());
        guids.add(guid);
        network.publish(publisher, Vectors.of(FV1), guid);
      }
      network.run(A_WHILE);
      for (Peer asker : List.of(network.peer(0), network.peer(10))) {
        for (Resolution resolution : List.of(Resolution.NAIVE, Resolution.FULL)) {
          assertThat(guids(network.ask(asker, Vectors.of(FV1), 1, resolution, MSG)))
              .containsExactlyInAnyOrderElementsOf(guids);
        }
      }
    }
  }

  /** "The operation is accomplished with a single one-way publication message." */
  @Test
  void section34PublishingIsOneWay() {
    publish(0, GUID1, FV1, FV2, FV3);
    Peer publisher = cluster.peer(0);
    assertThat(publisher.heard(FeatureObject.class)).isEmpty();
    assertThat(publisher.heard(FeatureFailure.class)).isEmpty();
    assertThat(publisher.heard(ApproxEnd.class)).isEmpty();
  }

  private void publish(int publisher, Id guid, Id... features) {
    cluster.publish(cluster.peer(publisher), Vectors.of(features), guid);
    cluster.run(A_WHILE);
  }

  private QueryOutcome ask(Resolution resolution, int thres, Id... features) {
    return cluster.ask(client, Vectors.of(features), thres, resolution, MSG);
  }

  private List<Id> listedUnder(Id feature) {
    return guids(ask(Resolution.NAIVE, 1, feature));
  }

  /** A node whose routes towards X end there without meeting a record on the way. */
  private Peer farFrom(Peer x) {
    return cluster.running().stream()
        .filter(peer -> peer.adolr.recordCount() == 0 && !peer.equals(x))
        .findFirst()
        .orElseThrow();
  }

  private static List<Id> guids(QueryOutcome outcome) {
    return outcome.matches().stream().map(Match::guid).toList();
  }
}
