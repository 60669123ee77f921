package org.spamwatch.ata.adolr;

/** What the asker of an approximate query is told, on the node's turn. */
public interface QueryListener {
  /**
   * The query is over: every feature's route has reported its end, or the time allowed is up. The
   * message has been sent to every object in the outcome.
   */
  void complete(QueryOutcome outcome);
}
