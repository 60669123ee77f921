package org.spamwatch.agent.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.agent.ratelimit.RateState;

/**
 * What a peer has counted by its rate limits:
 *
 * <pre>
 * spamwatch-rates 1
 * written MILLIS
 * limit NAME RATE COUNTING
 * KEY
 * </pre>
 *
 * <p>The milliseconds since the epoch when it was written; for each limit a line, and behind it one
 * for each key near it: in base64 what {@link org.spamwatch.sketch.DistinctRates#write} says,
 * hashes with the peer's secret and numbers.
 */
final class RateFormat {
  static final TextFormat<RateState> RATES =
      new TextFormat<>(
          "spamwatch-rates", 1, Optional.empty(), 16 << 20, RateFormat::parse, RateFormat::print);

  private static final String WRITTEN = "written ";
  private static final String LIMIT = "limit ";

  private RateFormat() {}

  private static RateState parse(Iterator<String> lines) {
    String first = lines.next();
    checkArgument(first.matches(WRITTEN + "[0-9]{1,18}"), "not 'written', in milliseconds");
    List<RateState.Kept> limits = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    String limit = "";
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith(LIMIT)) {
        if (!limit.isEmpty()) {
          limits.add(new RateState.Kept(limit, keys));
        }
        limit = line.substring(LIMIT.length());
        keys.clear();
        checkArgument(limits.size() < RateLimits.MOST_LIMITS, "too many limits");
      } else {
        checkArgument(!limit.isEmpty() && line.matches("[A-Za-z0-9+/]+"), "not a key in base64");
        keys.add(line);
      }
    }
    if (!limit.isEmpty()) {
      limits.add(new RateState.Kept(limit, keys));
    }
    return new RateState(Long.parseLong(first.substring(WRITTEN.length())), limits);
  }

  private static String print(RateState state) {
    StringBuilder text = new StringBuilder(WRITTEN).append(state.writtenMillis()).append('\n');
    for (RateState.Kept kept : state.limits()) {
      text.append(LIMIT).append(kept.limit()).append('\n');
      kept.keys().forEach(key -> text.append(key).append('\n'));
    }
    return text.toString();
  }
}
