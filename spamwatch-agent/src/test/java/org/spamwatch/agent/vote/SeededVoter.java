package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.SigningKey;

/** A person with a real key that follows from a seed, and vectors to vote on. */
public final class SeededVoter {
  /** The realm votes are cast in unless said otherwise. */
  public static final Id REALM = Id.ofHex("aa");

  /** The site through which they are cast unless said otherwise. */
  public static final Id SITE = Id.ofHex("c0");

  private static final long SECRET = 1;
  private static final long DAY = 86_400_000L;

  private final SigningKey key;

  /** The voter of a seed. */
  public SeededVoter(long seed) {
    byte[] secret = new byte[SigningKey.SEED_BYTES];
    new SplittableRandom(seed).nextBytes(secret);
    key = SigningKey.ofSeed(secret);
  }

  /** The signatures of a site of the tests' network. */
  public static Signatures signatures(Id site) {
    return new SharedSecretSignatures(site, SECRET);
  }

  /** A vector of ten features of a seed. */
  public static FeatureVector vector(long seed) {
    return vector(Scheme.CHAR50, seed);
  }

  /** A vector of ten features of a seed under a scheme. */
  public static FeatureVector vector(Scheme scheme, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(scheme, false, keys);
  }

  /** A vector that has only the first {@code shared} features of another. */
  public static FeatureVector like(FeatureVector vector, int shared, long seed) {
    List<Id> keys = new ArrayList<>(vector.keys().subList(0, shared));
    keys.addAll(vector(seed).keys().subList(shared, vector.size()));
    return new FeatureVector(vector.scheme(), false, keys);
  }

  /** The raw public key. */
  public byte[] key() {
    return key.verifyingKey().toBytes();
  }

  /** The pseudonym. */
  public Id id() {
    return Vote.voter(key());
  }

  /** A genuine vote whose time is its sequence number. */
  public Vote vote(Id guid, VoteValue value, long sequence, FeatureVector... vectors) {
    return vote(REALM, guid, value, sequence, sequence, vectors);
  }

  /** A genuine vote. */
  public Vote vote(
      Id realm, Id guid, VoteValue value, long sequence, long millis, FeatureVector... vectors) {
    return vote(realm, SITE, guid, value, sequence, millis, vectors);
  }

  /** A genuine vote of a voter of some site. */
  public Vote vote(
      Id realm,
      Id site,
      Id guid,
      VoteValue value,
      long sequence,
      long millis,
      FeatureVector... vectors) {
    return vote(VoteOrigin.BUTTON, realm, site, guid, value, sequence, millis, vectors);
  }

  /** A signed vote by some act. */
  Vote vote(
      VoteOrigin origin,
      Id realm,
      Id site,
      Id guid,
      VoteValue value,
      long sequence,
      long millis,
      FeatureVector... vectors) {
    List<Id> digests =
        Arrays.stream(vectors).map(vector -> vector.compact().digest()).sorted().toList();
    byte[] signed = Vote.signedBytes(realm, site, guid, digests, value, origin, sequence, millis);
    return new Vote(
            realm, site, guid, digests, value, origin, sequence, millis, key(), sign(signed))
        .certified(certificate(realm, site, millis));
  }

  /** A site's certificate from the day of some moment. */
  public VoterCertificate certificate(Id realm, Id site, long millis) {
    long from = Math.floorDiv(Math.max(0, Math.min(millis, Long.MAX_VALUE / 2)), DAY) * DAY;
    return VoterCertificate.issue(
        signatures(site), realm, key(), from, from + Certifier.DAYS * DAY);
  }

  /** The signature of some bytes. */
  public byte[] sign(byte[] bytes) {
    return key.sign(bytes);
  }
}
