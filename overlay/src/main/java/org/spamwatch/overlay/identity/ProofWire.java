package org.spamwatch.overlay.identity;

import java.util.Optional;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte form of {@link Proof}. */
public final class ProofWire {
  private ProofWire() {}

  /** Key (32 bytes), signature (64), whether there is a membership (1), the membership (80). */
  public static void write(WireOutput out, Proof proof) {
    out.fixedBytes(proof.key().toBytes(), VerifyingKey.BYTES);
    out.fixedBytes(proof.signature(), VerifyingKey.SIGNATURE_BYTES);
    out.bool(proof.membership().isPresent());
    proof
        .membership()
        .ifPresent(
            membership -> {
              out.i64(membership.notBeforeMillis());
              out.i64(membership.notAfterMillis());
              out.fixedBytes(membership.signature(), VerifyingKey.SIGNATURE_BYTES);
            });
  }

  /** Reads what {@link #write} writes. */
  public static Proof read(WireInput in) throws WireException {
    VerifyingKey key = VerifyingKey.of(in.fixedBytes("key", VerifyingKey.BYTES));
    byte[] signature = in.fixedBytes("signature", VerifyingKey.SIGNATURE_BYTES);
    Optional<Membership> membership =
        in.bool("membership") ? Optional.of(readMembership(in)) : Optional.empty();
    return new Proof(key, signature, membership);
  }

  private static Membership readMembership(WireInput in) throws WireException {
    return new Membership(
        in.i64("notBefore"),
        in.i64("notAfter"),
        in.fixedBytes("signature", VerifyingKey.SIGNATURE_BYTES));
  }
}
