package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusedRecord;

/** How many records a live peer holds, and what its operator hears of those that others refuse. */
class RecordsTest {
  private static final Contact OTHER = new Contact(Id.ofHex("01"), new Endpoint("192.0.2.7", 9460));

  @Test
  void whatIsHeldOfOthersFollowsTheHeap() {
    Limits standard = Limits.DEFAULT;
    Limits limits = RecordRoom.within(standard, 6_000_000_000L);
    assertThat(limits.maxFeatureRecords()).isEqualTo(2_000_000);
    assertThat(limits.maxPointers()).isEqualTo(625_000);
    assertThat(RecordRoom.within(standard, 60_000_000_000L).maxFeatureRecords())
        .isEqualTo(20_000_000);
    Limits small = RecordRoom.within(standard, 1_000_000);
    assertThat(small.maxFeatureRecords()).isEqualTo(10_000);
    assertThat(small.maxPointers()).isEqualTo(10_000);
    assertThat(small.maxRecordsPerFeature()).isEqualTo(standard.maxRecordsPerFeature());
    assertThat(RecordRoom.within(standard, Long.MAX_VALUE).maxPointers())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void refusalsAreLoggedOnceAMinuteAndThenHowManyMore() {
    Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      Timers timers = new Timers(0);
      RefusalLog log = new RefusalLog(timers);
      RefusedRecord refused = new RefusedRecord(OTHER, Id.ZERO, Refusal.AHEAD);
      for (int i = 0; i < 10; i++) {
        log.accept(refused);
      }
      timers.advance(60_000_000);
      timers.advance(120_000_000);
      log.accept(refused);
      assertThat(lines.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .hasSize(3)
          .allMatch(line -> line.contains("192.0.2.7:9460") && line.contains("clock ahead?"));
    } finally {
      logger.detachAppender(lines);
    }
  }
}
