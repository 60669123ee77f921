package org.spamwatch.agent.ratelimit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Who was over a limit, with the name as it was given, which is nowhere else. The one who was not
 * over it for the longest time gives way. Not thread-safe.
 */
final class FlaggedKeys {
  private static final int MOST = 1_000;

  /** A name is shown no longer. */
  private static final int SHOWN = 320;

  /** Whose name, in which limit. */
  record Place(String limit, long key) {}

  private record Flag(String text, long times, long firstMillis, long lastMillis) {}

  private final Map<Place, Flag> flags =
      new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Flag> eldest) {
          return size() > MOST;
        }
      };

  /** Somebody was over a limit; returns whether that is news. */
  boolean add(Place place, String text, long nowMillis) {
    Flag flag = flags.get(place);
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) : text;
    flags.put(
        place,
        flag == null
            ? new Flag(shown, 1, nowMillis, nowMillis)
            : new Flag(shown, flag.times + 1, flag.firstMillis, nowMillis));
    return flag == null;
  }

  boolean remove(Place place) {
    return flags.remove(place) != null;
  }

  /** Of a limit that is no more. */
  void removeAll(String limit) {
    flags.keySet().removeIf(place -> place.limit().equals(limit));
  }

  /** All of them, who was over it last at the end. */
  List<RateStatus.Flagged> list(ToDoubleFunction<Place> rate, long nowMillis) {
    return flags.entrySet().stream()
        .map(
            each -> {
              Flag flag = each.getValue();
              return new RateStatus.Flagged(
                  each.getKey().limit(),
                  flag.text,
                  flag.times,
                  rate.applyAsDouble(each.getKey()),
                  (nowMillis - flag.firstMillis) / 1_000,
                  (nowMillis - flag.lastMillis) / 1_000);
            })
        .toList();
  }
}
