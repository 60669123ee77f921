package org.spamwatch.agent.config;

import org.spamwatch.agent.AgentException;

/**
 * A configuration that cannot be used. The message is the one line that is shown: where (file and
 * line, or the option), the setting, its value, and what is allowed.
 */
public final class ConfigurationException extends AgentException {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  public ConfigurationException(String message) {
    super(message);
  }

  /** With the line to show and what led to it. */
  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
