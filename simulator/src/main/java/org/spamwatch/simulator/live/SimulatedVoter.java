package org.spamwatch.simulator.live;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.peer.Ballot;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** A person in an experiment: signs votes with a real key that follows from the seed. */
public final class SimulatedVoter {
  private final KeyPair keys;
  private final byte[] publicKey;
  private long lastSequence;

  /** A voter whose key is drawn from the generator. */
  public SimulatedVoter(RandomGenerator random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(255, new Drawn(random));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no Ed25519", e);
    }
    byte[] x509 = keys.getPublic().getEncoded();
    publicKey = Arrays.copyOfRange(x509, x509.length - Vote.KEY_BYTES, x509.length);
  }

  /** Lets the JDK's key generator draw from a seeded source. */
  private static final class Drawn extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final transient RandomGenerator random;

    Drawn(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      random.nextBytes(bytes);
    }
  }

  /** The voter's pseudonym. */
  public Id id() {
    return Vote.voter(publicKey);
  }

  /** Signs a vote at a virtual time. */
  public Ballot ballot(
      Id realm, Id guid, List<FeatureVector> vectors, Verdict verdict, long nowMicros) {
    List<Id> digests = vectors.stream().map(v -> v.compact().digest()).sorted().toList();
    lastSequence = Math.max(lastSequence + 1, nowMicros);
    long millis = nowMicros / 1000;
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(keys.getPrivate());
      signature.update(
          Vote.signedBytes(realm, guid, digests, verdict, VoteOrigin.API, lastSequence, millis));
      Vote vote =
          new Vote(
              realm,
              guid,
              digests,
              verdict,
              VoteOrigin.API,
              lastSequence,
              millis,
              publicKey,
              signature.sign());
      return new Ballot(vote, vectors);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("an own key cannot sign", e);
    }
  }
}
