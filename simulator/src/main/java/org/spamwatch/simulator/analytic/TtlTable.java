package org.spamwatch.simulator.analytic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.analytic.TtlExperiment.Cell;

/** Mean and spread of what several placements gave, of each rate and TTL. */
public final class TtlTable {
  private final List<List<Cell>> placements = new ArrayList<>();

  /**
   * A rate and TTL.
   *
   * @param rate of publishers
   * @param needed how many fingerprints' pointers are to be met
   * @param ttl of the queries
   * @param success the mean of the placements' shares of queries that succeed
   * @param deviation their standard deviation
   * @param millis the mean of the placements' mean times until they do
   * @param reach the mean of their mean times that queries of this TTL travel if they meet nothing
   */
  public record Mean(
      double rate,
      int needed,
      int ttl,
      double success,
      double deviation,
      double millis,
      double reach) {}

  /** Adds a placement: the same rates and TTLs each time. */
  public void add(List<Cell> cells) {
    placements.add(List.copyOf(cells));
  }

  /** The means, in the order of the cells; nothing without a placement. */
  public List<Mean> means() {
    List<Mean> means = new ArrayList<>();
    int cells = placements.isEmpty() ? 0 : placements.get(0).size();
    for (int i = 0; i < cells; i++) {
      double success = mean(i, Cell::success);
      double variance = mean(i, cell -> Math.pow(cell.success() - success, 2));
      Cell first = placements.get(0).get(i);
      means.add(
          new Mean(
              first.rate(),
              first.needed(),
              first.ttl(),
              success,
              Math.sqrt(variance),
              mean(i, Cell::millis),
              mean(i, Cell::reach)));
    }
    return means;
  }

  private double mean(int cell, ToDoubleFunction<Cell> value) {
    double sum = 0;
    for (List<Cell> placement : placements) {
      sum += value.applyAsDouble(placement.get(cell));
    }
    return sum / placements.size();
  }
}
