package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamReceipt.Outcome;

/**
 * What became of a mail to be learnt or forgotten.
 *
 * @param outcome how it ended
 * @param features distinct ones of the mail
 * @param changed of these, how many were new, or are forgotten now
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
public record HamAnswer(Outcome outcome, int features, int changed) implements Learnt {
  /** The answer to the client. */
  public static HamAnswer of(HamReceipt receipt) {
    return new HamAnswer(receipt.outcome(), receipt.features(), receipt.changed());
  }
}
