package org.spamwatch.simulator.cli;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.spamwatch.simulator.analytic.Reading;

/**
 * The experiments of the papers and their figures, in one list: a new one is a line in {@link
 * #PARTS} and lines in {@link #ALL}. What the paper prints is called by its number there; {@code
 * reference} is what programs other than this one have computed for where it prints none.
 */
final class PaperFigures {
  private static final Splitter WORDS = Splitter.on(' ');

  private static final double NOTHING = 1e-5;
  private static final double MODELS = .004;
  private static final double CHANCE = .03;
  private static final double OUTBREAK_POINTS = 2;
  private static final String OUTBREAK = " --fingerprints 3";
  private static final double MOST_PAIRS = 100_000 * 99_999.0 / 2;
  private static final String QUICK_TTL = "--graphs 2 --placements 1";

  /** What is run, in this order. */
  static final List<Part> PARTS =
      Stream.of(
              Reading.all().stream()
                  .map(Reading::name)
                  .map(
                      name -> Part.of("ttl-" + name, "ttl --reading " + name).orQuickly(QUICK_TTL)),
              Stream.of(1, 4, 16, 64)
                  .map(
                      lot ->
                          Part.of("ttl-sampled-" + lot, "ttl --rates .02,.1 --sampled " + lot)
                              .orQuickly(QUICK_TTL)),
              Stream.of(
                  Part.of("ttl-65536", "ttl --nodes 65536 --rates .001")
                      .orQuickly(QUICK_TTL + " --objects 16"),
                  Part.of(
                      "ttl-million", "ttl --nodes 1000000 --rates .0001 --graphs 1 --placements 1"),
                  Part.of("ttl-ts", "ttl --reading product --topology ts --rates .02,.1")
                      .orQuickly(QUICK_TTL),
                  Part.of(
                          "ttl-ten",
                          "ttl --rates .001,.02 --max-ttl 2 --fingerprints 10 --needed 1,3,5")
                      .orQuickly(QUICK_TTL + " --objects 16"),
                  Part.of("outbreak", "outbreak --users 65536 --rates .01,.1 --spams 16" + OUTBREAK)
                      .orQuickly("--spams 4"),
                  Part.of("outbreak-million", "outbreak --users 1000000" + OUTBREAK),
                  Part.of("bandwidth", "bandwidth").orQuickly("--mails 50 --features 10"),
                  Part.of("false-positive", "false-positive").orQuickly("--texts 10000"),
                  Part.of("robustness", "robustness").orQuickly("--trials 2000"),
                  Part.of("counting", "counting").orQuickly("--rounds 20"),
                  Part.of("rate", "rate").orQuickly("--probes 1000000"),
                  Part.of("hai", "hai").orQuickly("--tokens 220000"),
                  Part.ofMail("statistics", "statistics --only TABLE,ACCURACY,TOGETHER")))
          .flatMap(parts -> parts)
          .toList();

  /** What is known. */
  static final List<Figure> ALL =
      Stream.of(
              survival(),
              chance(),
              printed(),
              TtlFigures.ALL,
              outbreaks(),
              bytes(),
              SketchFigures.ALL)
          .flatMap(List::stream)
          .toList();

  private PaperFigures() {}

  /** Fig. 7: by what it is computed, of characters, edit and places; at THRES 5 to 10. */
  private static List<Figure> survival() {
    String mean = "at.paper";
    String whole = "at.whole";
    String exact = "at.exact";
    List<Figure> figures = new ArrayList<>();
    survival(figures, mean, 1024, 10, 1, ".99999 .99977 .99661 .96637 .78898 .29803");
    survival(figures, whole, 1024, 10, 1, ".99999 .99973 .99613 .96308 .77705 .28524");
    survival(figures, exact, 1024, 10, 1, ".99999 .99975 .99642 .96580 .79283 .31721");
    survival(figures, mean, 1024, 50, 1, ".99975 .99704 .97596 .86800 .54508 .12171");
    survival(figures, exact, 1024, 50, 1, ".99974 .99697 .97595 .87111 .56162 .13866");
    survival(figures, mean, 1024, 5, 5, ".97030 .87639 .64690 .31564 .07335 .00424");
    survival(figures, exact, 1024, 5, 5, ".96721 .87567 .66650 .36191 .10744 .00968");
    survival(figures, exact, 5120, 10, 1, "1.00000 1.00000 .99999 .99967 .98889 .79383");
    survival(figures, exact, 5120, 50, 1, "1.00000 1.00000 .99995 .99845 .96991 .67788");
    survival(figures, exact, 5120, 5, 5, ".99999 .99985 .99768 .97515 .82856 .35593");
    return figures;
  }

  private static void survival(
      List<Figure> to, String by, int characters, int length, int places, String known) {
    boolean isExact = by.endsWith("exact");
    Figure.Source source =
        new Figure.Source(isExact ? "Fig. 7, exact" : "Fig. 7, Eqs. 1-4", "robustness");
    String edit = places == 1 ? "" + length : places + " x " + length;
    String windows = by.endsWith("whole") ? ", X = L - 1 + d" : "";
    int thres = 5;
    for (String figure : WORDS.split(known)) {
      int at = thres++;
      to.add(
          source.near(
              String.format(
                  Locale.ROOT,
                  "%d KB, update %s%s, THRES %d",
                  characters / 1024,
                  edit,
                  windows,
                  at),
              figure,
              result -> isExact ? MODELS : NOTHING,
              result ->
                  result.value(
                      by,
                      "characters",
                      characters,
                      "kind",
                      "UPDATE",
                      "length",
                      length,
                      "places",
                      places,
                      "at.thres",
                      at)));
    }
  }

  /** Fig. 8: the share of pairs with a fingerprint in common, for 1 KB to 64 KB. */
  private static List<Figure> chance() {
    Figure.Source source = new Figure.Source("Fig. 8, closed form", "false-positive");
    List<Figure> figures = new ArrayList<>();
    int characters = 1024;
    for (String known : WORDS.split("1.9e-6 3.8e-6 7.8e-6 1.56e-5 3.1e-5 6.3e-5 1.26e-4")) {
      int size = characters;
      double share = Double.parseDouble(known);
      figures.add(
          source.near(
              size / 1024 + " KB, 32 bits, pairs that share 1",
              known,
              result -> Math.max(CHANCE * share, 5 * Math.sqrt(share / pairs(result))),
              result -> result.value("sharing", "characters", size, "bits", 32) / pairs(result)));
      characters *= 2;
    }
    sharingTwo(figures, 32, 32, "6");
    sharingTwo(figures, 64, 32, "40");
    sharingTwo(figures, 32, 33, "1");
    sharingTwo(figures, 64, 33, "11");
    return figures;
  }

  /** Of the pairs of 100,000 texts: two counts, each of which could have been another. */
  private static void sharingTwo(List<Figure> to, int kilobytes, int bits, String known) {
    ToDoubleFunction<PartResult> ours = result -> sharingTwo(result, kilobytes, bits);
    double count = Double.parseDouble(known);
    to.add(
        new Figure.Source("Fig. 8, reference", "false-positive")
            .near(
                kilobytes + " KB, " + bits + " bits, of 5e9 pairs share 2",
                known,
                result -> 3 * Math.sqrt(count * (1 + MOST_PAIRS / pairs(result))),
                ours));
  }

  private static double sharingTwo(PartResult result, int kilobytes, int bits) {
    double counted = result.value("sharingTwo", "characters", 1024 * kilobytes, "bits", bits);
    return counted * MOST_PAIRS / pairs(result);
  }

  private static double pairs(PartResult result) {
    double texts = result.parameter("texts");
    return texts * (texts - 1) / 2;
  }

  /** What the paper prints beside its figures. */
  private static List<Figure> printed() {
    Figure.Source fig10 = new Figure.Source("Fig. 10", "ttl-paper-b");
    return List.of(
        new Figure.Source("Fig. 8", "false-positive")
            .judged(
                "64 KB, 33 bits, of 5e9 pairs share 2",
                "< 25",
                (ours, result) -> ours < 25 || pairs(result) < MOST_PAIRS, // of fewer one is many
                result -> sharingTwo(result, 64, 33)),
        fig10.between("10 %, TTL 2, paper-b", ".75", .73, .78, TtlFigures.success(.1, 2)),
        fig10.between(
            "10 %, TTL 2, paper-b, ms",
            "about 60",
            60 * (1 - TtlFigures.DISTANCE),
            60 * (1 + TtlFigures.DISTANCE),
            TtlFigures.millis(.1, 2)),
        new Figure.Source("Fig. 10, reading", "ttl-paper-b")
            .open("10 %, TTL 2, paper-b, ms", "46-54", TtlFigures.millis(.1, 2)),
        fig10.between("2 %, TTL 3, paper-b", "high", .88, 1, TtlFigures.success(.02, 3)),
        fig10.between("5 %, TTL 3, paper-b", "high", .96, 1, TtlFigures.success(.05, 3)),
        fig10.between("10 %, TTL 2, paper-b, sd", "< .02", 0, .02, TtlFigures.deviation(.1, 2)),
        fig10.between("2 %, TTL 3, paper-b, sd", "< .02", 0, .02, TtlFigures.deviation(.02, 3)));
  }

  /** Who sees a new spam, in per cent of all users. */
  private static List<Figure> outbreaks() {
    List<Figure> figures = new ArrayList<>();
    outbreak(figures, "outbreak", "65,536", .01, "74.0 27.9 5.7");
    outbreak(figures, "outbreak", "65,536", .1, "36.5 7.5 1.05");
    outbreak(figures, "outbreak-million", "10^6", .01, "74.1 28.4 6.2");
    Figure.Source million = new Figure.Source("outbreak", "outbreak-million");
    figures.add(
        million.between(
            "10^6 users, 1 %, full route", "at most .1", 0, .1, seen(.01, "full route")));
    figures.add(
        million.between("10^6 users, 1 %, announced", "at most .1", 0, .1, seen(.01, "announced")));
    return figures;
  }

  private static void outbreak(
      List<Figure> to, String part, String users, double rate, String known) {
    int ttl = 1;
    for (String figure : WORDS.split(known)) {
      String way = "TTL " + ttl++;
      to.add(
          new Figure.Source("outbreak", part)
              .near(
                  String.format(
                      Locale.ROOT, "%s users, %s %%, %s", users, TtlFigures.percent(rate), way),
                  figure,
                  result -> OUTBREAK_POINTS,
                  seen(rate, way)));
    }
  }

  private static ToDoubleFunction<PartResult> seen(double rate, String way) {
    return result -> 100 * result.value("seen", "rate", rate, "way", way);
  }

  /** Kilobytes of a hundred mails; the paper's formula has more hops than so few peers. */
  private static List<Figure> bytes() {
    Figure.Source source = new Figure.Source("bandwidth", "bandwidth");
    return List.of(
        source.open("100 mails, full route, KB", "615", kilobytes("FULL_ROUTE")),
        source.open("100 mails, TTL 2, KB", "464", kilobytes("TTL_2")),
        source.open("100 mails, summary, 1 % marked, KB", "6", kilobytes("SUMMARY")));
  }

  private static ToDoubleFunction<PartResult> kilobytes(String way) {
    return result -> result.value("counted", "features", 10, "way", way) / 1000;
  }
}
