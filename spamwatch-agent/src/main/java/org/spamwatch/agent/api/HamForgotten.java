package org.spamwatch.agent.api;

import org.spamwatch.agent.ham.HamReceipt.Outcome;

/**
 * Whole generations were forgotten.
 *
 * @param outcome always the same
 * @param mails that were learnt in them
 */
public record HamForgotten(Outcome outcome, long mails) {
  /** So many mails. */
  public HamForgotten(long mails) {
    this(Outcome.FORGOTTEN, mails);
  }
}
