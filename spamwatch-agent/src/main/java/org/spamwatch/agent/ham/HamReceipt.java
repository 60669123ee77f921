package org.spamwatch.agent.ham;

/**
 * What became of a mail to be learnt or forgotten.
 *
 * @param features distinct ones of the mail
 * @param changed of these, how many were new, or are forgotten now
 */
public record HamReceipt(Outcome outcome, int features, int changed) {
  /** How it ended. */
  public enum Outcome {
    /** Some features are new. */
    LEARNT,
    /** Every feature was known in this generation already; that costs and counts nothing. */
    KNOWN,
    /** Features are forgotten, as many as were known. */
    FORGOTTEN,
    /** Users of this site have marked the mail, or one like it, as spam: not learnt. */
    SPAM,
    /** The source has given as many mails today as it may: not learnt. */
    DAILY_LIMIT,
    /** There is no more room: not learnt. */
    FULL
  }
}
