package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parts of a long run that are finished one by one: each is kept when it is, so that a run that
 * is stopped can be gone on with, and tells how far the run is and how much time is left. Not
 * thread-safe.
 */
final class Units {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Optional<UnitsFile> file;
  private final Consumer<String> progress;
  private final double all;
  private final long started = System.nanoTime();
  private double done;
  private double fresh;

  /** What one of them does. */
  interface Work<T> {
    T run() throws ExperimentException, InterruptedException;
  }

  /**
   * None yet.
   *
   * @param file where they are kept
   * @param progress takes a line for each
   * @param all the work of all, in the unit of {@link #run}
   */
  Units(Optional<UnitsFile> file, Consumer<String> progress, double all) {
    this.file = file;
    this.progress = progress;
    this.all = all;
  }

  /**
   * The result of one that is finished, or that of running it, which is kept.
   *
   * @param name which no other has
   * @param work how much it is, of all
   */
  <T> T run(String name, double work, TypeReference<T> type, Work<T> unit)
      throws ExperimentException, InterruptedException {
    Optional<JsonNode> kept = file.flatMap(units -> units.result(name));
    double before = done;
    done += work;
    if (kept.isPresent()) {
      return JSON.convertValue(kept.get(), type);
    }
    progress.accept(name + left(before));
    T result = unit.run();
    fresh += work;
    if (file.isPresent()) {
      file.get().keep(name, JSON.valueToTree(result));
    }
    return result;
  }

  /** How much is done, and how long the rest may take, at the speed of this run so far. */
  private String left(double before) {
    String share = String.format(Locale.ROOT, " (%.0f %% done", 100 * before / all);
    if (fresh == 0) {
      return share + ")";
    }
    double seconds = (System.nanoTime() - started) / 1e9 / fresh * (all - before);
    return share + ", " + duration(Math.round(seconds)) + " left)";
  }

  private static String duration(long seconds) {
    if (seconds < 90) {
      return seconds + " s";
    }
    long minutes = (seconds + 30) / 60;
    return minutes < 90
        ? minutes + " min"
        : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
  }
}
