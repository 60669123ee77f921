package org.spamwatch.simulator.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * How often the processor's last cache is asked, and misses, while something runs: Linux's {@code
 * perf stat} over this process, on a second of it. <em>Differs from the paper:</em> its L2 was the
 * last cache of its processor.
 */
final class CacheCounters {
  private static final String REFERENCES = "cache-references";
  private static final String MISSES = "cache-misses";

  private CacheCounters() {}

  /** What was counted, of one pass in the mean. */
  record Counted(double references, double misses) {}

  /**
   * Runs something again and again, for a second at least. Nothing if perf is not installed or may
   * not count, or if the machine has no counters, as virtual ones mostly have not.
   */
  static Optional<Counted> ofEach(Runnable pass) {
    List<String> command =
        List.of(
            "perf",
            "stat",
            "-x,",
            "-e",
            REFERENCES + "," + MISSES,
            "-p",
            Long.toString(ProcessHandle.current().pid()),
            "sleep",
            "1");
    try {
      Process perf = new ProcessBuilder(command).redirectErrorStream(true).start();
      int passes = 0;
      do {
        pass.run();
        passes++;
      } while (perf.isAlive());
      String said = new String(perf.getInputStream().readAllBytes(), US_ASCII);
      return perf.exitValue() == 0 ? counted(said, passes) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads perf's lines: a number, or why there is none, a unit, the event. */
  static Optional<Counted> counted(String said, int passes) {
    double references = -1;
    double misses = -1;
    for (String line : said.lines().toList()) {
      List<String> fields = Splitter.on(',').splitToList(line);
      if (fields.size() < 3 || !fields.get(0).matches("[0-9]{1,18}")) {
        continue;
      }
      double each = Long.parseLong(fields.get(0)) / (double) passes;
      references = fields.get(2).startsWith(REFERENCES) ? each : references;
      misses = fields.get(2).startsWith(MISSES) ? each : misses;
    }
    return references < 0 || misses < 0
        ? Optional.empty()
        : Optional.of(new Counted(references, misses));
  }
}
