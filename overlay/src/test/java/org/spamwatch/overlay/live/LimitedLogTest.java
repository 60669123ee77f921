package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LimitedLogTest {
  private final AtomicLong nanos = new AtomicLong(-5); // the origin of nanoTime is arbitrary
  private final LimitedLog log =
      new LimitedLog(LoggerFactory.getLogger(LimitedLogTest.class), nanos::get);

  @Test
  void oneLineAMinuteForEachTopicSaysHowManyItStandsFor() {
    try (LogCapture lines = new LogCapture()) {
      log.warn(LinkEnd.VERSION, () -> "first");
      log.warn(LinkEnd.VERSION, () -> "second");
      log.warn(LinkEnd.REALM, () -> "other topic");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
      log.warn(LinkEnd.VERSION, () -> "third");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      log.warn(LinkEnd.VERSION, () -> "fourth");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
      log.warn(LinkEnd.VERSION, () -> "fifth");
      assertThat(lines.lines(Level.WARN))
          .containsExactly(
              "first", "other topic", "fourth (2 more like it before this one)", "fifth");
    }
  }
}
