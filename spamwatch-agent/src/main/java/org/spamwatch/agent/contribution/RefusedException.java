package org.spamwatch.agent.contribution;

/** What cannot be taken in, and why. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String why;

  /**
   * A refusal.
   *
   * @param why in two words, to be counted by
   * @param message in one line
   */
  public RefusedException(String why, String message) {
    super(message, null, false, false);
    this.why = why;
  }

  /** In two words, to be counted by. */
  public String why() {
    return why;
  }
}
