package org.spamwatch.agent.policy;

/** What was sent is no policy request; the message is one line. */
final class WrongRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  WrongRequestException(String message) {
    super(message, null, false, false); // a value for the log: nobody reads its stack
  }
}
