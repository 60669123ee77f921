package org.spamwatch.ata.adolr;

/** What the asker of an approximate query is told, on the node's turn. */
public interface QueryListener {
  /**
   * Every feature's route has reported an end, but some of the ends are doubted and looked into:
   * the query goes on, and may find more. Told once at most, before {@link #complete}.
   */
  default void reported(QueryOutcome soFar) {}

  /**
   * Another fifth of the query's patience is over, and it goes on: what has been found so far, that
   * on which most nodes agree first.
   */
  default void goesOn(QueryOutcome soFar) {}

  /**
   * The query is over: every feature's route has reported its end, or the time allowed is up. The
   * message has been sent to every object in the outcome.
   */
  void complete(QueryOutcome outcome);
}
