package org.spamwatch.overlay.identity;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.overlay.Id;

/**
 * Signatures for simulations: a keyed hash under a secret that all nodes of the network share, a
 * thousand times cheaper than Ed25519. Every node's instance signs for its own id only, so a
 * simulated liar can forge nothing, as long as it does not look at the secret. Ids are free.
 */
public final class SharedSecretSignatures implements Signatures {
  private final Id self;
  private final long secret;
  private final Revocations revocations;

  /** The signatures of one node of a simulated network. */
  public SharedSecretSignatures(Id self, long secret) {
    this(self, secret, Revocations.none());
  }

  /** Signatures of a node in a network with an authority that revokes, by a real key. */
  public SharedSecretSignatures(Id self, long secret, Revocations revocations) {
    this.self = self;
    this.secret = secret;
    this.revocations = revocations;
  }

  @Override
  public Id realm() {
    return Id.of(secret, 0, 0);
  }

  @Override
  public Proof sign(byte[] statement) {
    VerifyingKey key = VerifyingKey.of(Arrays.copyOf(self.toBytes(), VerifyingKey.BYTES));
    return new Proof(key, signature(self, statement), Optional.empty());
  }

  private byte[] signature(Id node, byte[] statement) {
    long hash = secret;
    for (byte b : node.toBytes()) {
      hash = mixed(hash ^ b);
    }
    for (byte b : statement) {
      hash = mixed(hash ^ b);
    }
    return ByteBuffer.allocate(VerifyingKey.SIGNATURE_BYTES).putLong(hash).array();
  }

  private static long mixed(long z) {
    long y = (z + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return y ^ (y >>> 29);
  }

  @Override
  public boolean holds(Id node, byte[] statement, Proof proof, long nowMillis) {
    return !revocations.hasNode(node)
        && Arrays.equals(proof.signature(), signature(node, statement));
  }

  @Override
  public Revocations revocations() {
    return revocations;
  }

  @Override
  public boolean isMember(Proof proof, long nowMillis) {
    return !revocations.hasNode(Id.ofPrefix(proof.key().toBytes()));
  }
}
