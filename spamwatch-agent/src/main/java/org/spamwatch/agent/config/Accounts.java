package org.spamwatch.agent.config;

/** Which accounts of a peer's host vote over loopback TCP. */
public enum Accounts {
  /** Those that the operator has registered. */
  REGISTERED,
  /** All of them. */
  ALL
}
