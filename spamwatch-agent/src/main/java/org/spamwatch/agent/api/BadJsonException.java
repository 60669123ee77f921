package org.spamwatch.agent.api;

/** What was sent is not the JSON that is wanted; the message is one line. */
public final class BadJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  BadJsonException(String message) {
    super(message);
  }
}
