package org.spamwatch.agent.config;

/** What a mail server is told to do with spam. */
public enum SpamAction {
  /** To deliver it, with a field that says so. */
  HEADER,
  /** To put it aside for the postmaster. */
  QUARANTINE,
  /** Not to take it, so that its sender hears of it. */
  REJECT
}
