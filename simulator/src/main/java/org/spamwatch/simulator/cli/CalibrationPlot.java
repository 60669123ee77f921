package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Drift;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Reliability;
import org.spamwatch.simulator.statistics.GoodWordsExperiment;

/** What indicators of a statistical filter mean, how it ages, and what words behind spam do. */
final class CalibrationPlot {
  private static final int PERCENT = 100;
  private static final Pattern YEAR = Pattern.compile("20[0-9]{2}");

  private CalibrationPlot() {}

  /** A reliability diagram: on the diagonal an indicator is the share of spam. */
  static Panel reliability(List<Reliability> rows) {
    List<Curve> curves = new ArrayList<>();
    for (String mails : rows.stream().map(Reliability::mails).distinct().toList()) {
      List<Point> points =
          rows.stream()
              .filter(row -> row.mails().equals(mails) && row.count() > 0)
              .map(row -> new Point(row.meanIndicator(), row.spam()))
              .toList();
      curves.add(new Curve(mails, Style.MARKED, curves.size(), points));
    }
    List<Point> diagonal = List.of(new Point(0, 0), new Point(1, 1));
    curves.add(new Curve("indicator = share", Style.BROKEN, curves.size(), diagonal));
    return new Panel(
        "Reliability, " + rows.get(0).data(),
        new Axis("mean indicator", false, 0, 1),
        new Axis("share of spam", false, 0, 1),
        Optional.empty(),
        curves);
  }

  /** A curve for each last year that was learnt; nothing if mail is of one year. */
  static Optional<Panel> drift(List<Drift> all) {
    List<Drift> rows = all.stream().filter(row -> YEAR.matcher(row.asked()).matches()).toList();
    List<Integer> years = rows.stream().map(CalibrationPlot::year).distinct().sorted().toList();
    if (years.size() < 2) {
      return Optional.empty();
    }
    List<Curve> curves = new ArrayList<>();
    for (String until : rows.stream().map(Drift::until).distinct().toList()) {
      List<Point> points =
          rows.stream()
              .filter(row -> row.until().equals(until))
              .map(row -> new Point(year(row), Table.percent(row.caught(), row.spam())))
              .toList();
      curves.add(new Curve("learnt until " + until, Style.MARKED, curves.size(), points));
    }
    return Optional.of(
        new Panel(
            "Drift, " + rows.get(0).data(),
            new Axis("year of the mail, 20..", false, years.get(0), years.get(years.size() - 1)),
            new Axis("spam caught, %", false, 0, PERCENT),
            Optional.empty(),
            curves));
  }

  /** Of the century, for an axis has commas in its thousands. */
  private static int year(Drift row) {
    return Integer.parseInt(row.asked()) % 100;
  }

  /** A curve for each kind of words. */
  static Panel words(List<GoodWordsExperiment.Row> rows) {
    List<Curve> curves = new ArrayList<>();
    for (GoodWordsExperiment.Kind kind :
        rows.stream().map(GoodWordsExperiment.Row::kind).distinct().toList()) {
      String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      List<Point> points =
          rows.stream()
              .filter(row -> row.kind() == kind)
              .map(row -> new Point(row.words(), Table.percent(row.called(), row.spam())))
              .toList();
      curves.add(new Curve(name, Style.MARKED, curves.size(), points));
    }
    return new Panel(
        "Words behind spam, " + rows.get(0).data(),
        new Axis("words", false, 0, rows.stream().mapToInt(row -> row.words()).max().orElse(1)),
        new Axis("still called spam, %", false, 0, PERCENT),
        Optional.empty(),
        curves);
  }
}
