package org.spamwatch.agent.live;

import java.util.Iterator;
import java.util.Optional;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.overlay.Calendar;

/**
 * The date that a peer has lived to:
 *
 * <pre>
 * spamwatch-clock 1
 * SETTLED RAN
 * </pre>
 *
 * <p>The settled date in milliseconds since the epoch, and for how many milliseconds the peer has
 * run since it had none. A peer without it sweeps nothing for a day.
 */
final class ClockFormat {
  static final TextFormat<Calendar.Kept> CLOCK =
      new TextFormat<>(
          "spamwatch-clock",
          1,
          Optional.empty(),
          1024,
          ClockFormat::parse,
          kept -> kept.settledMillis() + " " + kept.ranMillis() + "\n");

  private ClockFormat() {}

  private static Calendar.Kept parse(Iterator<String> lines) {
    String line = lines.next();
    if (!line.matches("[0-9]{1,18} [0-9]{1,18}")) {
      throw new IllegalArgumentException("not SETTLED RAN, in milliseconds");
    }
    String[] numbers = line.split(" ", -1);
    return new Calendar.Kept(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
  }
}
