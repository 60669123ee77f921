package org.spamwatch.overlay.live;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The counts behind {@link LinkCounters}: written by the loop, read by any thread. */
final class LinkCounts {
  final AtomicLong messagesIn = new AtomicLong();
  final AtomicLong messagesOut = new AtomicLong();
  final AtomicLong bytesIn = new AtomicLong();
  final AtomicLong bytesOut = new AtomicLong();
  final AtomicInteger inboundLinks = new AtomicInteger();
  final AtomicInteger outboundLinks = new AtomicInteger();
  final AtomicLong newerPayloads = new AtomicLong();
  final AtomicLong unknownCapabilities = new AtomicLong();
  final AtomicLong turnFailures = new AtomicLong();
  private final Map<Drop, AtomicLong> dropped = zeros(Drop.class);
  private final Map<LinkEnd, AtomicLong> ended = zeros(LinkEnd.class);

  private static <E extends Enum<E>> Map<E, AtomicLong> zeros(Class<E> causes) {
    Map<E, AtomicLong> counts = new EnumMap<>(causes);
    for (E cause : EnumSet.allOf(causes)) {
      counts.put(cause, new AtomicLong());
    }
    return Collections.unmodifiableMap(counts);
  }

  private static <E extends Enum<E>> Map<E, Long> values(Map<E, AtomicLong> counts) {
    Map<E, Long> values = new LinkedHashMap<>();
    counts.forEach((cause, count) -> values.put(cause, count.get()));
    return values;
  }

  void dropped(Drop cause, int messages) {
    Objects.requireNonNull(dropped.get(cause)).addAndGet(messages);
  }

  void ended(LinkEnd cause) {
    Objects.requireNonNull(ended.get(cause)).incrementAndGet();
  }

  LinkCounters snapshot() {
    return new LinkCounters(
        messagesIn.get(),
        messagesOut.get(),
        bytesIn.get(),
        bytesOut.get(),
        inboundLinks.get(),
        outboundLinks.get(),
        values(dropped),
        values(ended),
        newerPayloads.get(),
        unknownCapabilities.get(),
        turnFailures.get());
  }
}
