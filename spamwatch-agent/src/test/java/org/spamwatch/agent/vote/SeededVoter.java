package org.spamwatch.agent.vote;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** A person with a real key that follows from a seed, and vectors to vote on. */
public final class SeededVoter {
  /** The realm votes are cast in unless said otherwise. */
  public static final Id REALM = Id.ofHex("aa");

  private final KeyPair keys;

  /** The voter of a seed. */
  public SeededVoter(long seed) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(255, new Drawn(seed));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Drawn extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final transient SplittableRandom random;

    Drawn(long seed) {
      random = new SplittableRandom(seed);
    }

    @Override
    public void nextBytes(byte[] bytes) {
      random.nextBytes(bytes);
    }
  }

  /** A vector of ten features of a seed. */
  public static FeatureVector vector(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(Id.random(random));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  /** A vector that has only the first {@code shared} features of another. */
  public static FeatureVector like(FeatureVector vector, int shared, long seed) {
    List<Id> keys = new ArrayList<>(vector.keys().subList(0, shared));
    keys.addAll(vector(seed).keys().subList(shared, vector.size()));
    return new FeatureVector(vector.scheme(), false, keys);
  }

  /** The raw public key. */
  public byte[] key() {
    byte[] x509 = keys.getPublic().getEncoded();
    return Arrays.copyOfRange(x509, x509.length - Vote.KEY_BYTES, x509.length);
  }

  /** The pseudonym. */
  public Id id() {
    return Vote.voter(key());
  }

  /** A genuine vote whose time is its sequence number. */
  public Vote vote(Id guid, Verdict verdict, long sequence, FeatureVector... vectors) {
    return vote(REALM, guid, verdict, sequence, sequence, vectors);
  }

  /** A genuine vote. */
  public Vote vote(
      Id realm, Id guid, Verdict verdict, long sequence, long millis, FeatureVector... vectors) {
    List<Id> digests =
        Arrays.stream(vectors).map(vector -> vector.compact().digest()).sorted().toList();
    VoteOrigin origin = VoteOrigin.BUTTON;
    byte[] signed = Vote.signedBytes(realm, guid, digests, verdict, origin, sequence, millis);
    return new Vote(realm, guid, digests, verdict, origin, sequence, millis, key(), sign(signed));
  }

  /** The signature of some bytes. */
  public byte[] sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(keys.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
