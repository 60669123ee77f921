package org.spamwatch.simulator.sketches;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;

/**
 * How far what a value-retrieving filter says of a token is from the token's value: by the
 * equations of HAI (Zhong and Li, <em>Speed Up Statistical Spam Filter by Approximation</em>,
 * sections III-D and III-E), and measured. Values of tokens have the mean .5 and the variance 1,
 * and are quantised by Lloyd-Max; tokens that were not put ought to have such a value too.
 *
 * @param tokens n, that are put; as many others are looked up
 * @param kilobytes m in units of 1,024 bytes
 * @param hashes h
 * @param levels q
 * @param spread of the values
 * @param seed gives tokens, values and hash functions
 */
public record LookupExperiment(
    int tokens, int kilobytes, int hashes, int levels, Spread spread, long seed) {
  private static final double MEAN = .5;

  /** HAI's sigma, a variance. */
  private static final double VARIANCE = 1;

  /** How values are spread. */
  public enum Spread {
    /** Evenly, so that each level has as many tokens, as Eqs. 8 to 10 assume. */
    EVEN,
    /** As a Gaussian, as Eq. 12 assumes. */
    GAUSSIAN
  }

  /**
   * What the equations say.
   *
   * @param any that a token that was not put is found (Eq. 9)
   * @param several that it has several values (Eq. 10)
   * @param variance of the error of what is looked up (Eq. 12)
   */
  public record Expected(double any, double several, double variance) {}

  /**
   * What was measured.
   *
   * @param any the share of tokens that were not put and are found
   * @param several the share of them that have several values
   * @param wrong the share of tokens that were put and have another value too, of which the
   *     smallest is taken
   * @param quantised the mean squared error of the quantiser alone
   * @param variance the mean squared error of what is looked up, by Eq. 11: of tokens that were
   *     put, and, by their share, of those found that were not
   */
  public record Measured(
      double any, double several, double wrong, double quantised, double variance) {}

  /** Bits of the whole filter. */
  private double bits() {
    return 8192.0 * kilobytes;
  }

  /** By Equations 7 to 12. */
  public Expected expected() {
    double bit = Math.pow(-Math.expm1((double) tokens * hashes * Math.log1p(-1 / bits())), hashes);
    double any = -Math.expm1(levels * Math.log1p(-bit));
    double several = any - levels * bit * Math.pow(1 - bit, levels - 1);
    double variance = (1 - any) * (.5 / levels) + any * (VARIANCE + VARIANCE / (2.0 * levels));
    return new Expected(any, several, variance);
  }

  /** By a filter. */
  public Measured measured(Layout layout) {
    double[] values = values();
    LloydMaxQuantiser quantiser = LloydMaxQuantiser.of(values, levels);
    ValueBloomFilter filter = filter(layout);
    for (int token = 0; token < tokens; token++) {
      filter.put(token(token), quantiser.level(values[token]));
    }
    int wrong = 0;
    double quantised = 0;
    double looked = 0;
    for (int token = 0; token < tokens; token++) {
      int level = quantiser.level(values[token]);
      int found = filter.value(token(token), Choice.CONSERVATIVE);
      wrong += found == level ? 0 : 1;
      quantised += square(quantiser.value(level) - values[token]);
      looked += square(quantiser.value(found) - values[token]);
    }
    Others others = others(filter, quantiser);
    double any = others.found / (double) tokens;
    double ofOthers = others.found == 0 ? 0 : others.squares / others.found;
    return new Measured(
        any,
        others.several / (double) tokens,
        wrong / (double) tokens,
        quantised / tokens,
        (1 - any) * looked / tokens + any * ofOthers);
  }

  /** Of tokens that were not put: how many are found, with several values, and how far off. */
  private record Others(int found, int several, double squares) {}

  private Others others(ValueBloomFilter filter, LloydMaxQuantiser quantiser) {
    SplittableRandom random = new SplittableRandom(~seed);
    int found = 0;
    int several = 0;
    double squares = 0;
    for (int token = tokens; token < 2 * tokens; token++) {
      double ought = value(random);
      int values = filter.values(token(token));
      if (values != 0) {
        found++;
        several += Integer.bitCount(values) > 1 ? 1 : 0;
        squares += square(quantiser.value(filter.value(token(token), Choice.CONSERVATIVE)) - ought);
      }
    }
    return new Others(found, several, squares);
  }

  private ValueBloomFilter filter(Layout layout) {
    return new ValueBloomFilter((int) (bits() / levels), levels, hashes, seed, layout);
  }

  private double[] values() {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, tokens).mapToDouble(token -> value(random)).toArray();
  }

  private double value(SplittableRandom random) {
    double unit =
        spread == Spread.EVEN ? Math.sqrt(12) * (random.nextDouble() - .5) : random.nextGaussian();
    return MEAN + Math.sqrt(VARIANCE) * unit;
  }

  private long token(int number) {
    return SplitMix64.mixed(seed + number);
  }

  private static double square(double number) {
    return number * number;
  }
}
