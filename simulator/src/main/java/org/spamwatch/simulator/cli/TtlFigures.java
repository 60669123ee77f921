package org.spamwatch.simulator.cli;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What other programs have computed of Fig. 10, and what its text may mean. */
final class TtlFigures {
  private static final Splitter WORDS = Splitter.on(' ');

  /** By what share milliseconds on other graphs of the same kind may differ. */
  static final double DISTANCE = .1;

  private static final double TTL = .02;
  private static final double LEAST_DEVIATION = .01;
  private static final double TEN = .01;

  /** All of them. */
  static final List<Figure> ALL =
      Stream.of(surrogate(), others(), readings(), lots(), larger(), ten())
          .flatMap(List::stream)
          .toList();

  private TtlFigures() {}

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
    reading(figures, "a-level", ".742-.748", "58-70", ".72-.75", ".86-.87");
    reading(figures, "e-level", ".785-.80", "46-67", ".92-.93", ".96-.965");
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
    figures.add(firstHop(source, "ttl-surrogate-16", "all", "39.7"));
    figures.add(firstHop(source, "ttl-sampled-64", "best of 64", "63"));
    figures.add(firstHop(source, "ttl-sampled-16", "best of 16", "95"));
    figures.add(firstHop(source, "ttl-sampled-4", "best of 4", "141"));
    figures.add(firstHop(source, "ttl-sampled-1", "no proximity", "185"));
    return figures;
  }

  private static Figure firstHop(String source, String part, String what, String known) {
    return new Figure.Source(source, part)
        .near(
            "first hop, " + what + ", ms",
            known,
            result -> DISTANCE * Double.parseDouble(known),
            result -> result.value("reach", "rate", .1, "ttl", 1));
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

  /** Ten fingerprints, of which one, three or five are to be met. */
  private static List<Figure> ten() {
    List<Figure> figures = new ArrayList<>();
    ten(figures, .001, 1, TTL, ".403 .077 .036");
    ten(figures, .001, 2, TEN, ".985 .813 .497");
    ten(figures, .02, 1, TEN, ".949 .747 .555");
    return figures;
  }

  private static void ten(List<Figure> to, double rate, int ttl, double first, String known) {
    Figure.Source source = new Figure.Source("Fig. 10, ten of FV", "ttl-ten");
    int needed = 1;
    for (String figure : WORDS.split(known)) {
      int least = needed;
      to.add(
          source.near(
              String.format(Locale.ROOT, "%s %%, TTL %d, at least %d", percent(rate), ttl, least),
              figure,
              result -> least == 1 ? first : TTL,
              result -> result.value("success", "rate", rate, "ttl", ttl, "needed", least)));
      needed += 2;
    }
  }

  static String percent(double rate) {
    return String.format(Locale.ROOT, "%.3g", 100 * rate).replaceAll("\\.?0+$", "");
  }

  static ToDoubleFunction<PartResult> success(double rate, int ttl) {
    return result -> result.value("success", "rate", rate, "ttl", ttl);
  }

  static ToDoubleFunction<PartResult> deviation(double rate, int ttl) {
    return result -> result.value("deviation", "rate", rate, "ttl", ttl);
  }

  static ToDoubleFunction<PartResult> millis(double rate, int ttl) {
    return result -> result.value("millis", "rate", rate, "ttl", ttl);
  }
}
