package org.spamwatch.simulator.virtual;

/** Something the network promises does not hold. */
final class BrokenPromiseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String promise;

  BrokenPromiseException(String promise) {
    super(promise);
    this.promise = promise;
  }

  /** What does not hold. */
  String promise() {
    return promise;
  }
}
