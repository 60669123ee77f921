package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LimitedLogTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final LimitedLog log =
      new LimitedLog(LoggerFactory.getLogger(LimitedLogTest.class), later::add);

  private void minutePasses() {
    for (int i = later.size(); i > 0; i--) {
      later.remove().run();
    }
  }

  @Test
  void oneLineAMinuteForEachKindAndThenHowManyMore() {
    try (LogCapture lines = new LogCapture()) {
      log.warn(LinkEnd.VERSION, () -> "first");
      log.warn(LinkEnd.VERSION, () -> "second");
      log.warn(LinkEnd.REALM, () -> "other kind");
      log.warn(LinkEnd.VERSION, () -> "third");
      minutePasses();
      log.warn(LinkEnd.REALM, () -> "other kind, later");
      log.warn(LinkEnd.VERSION, () -> "fourth");
      minutePasses();
      minutePasses();
      log.warn(LinkEnd.VERSION, () -> "fifth");
      assertThat(lines.lines(Level.WARN))
          .containsExactly(
              "first",
              "other kind",
              "2 more like it: first",
              "other kind, later",
              "1 more like it: first",
              "fifth");
    }
  }

  @Test
  void aFloodIsTwoLinesAMinuteAndWhatIsNotWrittenIsNotComposed() {
    try (LogCapture lines = new LogCapture()) {
      for (int minute = 0; minute < 5; minute++) {
        for (int i = 0; i < 1000; i++) {
          int line = minute * 1000 + i;
          log.warn("flood", () -> line == 0 ? "line" : notComposed());
        }
        minutePasses();
      }
      assertThat(lines.lines(Level.WARN))
          .hasSize(6)
          .startsWith("line", "999 more like it: line")
          .endsWith("1000 more like it: line");
      minutePasses();
      assertThat(later).isEmpty();
      assertThat(lines.lines(Level.WARN)).hasSize(6);
    }
  }

  private static String notComposed() {
    throw new AssertionError("a line that is not written");
  }

  @Test
  void faultsOfEachClassAreToldWithTheirStackOnce() {
    try (LogCapture lines = new LogCapture()) {
      log.error("a request failed", new IllegalStateException("one"));
      log.error("a request failed", new IllegalStateException("two"));
      log.error("a request failed", new ArithmeticException("three"));
      log.flush();
      assertThat(lines.lines(Level.ERROR)).containsExactly("a request failed", "a request failed");
      assertThat(lines.lines(Level.WARN)).containsExactly("1 more like it: a request failed");
    }
  }

  @Test
  void whatIsFlushedIsNotToldAgainAndTheNextIsTheFirst() {
    try (LogCapture lines = new LogCapture()) {
      log.warn("kind", () -> "first");
      log.warn("kind", () -> "second");
      log.flush();
      log.warn("kind", () -> "third");
      minutePasses();
      log.warn("kind", () -> "fourth");
      minutePasses();
      assertThat(lines.lines(Level.WARN))
          .containsExactly("first", "1 more like it: first", "third", "fourth");
    }
  }
}
