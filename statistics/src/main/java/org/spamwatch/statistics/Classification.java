package org.spamwatch.statistics;

/** What a statistical filter says of a mail. */
public enum Classification {
  /** Like the spam that was learnt. */
  SPAM,
  /** Neither. */
  UNSURE,
  /** Like the ham that was learnt. */
  HAM,
  /** Nothing: too few mails were learnt. */
  UNTRAINED
}
