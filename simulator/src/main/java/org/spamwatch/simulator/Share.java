package org.spamwatch.simulator;

/** Counts how many of some hold. Not thread-safe. */
public final class Share {
  private int all;
  private int holding;

  /** Counts one more. */
  public void add(boolean holds) {
    all++;
    holding += holds ? 1 : 0;
  }

  /** How many were counted. */
  public int all() {
    return all;
  }

  /** How many of them hold. */
  public int holding() {
    return holding;
  }
}
