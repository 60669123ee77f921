package org.spamwatch.agent.api;

/** Voters who say spam and voters who say ham. */
public record Votes(int spam, int ham) {
  /** Of nobody. */
  static final Votes NONE = new Votes(0, 0);
}
