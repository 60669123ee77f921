package org.spamwatch.agent.config;

import java.util.Locale;

/** The least important log lines that are written. */
public enum LogLevel {
  /** The process cannot do its job. */
  ERROR,
  /** And: something was dropped, and why. */
  WARN,
  /** And: changes of state that an operator acts on. */
  INFO,
  /** And: one line a message. */
  DEBUG;

  static LogLevel parse(String text) {
    for (LogLevel level : values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
        return level;
      }
    }
    throw new IllegalArgumentException("not a level");
  }
}
