package org.spamwatch.agent.store;

import org.spamwatch.agent.AgentException;

/** A store that cannot be opened or used; the message is one line for the operator. */
public final class StoreException extends AgentException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with a store. */
  public enum Problem {
    /** Another process has it open. */
    IN_USE,
    /** Its content is damaged, or another program's. */
    CORRUPT,
    /** A later version of SpamWatch wrote it, or it belongs to another realm. */
    UNUSABLE,
    /** The disk or the permissions do not allow reading or writing. */
    INPUT_OUTPUT
  }

  private final Problem problem;

  /** With what is wrong and the line to show. */
  StoreException(Problem problem, String message, Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  /** With what is wrong and the line to show. */
  StoreException(Problem problem, String message) {
    super(message);
    this.problem = problem;
  }

  /** What is wrong. */
  public Problem problem() {
    return problem;
  }
}
