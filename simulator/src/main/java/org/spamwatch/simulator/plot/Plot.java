package org.spamwatch.simulator.plot;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * What is to be seen of an experiment: panels side by side and below each other.
 *
 * @param title above all
 * @param columns panels in a row, 1 or more
 * @param panels in the order of reading; one with more than one curve has a legend
 */
public record Plot(String title, int columns, List<Panel> panels) {
  /** Checks the ranges. */
  public Plot {
    panels = List.copyOf(panels);
    if (columns < 1 || panels.isEmpty()) {
      throw new IllegalArgumentException(columns + " columns, " + panels.size() + " panels");
    }
  }

  /** A plot of one panel. */
  public Plot(String title, Panel panel) {
    this(title, 1, List.of(panel));
  }

  /**
   * Curves over one pair of axes, or two that share what is horizontal.
   *
   * @param title of the panel; empty for none
   * @param x the horizontal axis
   * @param y the vertical axis on the left
   * @param right the one on the right, of curves that say so; only beside one that is linear too
   * @param curves in the order of the legend
   */
  public record Panel(String title, Axis x, Axis y, Optional<Axis> right, List<Curve> curves) {
    /** Copies the curves. */
    public Panel {
      curves = List.copyOf(curves);
      if (right.isPresent() && (y.logarithmic() || right.get().logarithmic())) {
        throw new IllegalArgumentException("logarithmic beside another axis");
      }
    }
  }

  /**
   * An axis.
   *
   * @param label what it counts, with the unit
   * @param logarithmic whether it is one of decades, on which only what is above 0 can be seen
   * @param least its lower end
   * @param most its upper end
   */
  public record Axis(String label, boolean logarithmic, double least, double most) {
    /** An axis of whole decades, one or more, on which all values that are above 0 lie. */
    public static Axis decades(String label, Collection<? extends Number> values) {
      DoubleSummaryStatistics range =
          values.stream()
              .mapToDouble(Number::doubleValue)
              .filter(value -> value > 0)
              .summaryStatistics();
      double least = range.getCount() == 0 ? 0 : Math.floor(Math.log10(range.getMin()));
      double most = range.getCount() == 0 ? 0 : Math.ceil(Math.log10(range.getMax()));
      return new Axis(label, true, Math.pow(10, least), Math.pow(10, Math.max(most, least + 1)));
    }
  }

  /** How a curve is drawn. */
  public enum Style {
    /** A line. */
    LINE,
    /** A line with a mark at each point. */
    MARKED,
    /** A thin broken line. */
    BROKEN,
    /** Circles alone, for what was tried beside a curve that was computed. */
    CIRCLES,
    /** Crosses alone. */
    CROSSES,
    /** Triangles alone, for what others have found. */
    TRIANGLES
  }

  /**
   * A curve.
   *
   * @param name in the legend; empty to leave it out there
   * @param style how it is drawn
   * @param colour its number among the panel's colours, from 0; curves that belong together share
   *     one
   * @param right whether it is of the axis on the right
   * @param points from left to right; those that cannot be seen on a logarithmic axis are left out
   */
  public record Curve(String name, Style style, int colour, boolean right, List<Point> points) {
    /** Copies the points. */
    public Curve {
      points = List.copyOf(points);
    }

    /** A curve of the axis on the left. */
    public Curve(String name, Style style, int colour, List<Point> points) {
      this(name, style, colour, false, points);
    }
  }

  /**
   * A point of a curve.
   *
   * @param error half the length of its error bar, a standard deviation; 0 for none
   */
  public record Point(double x, double y, double error) {
    /** A point without an error bar. */
    public Point(double x, double y) {
      this(x, y, 0);
    }
  }
}
