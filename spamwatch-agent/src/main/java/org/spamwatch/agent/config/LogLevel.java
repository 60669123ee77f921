package org.spamwatch.agent.config;

/** The least important log lines that are written. */
public enum LogLevel {
  /** The process cannot do its job. */
  ERROR,
  /** And: something was dropped, and why. */
  WARN,
  /** And: changes of state that an operator acts on. */
  INFO,
  /** And: one line a message. */
  DEBUG
}
