package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

class VoteWireTest {
  private static final MessageTable TABLE =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, DolrMessage.TYPES, VoteMessage.TYPES);
  private static final Contact LONGEST =
      new Contact(Id.ofHex("ff"), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));

  static Stream<Class<?>> types() {
    return Stream.of(VoteMessage.class.getPermittedSubclasses());
  }

  static Stream<Message> largest() {
    SplittableRandom random = new SplittableRandom(1);
    Vote vote = vote(random, Vote.MAX_DIGESTS, true);
    List<Vote> votes = Collections.nCopies(VoteMessage.MAX_VOTES, vote);
    List<FeatureVector> four = vectors(random, Vote.MAX_DIGESTS, FeatureVector.MAX_SIZE);
    List<FeatureVector> eight = vectors(random, VoteMessage.MAX_VECTORS, FeatureVector.MAX_SIZE);
    List<Id> digests = Collections.nCopies(Limits.DEFAULT.maxGuidsPerQuery(), Id.ZERO);
    int most = Integer.MAX_VALUE;
    return Stream.of(
        new Cast(1, vote, four),
        new ReplicateVote(1, LONGEST, 255, vote, four),
        new VoteReplicated(1, 255),
        new Refused(1, "r".repeat(Refused.MAX_REASON)),
        new HandOverVotes(votes, eight),
        new VotesWanted(1, digests),
        new VotesAsked(1, Id.ZERO, digests),
        new VotesHeld(1, Id.ZERO, digests),
        new VotesFound(1, Id.ZERO, 255, most, most, 7, 8, votes, eight));
  }

  private static List<Id> digests(SplittableRandom random) {
    List<Id> digests = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      digests.add(Id.random(random));
    }
    return digests;
  }

  private static Vote vote(SplittableRandom random, int digests, boolean member) {
    List<Id> its = new ArrayList<>();
    for (int i = 0; i < digests; i++) {
      its.add(Id.random(random));
    }
    Collections.sort(its);
    byte[] key = new byte[Vote.KEY_BYTES];
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    random.nextBytes(key);
    random.nextBytes(signature);
    return new Vote(
        Id.random(random),
        Id.random(random),
        Id.random(random),
        its,
        VoteValue.ofCode(1 + random.nextInt(3)).orElseThrow(),
        VoteOrigin.of(1 + random.nextInt(255)),
        random.nextLong(),
        random.nextLong(),
        VerifyingKey.of(key),
        signature,
        Optional.of(certificate(random, member)));
  }

  private static VoterCertificate certificate(SplittableRandom random, boolean member) {
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    byte[] key = new byte[Vote.KEY_BYTES];
    random.nextBytes(signature);
    random.nextBytes(key);
    long from = random.nextLong(1L << 42);
    Optional<Membership> membership =
        member ? Optional.of(new Membership(from, from + 1, signature)) : Optional.empty();
    return new VoterCertificate(
        from,
        from + random.nextLong(VoterCertificate.MAX_DAYS * 86_400_000L),
        new Proof(VerifyingKey.of(key), signature, membership));
  }

  private static List<FeatureVector> vectors(SplittableRandom random, int count, int size) {
    List<FeatureVector> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Id> keys = new ArrayList<>();
      for (int k = 0; k < size; k++) {
        keys.add(FeatureVector.key(Id.random(random).high()));
      }
      vectors.add(new FeatureVector(Scheme.CHAR50, random.nextBoolean(), keys));
    }
    return vectors;
  }

  /** Any message, drawn from a seed. */
  private static VoteMessage message(long seed) {
    SplittableRandom r = new SplittableRandom(seed);
    Contact contact = new Contact(Id.random(r), new Endpoint("h" + r.nextInt(99), 9460));
    List<Vote> votes = new ArrayList<>();
    for (int i = r.nextInt(4); i > 0; i--) {
      votes.add(vote(r, 1 + r.nextInt(Vote.MAX_DIGESTS), r.nextBoolean()));
    }
    Vote vote = vote(r, 1 + r.nextInt(Vote.MAX_DIGESTS), r.nextBoolean());
    List<FeatureVector> its = vectors(r, r.nextInt(Vote.MAX_DIGESTS + 1), 1 + r.nextInt(12));
    return switch (r.nextInt(9)) {
      case 0 -> new Cast(r.nextLong(), vote, its);
      case 1 -> new ReplicateVote(r.nextLong(), contact, r.nextInt(256), vote, its);
      case 2 -> new VoteReplicated(r.nextLong(), r.nextInt(256));
      case 3 -> new Refused(r.nextLong(), "über " + r.nextInt());
      case 4 -> new HandOverVotes(votes, its);
      case 5 -> new VotesWanted(r.nextLong(), digests(r));
      case 6 -> new VotesAsked(r.nextLong(), Id.random(r), digests(r));
      case 7 -> new VotesHeld(r.nextLong(), Id.random(r), digests(r));
      default -> {
        int pages = 1 + r.nextInt(VotesFound.MAX_PAGES);
        yield new VotesFound(
            r.nextLong(),
            Id.random(r),
            r.nextInt(256),
            r.nextInt(Integer.MAX_VALUE),
            r.nextInt(Integer.MAX_VALUE),
            r.nextInt(pages),
            pages,
            votes,
            its);
      }
    };
  }

  @Provide
  Arbitrary<VoteMessage> messages() {
    return Arbitraries.longs().map(VoteWireTest::message);
  }

  @Property(tries = 300)
  void everyMessageSurvivesTheWire(@ForAll("messages") VoteMessage message) throws WireException {
    assertThat(TABLE.decode(TABLE.encode(message))).isEqualTo(message);
  }

  @Property(tries = 30)
  void aMessageCutShortAnywhereIsRefused(@ForAll("messages") VoteMessage message) {
    byte[] bytes = TABLE.encode(message);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(WireException.class).isThrownBy(() -> TABLE.decode(cut));
    }
  }

  @Property(tries = 500)
  void aDamagedMessageIsRefusedOrIsAnotherMessageInItsOneForm(
      @ForAll("messages") VoteMessage message, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = TABLE.encode(message);
    int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 70);
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      bytes[random.nextInt(reach)] ^= (byte) (1 << random.nextInt(8));
    }
    Message read;
    try {
      read = TABLE.decode(bytes);
    } catch (WireException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
      return;
    }
    assertThat(TABLE.encode(read)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyMessageOfTheSealedConversationIsRegistered(Class<? extends Message> type) {
    assertThat(TABLE.knows(type)).isTrue();
  }

  @Test
  void typeIdsKeepToTheRangeOfTheConversation() {
    assertThat(VoteMessage.TYPES).allMatch(type -> type.id() >= 96 && type.id() <= 127);
  }

  @Test
  void allTypesAreAmongTheLargest() {
    assertThat(largest().<Class<?>>map(Message::getClass))
        .containsExactlyInAnyOrderElementsOf(types().toList());
  }

  @ParameterizedTest
  @MethodSource("largest")
  void theLargestMessagesFitTheLimitStraightAndOnAnyRoute(Message largest) throws WireException {
    for (Message wrapped :
        List.of(
            new Direct(1, LONGEST, Id.ZERO, largest),
            new Route(1, LONGEST, 2, LONGEST, Id.ZERO, 32, 31, largest))) {
      assertThat(TABLE.decode(TABLE.encode(wrapped))).isEqualTo(wrapped);
    }
  }

  @Test
  void theQuestionForVotesFitsAllThatTheDolrWrapsItIn() throws WireException {
    List<Id> digests = Collections.nCopies(Limits.DEFAULT.maxGuidsPerQuery(), Id.ZERO);
    VotesWanted wanted = new VotesWanted(1, digests);
    for (Message wrapped :
        List.of(
            new Route(
                1, LONGEST, 2, LONGEST, Id.ZERO, 32, 31, new Locate(Id.ZERO, LONGEST, wanted)),
            new Direct(1, LONGEST, Id.ZERO, new ToServer(Id.ZERO, LONGEST, 32, wanted)),
            new Direct(1, LONGEST, Id.ZERO, new LocationFailure(Id.ZERO, wanted)))) {
      assertThat(TABLE.decode(TABLE.encode(wrapped))).isEqualTo(wrapped);
    }
  }

  @Test
  void refusesCodesAndPagesThatAreNotThere() {
    Vote vote = vote(new SplittableRandom(1), 1, false);
    int value = 1 + 8 + 3 * Id.BYTES + 1 + Id.BYTES;
    refuses(new Cast(1, vote, List.of()), value, 4, "verdict 4 is not 1, 2 or 3");
    refuses(
        new Cast(1, vote, List.of()),
        value + 1,
        0,
        "message is invalid: origin 0 is not in 1 to 255");
    int page = 1 + 8 + Id.BYTES + 1 + 4 + 4;
    VotesFound found = new VotesFound(1, Id.ZERO, 1, 1, 1, 0, 1, List.of(), List.of());
    refuses(found, page, 1, "message is invalid: there is no page 1 of 1");
    refuses(found, page + 1, 0, "message is invalid: there is no page 0 of 0");
    refuses(found, page + 1, 9, "message is invalid: there is no page 0 of 9");
    refuses(found, page - 8, 0xff, "message is invalid: a tally is not negative");
    refuses(found, page + 2, 13, "votes count 13 exceeds the limit of 12");
  }

  private static void refuses(Message message, int at, int code, String why) {
    byte[] bytes = TABLE.encode(message);
    bytes[at] = (byte) code;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessageStartingWith(why);
  }

  @Test
  void refusesToWriteMoreThanItsLimits() {
    Vote vote = vote(new SplittableRandom(1), 1, false);
    List<FeatureVector> five = vectors(new SplittableRandom(1), Vote.MAX_DIGESTS + 1, 1);
    for (Message tooMuch :
        List.of(
            new Cast(1, vote, five),
            new HandOverVotes(Collections.nCopies(VoteMessage.MAX_VOTES + 1, vote), List.of()),
            new Refused(1, "r".repeat(Refused.MAX_REASON + 1)))) {
      assertThatIllegalArgumentException().isThrownBy(() -> TABLE.encode(tooMuch));
    }
  }
}
