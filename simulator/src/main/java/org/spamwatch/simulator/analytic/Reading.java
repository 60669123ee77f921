package org.spamwatch.simulator.analytic;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A reading of the SpamWatch paper's Fig. 10, which states neither the base of a digit, nor what a
 * TTL counts, nor who asks, nor whether a distance is one way.
 *
 * @param name by which users choose it
 * @param routing of the nodes
 * @param step what a TTL counts
 * @param free network hops or levels less than the TTL: 1 if the node that asks counts itself
 * @param marked whether nodes that have marked ask as well
 * @param trips 1 if a distance is one way, 2 if there and back
 * @param publisher whether a query has succeeded only at who has published, one hop behind the
 *     pointer unless it is there itself
 * @param holders how many nodes hold what the root of a key holds, that included: those whose ids
 *     are closest to the key
 */
public record Reading(
    String name,
    Routing routing,
    Step step,
    int free,
    boolean marked,
    int trips,
    boolean publisher,
    int holders) {
  /** What a TTL counts. */
  public enum Step {
    /** Messages from node to node. */
    HOP,
    /**
     * Digits of the key, from the first one on: those that the asking node has already pass without
     * a message, and count.
     */
    DIGIT,
    /** Digits of the key that are gained on the way, of which one message may gain several. */
    GAIN,
    /** Digits of the key that the node with the pointer has; none if that is who asks. */
    LEVEL;

    /**
     * What a TTL must be for a question to go one hop further.
     *
     * @param hops that it has gone
     * @param from level of who asks: digits of the key that it has
     * @param at level of the node where the question is
     * @param next level of the next one
     */
    int count(int hops, int from, int at, int next) {
      return switch (this) {
        case HOP -> hops + 1;
        case DIGIT -> at + 1;
        case GAIN -> next - from;
        case LEVEL -> next;
      };
    }
  }

  private static final int LEAVES = 8;
  private static final int HOLDERS = 4;

  /** The product: base 16, a leaf set of eight on either side, and three replicas. */
  public static final Reading PRODUCT =
      new Reading("product", new Routing(4, LEAVES, 0), Step.HOP, 0, false, 1, false, HOLDERS);

  private static final List<Reading> ALL =
      List.of(
          PRODUCT,
          of("surrogate-16", 4, Step.HOP, 0, false, 1, false),
          of("paper-a", 2, Step.DIGIT, 0, true, 2, false),
          of("paper-b", 3, Step.HOP, 1, false, 2, false),
          of("c", 3, Step.HOP, 0, false, 1, true),
          of("d", 4, Step.HOP, 0, false, 1, true),
          of("e", 4, Step.DIGIT, 1, false, 2, false),
          of("f", 4, Step.HOP, 0, false, 1, false),
          of("g", 2, Step.HOP, 0, false, 1, false),
          of("a-gain", 2, Step.GAIN, 0, true, 2, false),
          of("e-gain", 4, Step.GAIN, 1, false, 2, false),
          of("a-level", 2, Step.LEVEL, 0, true, 2, false),
          of("e-level", 4, Step.LEVEL, 1, false, 2, false));

  private static Reading of(
      String name, int bits, Step step, int free, boolean marked, int trips, boolean publisher) {
    return new Reading(name, new Routing(bits, 0, 0), step, free, marked, trips, publisher, 1);
  }

  /** All that have names. */
  public static List<Reading> all() {
    return ALL;
  }

  /** The one of a name. */
  public static Optional<Reading> of(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return ALL.stream().filter(reading -> reading.name.equals(wanted)).findFirst();
  }

  /** The same reading with another proximity. */
  public Reading withSampled(int sampled) {
    Routing other = new Routing(routing.digitBits(), routing.leafSet(), sampled);
    return new Reading(name, other, step, free, marked, trips, publisher, holders);
  }
}
