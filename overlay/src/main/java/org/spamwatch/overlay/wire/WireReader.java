package org.spamwatch.overlay.wire;

/** Reads one value from its byte form. */
@FunctionalInterface
public interface WireReader<T> {
  /**
   * Reads exactly the bytes of one value. The range checks of the value's own constructor may throw
   * {@code IllegalArgumentException}: the codec turns it into a {@link WireException}.
   *
   * @throws WireException if the bytes are no such value
   */
  T read(WireInput in) throws WireException;
}
