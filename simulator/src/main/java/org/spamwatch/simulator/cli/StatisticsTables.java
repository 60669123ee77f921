package org.spamwatch.simulator.cli;

import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.simulator.statistics.AccuracyExperiment.PaperFigure;
import org.spamwatch.simulator.statistics.AccuracyExperiment.Row;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Cascade;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Drift;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Reliability;
import org.spamwatch.simulator.statistics.GoodWordsExperiment;
import org.spamwatch.simulator.statistics.SpeedExperiment;
import org.spamwatch.simulator.statistics.TogetherExperiment;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.Thresholds;

/** What {@code statistics} prints. */
final class StatisticsTables {
  private static final List<Double> PRINTED = List.of(.3, .5, .6, .9, .95);
  private static final double TOGETHER_WANTED = 88;
  private static final String OURS = "the product's";

  private final Report report;

  StatisticsTables(Report report) {
    this.report = report;
  }

  /** All rows are kept; of those over thresholds some are printed. */
  void accuracy(List<Row> rows) {
    Table<Row> table =
        new Table<Row>()
            .column("figure ", "%-7s", Row::figure)
            .column("data                  ", "%-22s", Row::data)
            .column("filter        ", "%-14s", Row::filter)
            .column("variant                  ", "%-25s", Row::variant)
            .column("   KB", "%5d", Row::kilobytes)
            .column(" h", "%2d", Row::hashes)
            .column(" q", "%2d", Row::levels)
            .column("threshold", "%9.3f", Row::threshold)
            .column(
                "ham called spam",
                "%6d %6.2f %%",
                Row::falsePositives,
                row -> Table.percent(row.falsePositives(), row.ham()))
            .column(
                "spam missed   ",
                "%5d %6.2f %%",
                Row::falseNegatives,
                row -> Table.percent(row.falseNegatives(), row.spam()));
    report.heading(table);
    for (Row row : rows) {
      report.keep(row);
      if (row.figure() == PaperFigure.TABLE_I || PRINTED.contains(row.threshold())) {
        report.print(table, row);
      }
    }
    report.expect(isAsGoodAsBogofilter(rows));
  }

  /** The product's filter beside bogofilter, each at its own threshold; if both are there. */
  private static boolean isAsGoodAsBogofilter(List<Row> rows) {
    List<Row> ours =
        rows.stream()
            .filter(row -> row.figure() == PaperFigure.TABLE_I)
            .filter(row -> row.filter().equals("HAI, default") && row.variant().equals(OURS))
            .filter(row -> row.threshold() == Combination.DEFAULT.thresholds().spam())
            .toList();
    double theirs = Combination.BOGOFILTER.thresholds().spam();
    return rows.stream()
        .filter(row -> row.filter().equals("bogofilter") && row.threshold() == theirs)
        .allMatch(
            row ->
                ours.stream()
                    .allMatch(
                        our ->
                            our.falsePositives() <= row.falsePositives()
                                && our.falseNegatives() <= row.falseNegatives()));
  }

  /** Votes and statistics. */
  void together(List<TogetherExperiment.Row> rows) {
    Table<TogetherExperiment.Row> table =
        new Table<TogetherExperiment.Row>()
            .column(
                "system                                         ",
                "%-47s",
                TogetherExperiment.Row::system)
            .column("threshold", "%9.3f", TogetherExperiment.Row::threshold)
            .column(
                "unseen spam caught",
                "%8d %7.2f %%",
                TogetherExperiment.Row::caught,
                row -> Table.percent(row.caught(), row.spam()))
            .column("ham called spam", "%d", TogetherExperiment.Row::falsePositives);
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
    TogetherExperiment.Row both = rows.get(rows.size() - 1);
    report.expect(
        both.falsePositives() == 0 && Table.percent(both.caught(), both.spam()) >= TOGETHER_WANTED);
  }

  /** Processor time. */
  Consumer<SpeedExperiment.Row> speed() {
    Table<SpeedExperiment.Row> table =
        new Table<SpeedExperiment.Row>()
            .column("figure  ", "%-8s", SpeedExperiment.Row::figure)
            .column("data                  ", "%-22s", SpeedExperiment.Row::data)
            .column("system                     ", "%-27s", SpeedExperiment.Row::system)
            .column("part       ", "%-11s", SpeedExperiment.Row::part)
            .column("   KB", "%5d", SpeedExperiment.Row::kilobytes)
            .column("bytes a mail", "%12.0f", SpeedExperiment.Row::meanBytes)
            .column("us a mail", "%9.2f", SpeedExperiment.Row::micros)
            .column("mails a second", "%14.0f", SpeedExperiment.Row::mailsASecond);
    report.heading(table);
    return row -> report.row(table, row);
  }

  /** Thresholds, and what indicators mean. */
  void calibration(Thresholds chosen, List<Reliability> rows) {
    report.line(
        "%s: thresholds chosen on what was learnt: spam from %.4f, ham up to %.4f",
        rows.get(0).data(), chosen.spam(), chosen.ham());
    Table<Reliability> table =
        new Table<Reliability>()
            .column("data                  ", "%-22s", Reliability::data)
            .column("mails                  ", "%-23s", Reliability::mails)
            .column("indicator", "%.1f - %.1f", Reliability::from, Reliability::to)
            .column("mails", "%5d", Reliability::count)
            .column("mean indicator", "%14.4f", Reliability::meanIndicator)
            .column("share of spam", "%13.4f", Reliability::spam);
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
  }

  /** Years. */
  void drift(List<Drift> rows) {
    Table<Drift> table =
        new Table<Drift>()
            .column("data                  ", "%-22s", Drift::data)
            .column("learnt until", "%-12s", Drift::until)
            .column("asked", "%-5s", Drift::asked)
            .column("spam and ham learnt", "%8d %10d", Drift::learntSpam, Drift::learntHam)
            .column(
                "spam caught       ",
                "%5d %10.2f %%",
                Drift::caught,
                row -> Table.percent(row.caught(), row.spam()))
            .column("ham called spam", "%d of %d", Drift::falsePositives, Drift::ham);
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
  }

  /** Filters in turn. */
  void cascades(List<Cascade> rows) {
    Table<Cascade> table =
        new Table<Cascade>()
            .column("data                  ", "%-22s", Cascade::data)
            .column("unsure mail goes to", "%-19s", Cascade::second)
            .column(
                "handed on       ",
                "%5d %8.2f %%",
                Cascade::handedOn,
                row -> Table.percent(row.handedOn(), row.mails()))
            .column("still unsure", "%12d", Cascade::stillUnsure)
            .column(
                "spam caught       ",
                "%5d %10.2f %%",
                Cascade::caught,
                row -> Table.percent(row.caught(), row.spam()))
            .column("ham called spam", "%d of %d", Cascade::falsePositives, Cascade::ham);
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
  }

  /** Words behind spam. */
  void goodWords(List<GoodWordsExperiment.Row> rows) {
    Table<GoodWordsExperiment.Row> table =
        new Table<GoodWordsExperiment.Row>()
            .column("data                  ", "%-22s", GoodWordsExperiment.Row::data)
            .column("words behind spam  ", "%-19s", GoodWordsExperiment.Row::kind)
            .column("words", "%5d", GoodWordsExperiment.Row::words)
            .column(
                "still spam       ",
                "%6d %8.2f %%",
                GoodWordsExperiment.Row::called,
                row -> Table.percent(row.called(), row.spam()))
            .column("unsure", "%6d", GoodWordsExperiment.Row::unsure)
            .column("ham", "%d", GoodWordsExperiment.Row::ham);
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
  }
}
