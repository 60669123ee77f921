package org.spamwatch.overlay.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Warnings that strangers can cause, one a minute for each topic: the log tells an operator what is
 * wrong and cannot be flooded.
 *
 * <p>Not thread-safe.
 */
final class LimitedLog {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Logger log;
  private final LongSupplier nanoTime;
  private final Map<Enum<?>, Topic> topics = new LinkedHashMap<>();

  LimitedLog(Logger log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  void warn(Enum<?> topic, Supplier<String> line) {
    long now = nanoTime.getAsLong();
    Topic seen = topics.get(topic);
    if (seen == null) {
      topics.put(topic, new Topic(now));
      log.warn("{}", line.get());
    } else if (now - seen.lastNanos < INTERVAL_NANOS) {
      seen.kept++;
    } else {
      String more = seen.kept == 0 ? "" : " (" + seen.kept + " more like it before this one)";
      log.warn("{}{}", line.get(), more);
      seen.lastNanos = now;
      seen.kept = 0;
    }
  }

  private static final class Topic {
    private long lastNanos;
    private long kept;

    Topic(long lastNanos) {
      this.lastNanos = lastNanos;
    }
  }
}
