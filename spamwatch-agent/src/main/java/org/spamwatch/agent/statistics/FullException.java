package org.spamwatch.agent.statistics;

import java.io.IOException;

/** There is no room for more counts; the message is one line. */
public final class FullException extends IOException {
  private static final long serialVersionUID = 1L;

  FullException(String message) {
    super(message);
  }
}
