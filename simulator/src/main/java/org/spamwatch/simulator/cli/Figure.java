package org.spamwatch.simulator.cli;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A figure that is known from elsewhere, and where to find ours.
 *
 * @param source where it stands
 * @param what it says
 * @param part whose results have ours, by its name
 * @param known the figure, as it is printed there
 * @param range in which ours has to be; empty where it says nothing of what ours should be
 * @param ours what the results say
 */
record Figure(
    String source,
    String what,
    String part,
    String known,
    Optional<Range> range,
    ToDoubleFunction<PartResult> ours) {
  /** How far ours may be from what is known, which may depend on how much was run. */
  interface Range {
    boolean has(double ours, PartResult result);
  }

  /** A figure before it is said what it is and how near ours must be. */
  record Source(String source, String part) {
    /** A number, from which ours may differ by half a unit of its last digit and so much. */
    Figure near(
        String what,
        String known,
        ToDoubleFunction<PartResult> tolerance,
        ToDoubleFunction<PartResult> ours) {
      BigDecimal number = new BigDecimal(known);
      double rounded = number.ulp().doubleValue() / 2;
      Range range =
          (value, result) ->
              Math.abs(value - number.doubleValue()) <= rounded + tolerance.applyAsDouble(result);
      return judged(what, known, range, ours);
    }

    /** A number, or what is said of one, that lets ours be from here to there. */
    Figure between(
        String what, String known, double least, double most, ToDoubleFunction<PartResult> ours) {
      return judged(what, known, (value, result) -> value >= least && value <= most, ours);
    }

    /** What is said of a number, that lets ours be where a range has it. */
    Figure judged(String what, String known, Range range, ToDoubleFunction<PartResult> ours) {
      return new Figure(source, what, part, known, Optional.of(range), ours);
    }

    /** One by which ours cannot be judged. */
    Figure open(String what, String known, ToDoubleFunction<PartResult> ours) {
      return new Figure(source, what, part, known, Optional.empty(), ours);
    }
  }
}
