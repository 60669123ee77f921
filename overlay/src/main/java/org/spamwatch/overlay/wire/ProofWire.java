package org.spamwatch.overlay.wire;

import java.util.Optional;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.Refusal;

/** The byte forms of what goes with signed records. */
public final class ProofWire {
  private ProofWire() {}

  /** Key (32 bytes), signature (64), whether there is a membership (1), the membership (80). */
  public static void writeProof(WireOutput out, Proof proof) {
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

  /** Reads what {@link #writeProof} writes. */
  public static Proof readProof(WireInput in) throws WireException {
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

  /** Reads the code of a refusal. */
  public static Refusal readRefusal(WireInput in) throws WireException {
    int code = in.u8("reason");
    return Refusal.ofCode(code)
        .orElseThrow(() -> new WireException("reason " + code + " is not in 1 to 5"));
  }
}
