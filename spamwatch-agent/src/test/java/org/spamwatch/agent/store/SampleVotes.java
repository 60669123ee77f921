package org.spamwatch.agent.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoterCertificate;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;

/** Random votes whose signatures nobody checks. */
final class SampleVotes {
  static final Id REALM = Id.ofHex("aa");

  private static final List<Person> PEOPLE = people();

  private final SplittableRandom random;

  SampleVotes(long seed) {
    random = new SplittableRandom(seed);
  }

  private static List<Person> people() {
    SampleVotes samples = new SampleVotes(0);
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      people.add(samples.person());
    }
    return people;
  }

  /** Who votes, by the word of which site. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record Person(byte[] key, Id site, VoterCertificate certificate) {}

  /** A vote and the vectors it speaks for. */
  record Sample(Vote vote, List<FeatureVector> vectors) {
    FeatureVector vector() {
      return vectors.get(0);
    }
  }

  Sample next() {
    Person person = PEOPLE.get(random.nextInt(PEOPLE.size()));
    FeatureVector vector = vector();
    Vote vote = vote(Id.random(random), vector, VoteValue.SPAM, 1, person);
    return new Sample(vote, List.of(vector));
  }

  /** A vote for vectors of both active schemes, with as many keys as said. */
  Sample next(int char50, int word) {
    Person person = PEOPLE.get(random.nextInt(PEOPLE.size()));
    List<FeatureVector> vectors = List.of(vector(Scheme.CHAR50, char50), vector(Scheme.WORD, word));
    Vote vote = vote(Id.random(random), vectors, VoteValue.SPAM, 1, person);
    return new Sample(vote, vectors);
  }

  /** A vote of a newer peer, by an act and under a scheme that this one does not know. */
  Sample newer() {
    FeatureVector vector = vector(Scheme.of(200), 10);
    Vote vote = vote(Id.random(random), List.of(vector), VoteValue.SPAM, 1, person());
    return new Sample(
        new Vote(
            vote.realm(),
            vote.site(),
            vote.guid(),
            vote.digests(),
            vote.value(),
            VoteOrigin.of(255),
            vote.sequence(),
            vote.timeMillis(),
            vote.key(),
            vote.signature(),
            vote.certificate()),
        List.of(vector));
  }

  FeatureVector vector() {
    return vector(Scheme.CHAR50, 10);
  }

  private FeatureVector vector(Scheme scheme, int size) {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(scheme, false, keys);
  }

  Vote vote(Id guid, FeatureVector vector, VoteValue value, long sequence) {
    return vote(guid, vector, value, sequence, person());
  }

  Vote vote(Id guid, FeatureVector vector, VoteValue value, long sequence, byte[] key) {
    return vote(guid, vector, value, sequence, new Person(key, Id.random(random), certificate()));
  }

  Vote vote(Id guid, FeatureVector vector, VoteValue value, long sequence, Person person) {
    return vote(guid, List.of(vector), value, sequence, person);
  }

  private Vote vote(
      Id guid, List<FeatureVector> vectors, VoteValue value, long sequence, Person person) {
    return new Vote(
        REALM,
        person.site(),
        guid,
        vectors.stream().map(vector -> vector.compact().digest()).sorted().toList(),
        value,
        VoteOrigin.BUTTON,
        sequence,
        1_700_000_000_000L,
        VerifyingKey.of(person.key()),
        bytes(Vote.SIGNATURE_BYTES),
        Optional.of(person.certificate()));
  }

  Person person() {
    return new Person(bytes(Vote.KEY_BYTES), Id.random(random), certificate());
  }

  VoterCertificate certificate() {
    Optional<Membership> membership =
        random.nextBoolean()
            ? Optional.of(new Membership(1, 2, bytes(Vote.SIGNATURE_BYTES)))
            : Optional.empty();
    Proof site =
        new Proof(VerifyingKey.of(bytes(Vote.KEY_BYTES)), bytes(Vote.SIGNATURE_BYTES), membership);
    return new VoterCertificate(1_699_920_000_000L, 1_707_696_000_000L, site);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
