package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.sketches.PrintedTables;
import org.spamwatch.simulator.sketches.PrintedTables.Cell;

/**
 * What is known of Bloom filters: the tables of Yan and Cho, Finch's, and the figures of HAI. Of
 * the 258 means and standard deviations of Tables III to X here are those of 80K and k = 4, and how
 * many are within; {@code counting} prints all.
 */
final class SketchFigures {
  private static final String COUNTING = "counting";
  private static final double WANTED = 98;
  private static final double ROUNDED = .05;

  static final List<Figure> ALL = all();

  private SketchFigures() {}

  private static List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    saving(figures, 16, 4, "2.394E-3");
    saving(figures, 10, 8, "8.455E-3");
    saving(figures, 16, 8, "5.745E-4");
    saving(figures, 40, 8, "1.166E-6");
    saving(figures, 40, 16, "1.948E-8");
    bulk(figures, 10_000, 1, 4, "3e-99");
    bulk(figures, 200_000, 1, 8, "6.2e-3");
    bulk(figures, 10_000, 20, 4, "2.4e-2");
    for (Cell cell : PrintedTables.ALL) {
      if (cell.size() == 80_000 && cell.hashes() == 4) {
        figures.add(
            new Figure.Source(cell.table(), COUNTING)
                .near(
                    "80K, k = 4, " + cell.filter() + ", mean",
                    cell.mean(),
                    of(cell, "meanTolerance"),
                    of(cell, "ours.mean")));
      }
    }
    Figure.Source largest = new Figure.Source("Table VI", COUNTING);
    figures.add(largest.open("320K, k = 8, reduction", "17.733", reduction(4, 320_000, 8)));
    PrintedTables.ALL.stream()
        .map(Cell::table)
        .distinct()
        .forEach(
            table ->
                figures.add(
                    new Figure.Source(table, COUNTING)
                        .open("means and sds within, %", "100", percent(table))));
    figures.add(
        new Figure.Source("Tables III-X", COUNTING)
            .between("means and sds within, %", "98 wanted", WANTED, 100, percent("Tables III-X")));
    finch(figures);
    hai(figures);
    statistics(figures);
    return List.copyOf(figures);
  }

  private static void saving(List<Figure> to, int bitsPerElement, int hashes, String printed) {
    to.add(
        new Figure.Source("Table I", COUNTING)
            .near(
                "m/n = " + bitsPerElement + ", k = " + hashes + ", false positives",
                printed,
                result -> 0,
                result ->
                    result.value("formula", "bitsPerElement", bitsPerElement, "hashes", hashes)));
  }

  /** A message that was never reported counts 20 or more: Eq. 4, or what repeats make of it. */
  private static void bulk(List<Figure> to, int elements, int repeats, int hashes, String known) {
    to.add(
        new Figure.Source("YC, Eq. 4", COUNTING)
            .near(
                String.format(
                    Locale.ROOT, "%,d messages %d times, 80K, k = %d", elements, repeats, hashes),
                known,
                result -> 0,
                result ->
                    result.value(
                        "ours.ofRepeats",
                        "elements",
                        elements,
                        "repeats",
                        repeats,
                        "bulkHashes",
                        hashes)));
  }

  private static ToDoubleFunction<PartResult> of(Cell cell, String member) {
    return result ->
        result.value(
            member,
            "printed.experiment",
            cell.experiment(),
            "printed.filter",
            cell.filter(),
            "printed.size",
            cell.size(),
            "printed.hashes",
            cell.hashes());
  }

  private static ToDoubleFunction<PartResult> reduction(int experiment, int size, int hashes) {
    Cell cell = new Cell(experiment, "refined", size, hashes, "", "", "");
    return of(cell, "reduction");
  }

  private static ToDoubleFunction<PartResult> percent(String tables) {
    return result -> result.value("percent", "tables", tables);
  }

  /** His table: one new event in so many looks like a repeat. */
  private static void finch(List<Figure> to) {
    oneIn(to, .5, "170000");
    oneIn(to, 1, "1700");
    oneIn(to, 2, "40");
    oneIn(to, Math.E, "10.7");
    oneIn(to, 4, "3.2");
  }

  private static void oneIn(List<Figure> to, double multiple, String printed) {
    double known = Double.parseDouble(printed);
    String times = multiple == Math.E ? "e" : TtlFigures.percent(multiple / 100);
    to.add(
        new Figure.Source("Finch", "rate")
            .between(
                times + " times the limit, one repeat in",
                printed,
                known * (1 - ROUNDED),
                known * (1 + ROUNDED),
                result -> 1 / result.value("ours.formula", "multiple", multiple)));
  }

  private static void hai(List<Figure> to) {
    Figure.Source fig7 = new Figure.Source("HAI, Fig. 7", "hai");
    for (int levels : new int[] {4, 8}) {
      to.add(
          fig7.between(
              "1 MB, h = 4, q = " + levels + ", misclassified, %",
              "< 0.1",
              0,
              .1,
              result ->
                  100
                      * result.value(
                          "published.any",
                          "figure",
                          "Fig. 7",
                          "kilobytes",
                          1024,
                          "hashes",
                          4,
                          "levels",
                          levels)));
    }
    Figure.Source fig8 = new Figure.Source("HAI, Fig. 8", "hai");
    Figure.Source eq12 = new Figure.Source("HAI, Eq. 12", "hai");
    to.add(eq12.between("256 KB, h = 4, best q", "6", 6, 6, best("Fig. 8", "byEquation", 4)));
    to.add(eq12.between("256 KB, h = 2, best q", "4", 4, 4, best("Fig. 8", "byEquation", 2)));
    to.add(
        fig8.open("256 KB, h = 4, best q, measured", "around 4", best("Fig. 8", "published", 4)));
    to.add(
        fig8.open("256 KB, h = 2, best q, measured", "around 4", best("Fig. 8", "published", 2)));
    Figure.Source fig9 = new Figure.Source("HAI, Fig. 9", "hai");
    to.add(
        fig9.between(
            "256 KB, q = 4, best h by Eq. 12", "around 6", 5, 7, best("Fig. 9", "byEquation", 4)));
    to.add(
        fig9.between(
            "256 KB, q = 4, best h, measured", "around 6", 5, 7, best("Fig. 9", "published", 4)));
  }

  /** Table I and Fig. 19 are of other mail: printed beside ours. */
  private static void statistics(List<Figure> to) {
    Figure.Source table = new Figure.Source("HAI, Table I", "statistics");
    for (String data : List.of("matched lists", "SpamAssassin")) {
      boolean isFirst = data.equals("matched lists");
      String twin = data + ", exact, .5, missed, %";
      to.add(table.open(twin, isFirst ? "2.24" : "4.00", missed(data, "exact twin", 0)));
      String hai = data + ", HAI, .5, missed, %";
      to.add(table.open(hai, isFirst ? "9.36" : "4.80", missed(data, "HAI, default", 512)));
    }
  }

  private static ToDoubleFunction<PartResult> missed(String data, String filter, int kilobytes) {
    Object[] where = {
      "figure",
      "TABLE_I",
      "data",
      data,
      "filter",
      filter,
      "variant",
      "bogofilter's",
      "kilobytes",
      kilobytes,
      "threshold",
      .5
    };
    return result -> 100 * result.value("falseNegatives", where) / result.value("spam", where);
  }

  private static ToDoubleFunction<PartResult> best(String figure, String how, int fixed) {
    return result -> result.value(how, "ofFigure", figure, "kilobytes", 256, "fixed", fixed);
  }
}
