package org.spamwatch.agent.check;

/** What a peer says of a mail. Silence is never "ham". */
public enum Verdict {
  /** People marked this mail, or one very like it, as spam. */
  SPAM,
  /** Nobody has voted, and the statistical filter is in doubt. */
  UNSURE,
  /** Nothing is known against it. */
  UNKNOWN
}
