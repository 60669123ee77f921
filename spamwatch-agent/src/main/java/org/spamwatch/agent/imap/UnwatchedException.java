package org.spamwatch.agent.imap;

import org.spamwatch.agent.AgentException;

/** An account that could not be looked at: its server or the peer did not answer. */
public final class UnwatchedException extends AgentException {
  private static final long serialVersionUID = 1L;

  UnwatchedException(String line) {
    super(line);
  }
}
