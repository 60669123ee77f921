package org.spamwatch.simulator.analytic;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.analytic.TtlExperiment.Cell;

/** Mean and spread of what several placements gave, of each rate and TTL. */
public final class TtlTable {
  private final List<List<Cell>> placements = new ArrayList<>();

  /**
   * A rate and TTL.
   *
   * @param rate of publishers
   * @param ttl of the queries
   * @param success the mean of the placements' shares of queries that succeed
   * @param deviation their standard deviation
   * @param millis the mean of the placements' mean times until they do
   */
  public record Mean(double rate, int ttl, double success, double deviation, double millis) {}

  /** Adds a placement: the same rates and TTLs each time. */
  public void add(List<Cell> cells) {
    placements.add(List.copyOf(cells));
  }

  /** The means, in the order of the cells; nothing without a placement. */
  public List<Mean> means() {
    List<Mean> means = new ArrayList<>();
    int cells = placements.isEmpty() ? 0 : placements.get(0).size();
    for (int i = 0; i < cells; i++) {
      int cell = i;
      double success = mean(placements.stream().mapToDouble(p -> p.get(cell).success()).toArray());
      double squares =
          mean(
              placements.stream()
                  .mapToDouble(p -> Math.pow(p.get(cell).success() - success, 2))
                  .toArray());
      double millis = mean(placements.stream().mapToDouble(p -> p.get(cell).millis()).toArray());
      Cell first = placements.get(0).get(cell);
      means.add(new Mean(first.rate(), first.ttl(), success, Math.sqrt(squares), millis));
    }
    return means;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
