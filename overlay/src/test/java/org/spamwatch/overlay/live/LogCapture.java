package org.spamwatch.overlay.live;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that the live driver logs during a test. */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger(LogCapture.class.getPackageName());
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

  LogCapture() {
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    events.add(event);
  }

  List<String> lines(Level level) {
    return events.stream()
        .filter(event -> event.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
  }
}
