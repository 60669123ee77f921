package org.spamwatch.simulator.cli;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.spamwatch.simulator.analytic.Reading;

/**
 * The experiments of the SpamWatch paper and its figures, in one list: a new one is a line in
 * {@link #PARTS} and lines in {@link #ALL}. What the paper prints is called by its number there;
 * {@code reference} is what programs other than this one have computed for where it prints none.
 */
final class PaperFigures {
  private static final Splitter WORDS = Splitter.on(' ');

  private static final double NOTHING = 1e-5;
  private static final double MODELS = .004;
  private static final double CHANCE = .03;
  private static final double TTL = .02;
  private static final double LEAST_DEVIATION = .01;
  private static final double DISTANCE = .1;
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
                  Part.of("false-positive", "false-positive").orQuickly("--texts 10000"),
                  Part.of("robustness", "robustness").orQuickly("--trials 2000")))
          .flatMap(parts -> parts)
          .toList();

  /** What is known. */
  static final List<Figure> ALL =
      Stream.of(
              survival(), chance(), printed(), surrogate(), others(), readings(), lots(), larger())
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
        fig10.between("10 %, TTL 2, paper-b", ".75", .73, .78, success(.1, 2)),
        fig10.open("10 %, TTL 2, paper-b, ms", "about 60", millis(.1, 2)),
        new Figure.Source("Fig. 10, reading", "ttl-paper-b")
            .between(
                "10 %, TTL 2, paper-b, ms",
                "46-54", 46 * (1 - DISTANCE), 54 * (1 + DISTANCE), millis(.1, 2)),
        fig10.between("2 %, TTL 3, paper-b", "high", .88, 1, success(.02, 3)),
        fig10.between("5 %, TTL 3, paper-b", "high", .96, 1, success(.05, 3)),
        fig10.between("10 %, TTL 2, paper-b, sd", "< .02", 0, .02, deviation(.1, 2)),
        fig10.between("2 %, TTL 3, paper-b, sd", "< .02", 0, .02, deviation(.02, 3)));
  }

  /** Exact neighbour tables, base 16. */
  private static List<Figure> surrogate() {
    List<Figure> figures = new ArrayList<>();
    hops(figures, "surrogate-16", 0, .001, ".002 .079 .484 .984");
    hops(figures, "surrogate-16", 0, .002, ".003 .129 .645 .995");
    hops(figures, "surrogate-16", 0, .005, ".006 .237 .851 1.000");
    hops(figures, "surrogate-16", 0, .01, ".010 .367 .952 1.000");
    hops(figures, "surrogate-16", 0, .02, ".016 .529 .987 1.000");
    hops(figures, "surrogate-16", 0, .05, ".027 .750 .998 1.000");
    hops(figures, "surrogate-16", 0, .1, ".037 .873 1.000 1.000");
    hops(figures, "surrogate-16", 0, .2, ".046 .946 1.000 1.000");
    hops(figures, "surrogate-16", 0, .5, ".056 .992 1.000 1.000");
    return figures;
  }

  /** Bases 8 (whose reading counts the node that asks) and 4. */
  private static List<Figure> others() {
    List<Figure> figures = new ArrayList<>();
    hops(figures, "paper-b", 2, .001, ".058 .306 .769");
    hops(figures, "paper-b", 2, .01, ".269 .778 .993");
    hops(figures, "paper-b", 2, .02, ".393 .901 .999");
    hops(figures, "paper-b", 2, .05, ".596 .977");
    hops(figures, "paper-b", 2, .1, ".751 .994");
    hops(figures, "g", 1, .001, ".045 .195 .483 .802");
    hops(figures, "g", 1, .02, ".306 .737 .957 .998");
    hops(figures, "g", 1, .1, ".622 .956 .999");
    return figures;
  }

  private static void hops(
      List<Figure> to, String reading, int fromTtl, double rate, String known) {
    int ttl = fromTtl;
    for (String figure : WORDS.split(known)) {
      to.add(
          hop(
              new Figure.Source("Fig. 10, reference", "ttl-" + reading),
              reading,
              rate,
              ttl++,
              figure));
    }
  }

  private static Figure hop(Figure.Source source, String what, double rate, int ttl, String known) {
    return source.near(
        String.format(Locale.ROOT, "%s %%, TTL %d, %s", percent(rate), ttl, what),
        known,
        result ->
            Math.max(
                TTL, 3 * Math.max(LEAST_DEVIATION, deviation(rate, ttl).applyAsDouble(result))),
        success(rate, ttl));
  }

  /** What else Fig. 10 may mean, of which two calculations disagree for some. */
  private static List<Figure> readings() {
    List<Figure> figures = new ArrayList<>();
    for (String reading : List.of("paper-a", "a-gain")) {
      reading(figures, reading, ".742-.748; .87-.89", "58-70", ".72-.75", ".86-.87");
    }
    for (String reading : List.of("e", "e-gain")) {
      reading(figures, reading, ".785-.80; .83", "46-67", ".92-.93; .99", ".96-.965");
    }
    reading(figures, "c", ".776-.784", "39-55", ".907-.923", ".98");
    reading(figures, "d", ".886-.889", "45-64", ".985-.99", ".998");
    reading(figures, "f", "1.000", "110-124", "1.0", "1.0");
    reading(figures, "g", ".956-.959", "58-69", ".957-.964", ".99");
    return figures;
  }

  private static void reading(
      List<Figure> to, String reading, String ten, String millis, String two, String five) {
    Figure.Source source = new Figure.Source("Fig. 10, reading", "ttl-" + reading);
    to.add(range(source, "10 %, TTL 2, " + reading, ten, success(.1, 2)));
    to.add(source.open("10 %, TTL 2, " + reading + ", ms", millis, millis(.1, 2)));
    to.add(range(source, "2 %, TTL 3, " + reading, two, success(.02, 3)));
    to.add(range(source, "5 %, TTL 3, " + reading, five, success(.05, 3)));
  }

  /** From here to there; where two ranges are known, ours cannot be judged. */
  private static Figure range(
      Figure.Source source, String what, String known, ToDoubleFunction<PartResult> ours) {
    if (List.of("ttl-paper-a", "ttl-a-gain", "ttl-e", "ttl-e-gain").contains(source.part())) {
      return source.open(what, known, ours);
    }
    List<String> ends = Splitter.on('-').splitToList(known);
    double least = Double.parseDouble(ends.get(0));
    double most = Double.parseDouble(ends.get(ends.size() - 1));
    return source.between(what, known, least - TTL, most + TTL, ours);
  }

  /** The nearest of some drawn by lot, instead of all. */
  private static List<Figure> lots() {
    List<Figure> figures = new ArrayList<>();
    String source = "Fig. 10, proximity";
    figures.add(hop(new Figure.Source(source, "ttl-sampled-64"), "best of 64", .1, 1, ".863"));
    figures.add(hop(new Figure.Source(source, "ttl-sampled-16"), "best of 16", .1, 1, ".857"));
    figures.add(hop(new Figure.Source(source, "ttl-sampled-1"), "no proximity", .1, 1, ".844"));
    return figures;
  }

  /** More nodes, and other graphs. */
  private static List<Figure> larger() {
    List<Figure> figures = new ArrayList<>();
    int ttl = 1;
    for (String known : WORDS.split(".074 .531 .982")) {
      figures.add(
          hop(new Figure.Source("Fig. 10, larger", "ttl-65536"), "65,536", .001, ttl++, known));
    }
    ttl = 2;
    for (String known : WORDS.split(".131 .646 .991")) {
      figures.add(
          hop(new Figure.Source("Fig. 10, larger", "ttl-million"), "10^6", .0001, ttl++, known));
    }
    Figure.Source ts = new Figure.Source("Fig. 10, ts", "ttl-ts");
    figures.add(
        ts.near("2 %, ms to the first pointer", "37.7", r -> DISTANCE * 37.7, millis(.02, 7)));
    figures.add(
        ts.near("10 %, ms to the first pointer", "14.6", r -> DISTANCE * 14.6, millis(.1, 7)));
    return figures;
  }

  private static String percent(double rate) {
    return String.format(Locale.ROOT, "%.3g", 100 * rate).replaceAll("\\.?0+$", "");
  }

  private static ToDoubleFunction<PartResult> success(double rate, int ttl) {
    return result -> result.value("success", "rate", rate, "ttl", ttl);
  }

  private static ToDoubleFunction<PartResult> deviation(double rate, int ttl) {
    return result -> result.value("deviation", "rate", rate, "ttl", ttl);
  }

  private static ToDoubleFunction<PartResult> millis(double rate, int ttl) {
    return result -> result.value("millis", "rate", rate, "ttl", ttl);
  }
}
