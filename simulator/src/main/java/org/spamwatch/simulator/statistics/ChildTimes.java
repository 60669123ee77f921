package org.spamwatch.simulator.statistics;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Processor time of processes that this one started and that have ended, where Linux tells. */
final class ChildTimes {
  /** Linux tells it in hundredths of a second, whatever the kernel's own ticks are. */
  private static final double TICKS_A_SECOND = 100;

  private static final int AFTER_NAME_USER = 13; // of the fields behind the name, from 0
  private static final int AFTER_NAME_SYSTEM = 14;
  private static final Path STAT = Path.of("/proc/self/stat");

  private ChildTimes() {}

  /** Seconds so far, of all together; not a number where the system does not tell. */
  static double seconds() {
    try {
      String stat = Files.readString(STAT);
      List<String> fields =
          Splitter.on(' ').splitToList(stat.substring(stat.lastIndexOf(')') + 2).strip());
      double ticks =
          Double.parseDouble(fields.get(AFTER_NAME_USER))
              + Double.parseDouble(fields.get(AFTER_NAME_SYSTEM));
      return ticks / TICKS_A_SECOND;
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
