package org.spamwatch.simulator.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.Styler.YAxisPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;

/** A panel of a plot as XChart draws it. */
final class PanelChart {
  private static final int WIDE = 700;

  /** On a logarithmic axis an error bar that reached to 0 would have no end. */
  private static final double MOST_OF_VALUE = 0.9;

  /** The least decade that is written with its places. */
  private static final double FEW_PLACES = 0.9e-4;

  /** Told apart by everybody (Okabe and Ito 2008). */
  private static final Color[] FEW = {
    new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7)
  };

  /** From dark to light for what has an order (the map viridis, Smith and van der Walt 2015). */
  private static final Color[] ORDERED = {
    new Color(0x440154),
    new Color(0x472D7B),
    new Color(0x3B528B),
    new Color(0x2C728E),
    new Color(0x21918C),
    new Color(0x28AE80),
    new Color(0x5EC962),
    new Color(0xADDC30),
    new Color(0xE3C800)
  };

  private static final Color GRID = new Color(0xE4E4E4);
  private static final BasicStroke SOLID =
      new BasicStroke(1.8f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  private static final BasicStroke BROKEN =
      new BasicStroke(
          1.1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {5, 4}, 0);

  private PanelChart() {}

  static XYChart of(Panel panel, int width, int height) {
    XYChart chart = new XYChart(width, height, ChartTheme.XChart);
    style(chart.getStyler(), panel, width > WIDE);
    chart.setTitle(panel.title());
    chart.setXAxisTitle(panel.x().label());
    chart.setYAxisGroupTitle(0, panel.y().label());
    panel.right().ifPresent(right -> chart.setYAxisGroupTitle(1, right.label()));
    int colours = 1 + panel.curves().stream().mapToInt(Curve::colour).max().orElse(0);
    int number = 0;
    for (Curve curve : panel.curves()) {
      Axis axis = curve.right() ? panel.right().orElseThrow() : panel.y();
      List<Point> seen =
          curve.points().stream()
              .filter(point -> isSeen(panel.x(), point.x()) && isSeen(axis, point.y()))
              .toList();
      if (!seen.isEmpty()) {
        // Names of series must differ, those in the legend need not.
        add(
            chart,
            number++ + " " + curve.name(),
            curve,
            seen,
            axis,
            colour(curve.colour(), colours));
      }
    }
    return chart;
  }

  private static boolean isSeen(Axis axis, double value) {
    return !axis.logarithmic() || value > 0;
  }

  private static Color colour(int number, int of) {
    if (of <= FEW.length) {
      return FEW[number];
    }
    return ORDERED[(int) Math.round((double) number * (ORDERED.length - 1) / (of - 1))];
  }

  private static void add(
      XYChart chart, String id, Curve curve, List<Point> seen, Axis axis, Color colour) {
    double[] errors =
        seen.stream()
            .mapToDouble(
                point ->
                    axis.logarithmic()
                        ? Math.min(point.error(), MOST_OF_VALUE * point.y())
                        : point.error())
            .toArray();
    boolean hasErrors = seen.stream().anyMatch(point -> point.error() > 0);
    double[] xs = seen.stream().mapToDouble(Point::x).toArray();
    double[] ys = seen.stream().mapToDouble(Point::y).toArray();
    XYSeries series = hasErrors ? chart.addSeries(id, xs, ys, errors) : chart.addSeries(id, xs, ys);
    series.setLabel(curve.name());
    series.setShowInLegend(!curve.name().isEmpty());
    series.setYAxisGroup(curve.right() ? 1 : 0);
    series.setLineColor(colour);
    series.setMarkerColor(colour);
    series.setMarker(marker(curve));
    series.setLineStyle(curve.style() == Plot.Style.BROKEN ? BROKEN : SOLID);
    series.setXYSeriesRenderStyle(
        switch (curve.style()) {
          case LINE, MARKED, BROKEN -> XYSeriesRenderStyle.Line;
          case CIRCLES, CROSSES, TRIANGLES -> XYSeriesRenderStyle.Scatter;
        });
  }

  private static Marker marker(Curve curve) {
    return switch (curve.style()) {
      case MARKED, CIRCLES -> SeriesMarkers.CIRCLE;
      case CROSSES -> SeriesMarkers.CROSS;
      case TRIANGLES -> SeriesMarkers.TRIANGLE_UP;
      case LINE, BROKEN -> SeriesMarkers.NONE;
    };
  }

  private static void style(XYStyler styler, Panel panel, boolean wide) {
    Font base = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    styler.setLocale(Locale.ROOT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(base.deriveFont(Font.BOLD, 13));
    styler.setChartTitleVisible(!panel.title().isEmpty());
    styler.setAxisTitleFont(base);
    styler.setAxisTickLabelsFont(base.deriveFont(11f));
    styler.setLegendFont(base.deriveFont(11f));
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(wide ? LegendPosition.OutsideE : LegendPosition.InsideSW);
    styler.setLegendVisible(panel.curves().size() > 1);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(0.7f));
    styler.setPlotBorderColor(Color.GRAY);
    styler.setAxisTicksLineVisible(false);
    styler.setMarkerSize(6);
    styler.setErrorBarsColorSeriesColor(true);
    styler.setXAxisLogarithmic(panel.x().logarithmic());
    styler.setYAxisLogarithmic(panel.y().logarithmic());
    pattern(panel.x()).ifPresent(styler::setXAxisDecimalPattern);
    pattern(panel.y()).ifPresent(styler::setYAxisDecimalPattern);
    styler.setXAxisMin(panel.x().least());
    styler.setXAxisMax(panel.x().most());
    styler.setYAxisMin(0, panel.y().least());
    styler.setYAxisMax(0, panel.y().most());
    panel
        .right()
        .ifPresent(
            right -> {
              styler.setYAxisMin(1, right.least());
              styler.setYAxisMax(1, right.most());
              styler.setYAxisGroupPosition(1, YAxisPosition.Right);
            });
  }

  /** How decades are written. */
  private static Optional<String> pattern(Axis axis) {
    if (!axis.logarithmic()) {
      return Optional.empty();
    }
    return Optional.of(axis.least() >= FEW_PLACES ? "#,##0.####" : "0E0");
  }
}
