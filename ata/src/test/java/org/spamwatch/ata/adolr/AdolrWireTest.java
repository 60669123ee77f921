package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.adolr.FeatureRecords.Lease;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Amplification;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

class AdolrWireTest {
  private static final MessageTable TABLE = AdolrCluster.TABLE;
  private static final Contact LONGEST =
      new Contact(Vectors.feature(9), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));
  private static final FeatureVector LARGEST = largest();
  private static final FeatureRecord RECORD = longest(LARGEST).record(key(63), Long.MAX_VALUE);
  private static final List<Match> MATCHES =
      Collections.nCopies(Limits.DEFAULT.maxGuidsPerQuery(), new Match(Id.ZERO, Id.ZERO, 64, 64));

  static Stream<Class<?>> messages() {
    return Stream.of(AdolrMessage.class.getPermittedSubclasses());
  }

  static Stream<Message> largestMessages() {
    Listed listed = new Listed(Id.ZERO, Id.ZERO, Scheme.CHAR50, Role.PART);
    return Stream.of(
        new PublishFeature(RECORD),
        new ReplicateFeatures(largestRecords()),
        new ApproxQuery(1, 2, LARGEST, 64, true, new Note(3), MATCHES),
        new ApproxEnd(
            1,
            End.HIT,
            32,
            MATCHES,
            Collections.nCopies(8, LONGEST),
            Collections.nCopies(ObjectPublisher.MAX_TOLD, new ObjectPublisher(Id.ZERO, LONGEST))),
        new ApproxAsk(Id.ZERO, new ApproxQuery(1, 2, LARGEST, 64, true, new Note(1), MATCHES)),
        new FeatureRequest(1, Id.ZERO),
        new FeatureObject(1, 32, 254, 255, Collections.nCopies(FeatureObject.PAGE, listed)),
        new FeatureFailure(1, 32),
        new AskInPerson(1, End.ROOT, 32),
        new RecordRefused(Id.ZERO, Refusal.QUOTA));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageOfTheSealedConversationIsRegistered(Class<? extends Message> type) {
    assertThat(TABLE.knows(type)).isTrue();
  }

  @Test
  void typeIdsKeepToTheRangeOfTheConversation() {
    assertThat(AdolrMessage.TYPES).allMatch(type -> type.id() >= 64 && type.id() <= 95);
  }

  @ParameterizedTest
  @MethodSource("largestMessages")
  void theLargestMessagesFitTheLimitOnAnyRouteAndStraight(Message largest) throws WireException {
    Message routed = new Route(1, LONGEST, 2, LONGEST, Id.ZERO, 1, 31, largest);
    assertThat(TABLE.decode(TABLE.encode(routed))).isEqualTo(routed);
    Message direct = new Direct(1, LONGEST, Id.ZERO, largest);
    assertThat(TABLE.decode(TABLE.encode(direct))).isEqualTo(direct);
  }

  @Test
  void bytesAreThoseOfTheFrames() {
    ApproxQuery query = new ApproxQuery(1, 2, LARGEST, 64, true, new Note(3), List.of());
    Contact via = new Contact(Id.ZERO, new Endpoint("v", 1));
    byte[] route = TABLE.encode(new Route(1, via, 2, LONGEST, Id.ZERO, 1, 31, query));
    long allowed =
        Amplification.allowed(
            new Routed(Id.ZERO, query, LONGEST, 1, 31, via), AdolrWire.bytesOf(query));
    int length = Integer.BYTES;
    int note = 1 + Long.BYTES;
    assertThat(allowed).isEqualTo(2L * (length + route.length - note));
    ApproxEnd end =
        new ApproxEnd(
            1,
            End.HIT,
            32,
            MATCHES,
            Collections.nCopies(8, LONGEST),
            Collections.nCopies(ObjectPublisher.MAX_TOLD, new ObjectPublisher(Id.ZERO, LONGEST)));
    byte[] direct = TABLE.encode(new Direct(1, LONGEST, Id.ZERO, end));
    assertThat(Amplification.direct(LONGEST, AdolrWire.bytesOf(end)))
        .isEqualTo(length + direct.length);
  }

  @Test
  void theLargestQueryLeavesElevenThousandBytesToItsPayload() {
    Message query = new ApproxQuery(1, 2, LARGEST, 64, true, new Note(3), MATCHES);
    int length = TABLE.encode(new Route(1, LONGEST, 2, LONGEST, Id.ZERO, 1, 31, query)).length;
    assertThat(Limits.DEFAULT.maxMessageBytes() - length).isGreaterThan(11_000);
  }

  @Test
  void allTypesAreAmongTheLargest() {
    assertThat(largestMessages().<Class<?>>map(Message::getClass))
        .containsExactlyInAnyOrderElementsOf(messages().toList());
  }

  @Test
  void refusesARecordWhoseFeatureIsNotInItsVector() {
    byte[] bytes = TABLE.encode(new PublishFeature(RECORD));
    bytes[bytes.length - 9] = 64; // the feature's place, before the lease
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessage("feature 64 is not one of the vector's 64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> longest(LARGEST).record(Id.ZERO, 1))
        .withMessageContaining("is not in the vector it is published with");
  }

  @Test
  void refusesFeaturesOfAPublicationTwiceOrOutOfPlaceOrNone() {
    Publication one = longest(LARGEST);
    Lease first = new Lease(key(0), 1);
    Lease second = new Lease(key(1), 1);
    for (List<Lease> wrong :
        List.of(List.of(first, first), List.of(second, first), List.<Lease>of())) {
      assertThatIllegalArgumentException().isThrownBy(() -> new FeatureRecords(one, wrong));
    }
    byte[] bytes =
        TABLE.encode(
            new ReplicateFeatures(List.of(new FeatureRecords(one, List.of(first, second)))));
    bytes[bytes.length - 9] = 0;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessageContaining("is not in its place, or twice");
  }

  @Test
  void aSchemeThisPeerDoesNotKnowIsPassedOnAsItCame() throws WireException {
    byte[] bytes = TABLE.encode(new PublishFeature(RECORD));
    bytes[1 + Id.BYTES] = 99; // behind type and guid
    PublishFeature newer = (PublishFeature) TABLE.decode(bytes);
    assertThat(newer.record().publication().vector().scheme()).isSameAs(Scheme.of(99));
    assertThat(TABLE.encode(newer)).isEqualTo(bytes);
  }

  @Test
  void refusesTheSchemeThatIsNone() {
    byte[] bytes = TABLE.encode(new PublishFeature(RECORD));
    bytes[1 + Id.BYTES] = 0;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessage("message is invalid: scheme 0 is not in 1 to 255");
  }

  @Test
  void refusesMoreThanTheLimitsBeforeReadingThem() {
    byte[] replicas = TABLE.encode(new ReplicateFeatures(List.of()));
    replicas[1] = ReplicateFeatures.MAX_PUBLICATIONS + 1;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(replicas))
        .withMessage("publications count 13 exceeds the limit of 12");
    byte[] end = TABLE.encode(new ApproxEnd(1, End.ROOT, 1, List.of(), List.of()));
    end[end.length - 3] = 65;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(end))
        .withMessage("found count 65 exceeds the limit of 64");
    byte[] publishers = TABLE.encode(new ApproxEnd(1, End.ROOT, 1, List.of(), List.of()));
    publishers[publishers.length - 1] = ObjectPublisher.MAX_TOLD + 1;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(publishers))
        .withMessage("publishers count 17 exceeds the limit of 16");
  }

  @Test
  void refusesAThresThatNoVectorCanReach() {
    FeatureVector one = Vectors.of(Vectors.feature(1));
    byte[] bytes = TABLE.encode(new ApproxQuery(1, 2, one, 1, false, new Note(3), List.of()));
    int thres = 1 + 8 + 8 + 2 + 1 + FeatureVector.KEY_BYTES;
    for (int wrong : new int[] {0, 2, 255}) {
      bytes[thres] = (byte) wrong;
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> TABLE.decode(bytes))
          .withMessage("message is invalid: THRES " + wrong + " is not in 1 to |FV| = 1");
    }
  }

  @Test
  void aKeyTakesEightBytes() throws WireException {
    FeatureVector vector = Vectors.of(Vectors.feature(1), Vectors.feature(2));
    ApproxQuery query = new ApproxQuery(1, 2, vector, 1, false, new Note(3), List.of());
    byte[] bytes = TABLE.encode(query);
    assertThat(bytes).hasSize(1 + 8 + 8 + 3 + 2 * 8 + 2 + 9 + 1);
    assertThat(TABLE.decode(bytes)).isEqualTo(query);
  }

  @Test
  void refusesAWholeTextThatIsNeitherTrueNorFalse() {
    FeatureVector one = Vectors.of(Vectors.feature(1));
    byte[] bytes = TABLE.encode(new ApproxQuery(1, 2, one, 1, false, new Note(3), List.of()));
    bytes[1 + 8 + 8 + 1] = 2;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessageContaining("wholeText");
  }

  @Test
  void refusesToBuildAMessageOfTooManyRecordsOrWithAPageThatIsNotThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReplicateFeatures(Collections.nCopies(6, FeatureRecords.of(RECORD))))
        .withMessage("6 publications of 384 keys exceed the limits of 12 and 320 a message");
    FeatureRecords one = FeatureRecords.of(longest(Vectors.of(key(0))).record(key(0), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReplicateFeatures(Collections.nCopies(13, one)));
    assertThatIllegalArgumentException().isThrownBy(() -> new FeatureObject(1, 1, 3, 3, List.of()));
  }

  private static Id key(int number) {
    return LARGEST.keys().get(number);
  }

  private static FeatureVector largest() {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < FeatureVector.MAX_SIZE; i++) {
      keys.add(Vectors.feature(i));
    }
    return new FeatureVector(Scheme.CHAR50, true, keys);
  }

  private static Publication longest(FeatureVector vector) {
    return new Publication(
        Id.ZERO,
        vector,
        LONGEST,
        1,
        false,
        new Proof(
            VerifyingKey.of(new byte[VerifyingKey.BYTES]),
            new byte[VerifyingKey.SIGNATURE_BYTES],
            Optional.of(new Membership(0, 1, new byte[VerifyingKey.SIGNATURE_BYTES]))));
  }

  /** As many publications as a message takes, of as many keys, with a record of every feature. */
  private static List<FeatureRecords> largestRecords() {
    List<FeatureRecords> all = new ArrayList<>();
    int left = ReplicateFeatures.MAX_KEYS;
    for (int i = ReplicateFeatures.MAX_PUBLICATIONS; i > 0; i--) {
      List<Id> keys = LARGEST.keys().subList(0, left / i);
      left -= keys.size();
      Publication one = longest(new FeatureVector(Scheme.CHAR50, true, keys));
      all.add(new FeatureRecords(one, keys.stream().map(k -> new Lease(k, 1)).toList()));
    }
    return all;
  }
}
