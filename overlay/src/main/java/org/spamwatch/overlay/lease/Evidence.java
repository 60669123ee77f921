package org.spamwatch.overlay.lease;

import java.util.Optional;
import java.util.function.Supplier;
import org.spamwatch.overlay.identity.Proof;

/**
 * What speaks for a record. Its parts are asked for one after the other, the cheaper first, and
 * only once nothing else speaks against the record.
 *
 * @param proven the record as it is to be held, if the very same statement with the same proof was
 *     found good before and is held under another key: it need not be checked again, and shares
 *     with the other what they have in common; else empty
 * @param statement what the publisher has signed
 * @param proof that it has
 */
public record Evidence<R>(Supplier<Optional<R>> proven, Supplier<byte[]> statement, Proof proof) {
  /** The evidence for a record whose statement speaks for it alone. */
  public static <R> Evidence<R> of(Supplier<byte[]> statement, Proof proof) {
    return new Evidence<>(Optional::empty, statement, proof);
  }
}
