package org.spamwatch.overlay.wire;

/** Writes one value in its byte form. */
@FunctionalInterface
public interface WireWriter<T> {
  /**
   * Writes one value.
   *
   * @throws IllegalArgumentException if the value breaks a limit of its byte form
   */
  void write(WireOutput out, T value);
}
