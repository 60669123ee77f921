package org.spamwatch.simulator.corpus;

/** A corpus or its peers cannot be used; the message is one line for the user. */
public final class CorpusException extends Exception {
  private static final long serialVersionUID = 1L;

  public CorpusException(String message) {
    super(message);
  }

  public CorpusException(String message, Throwable cause) {
    super(message, cause);
  }
}
