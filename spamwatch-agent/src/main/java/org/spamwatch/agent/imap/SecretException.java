package org.spamwatch.agent.imap;

import org.spamwatch.agent.AgentException;

/** A password that cannot be had now; the message is one line without it. */
final class SecretException extends AgentException {
  private static final long serialVersionUID = 1L;

  SecretException(String line) {
    super(line);
  }
}
