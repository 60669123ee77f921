package org.spamwatch.agent.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.LogLevel;

/** Which log lines are written. */
final class Logging {
  private Logging() {}

  /** Applies to this program's own lines; libraries stay at warnings. */
  static void level(LogLevel level) {
    if (LoggerFactory.getLogger("org.spamwatch") instanceof Logger logger) {
      logger.setLevel(
          switch (level) {
            case ERROR -> Level.ERROR;
            case WARN -> Level.WARN;
            case INFO -> Level.INFO;
            case DEBUG -> Level.DEBUG;
          });
    }
  }
}
