package org.spamwatch.simulator.sketches;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What is inserted into a filter in an experiment of Yan and Cho (section V.A): how often each
 * element, c_i, and in which order.
 *
 * @param counts the distribution of c_i
 * @param order of the insertions
 */
record Insertions(Counts counts, Order order) {
  private static final List<Insertions> ALL =
      List.of(
          new Insertions(Counts.TWENTY, Order.ROUNDS),
          new Insertions(Counts.TWENTY, Order.REPEATED),
          new Insertions(Counts.TWENTY, Order.SHUFFLED),
          new Insertions(Counts.TO_TWENTY, Order.SHUFFLED),
          new Insertions(Counts.TO_TWENTY, Order.REPEATED),
          new Insertions(Counts.POISSON_TEN, Order.SHUFFLED),
          new Insertions(Counts.POISSON_TWENTY, Order.SHUFFLED),
          new Insertions(Counts.TO_FORTY, Order.SHUFFLED));

  /** In which order elements are inserted. */
  enum Order {
    /** All elements once, then all again. */
    ROUNDS,
    /** Each element as often as it is, then the next. */
    REPEATED,
    /** The single insertions shuffled (Fisher and Yates). */
    SHUFFLED
  }

  /** The distribution of c_i. */
  enum Counts {
    TWENTY(0, 0) {
      @Override
      int draw(SplittableRandom random) {
        return 20;
      }
    },
    /**
     * Uniform from 0 to 20. Tables VI and VII lie 1 to 4 % below what c_i drawn anew in each round
     * give, because one draw was used for all rounds: (1 - e^(-kn/m))^k, which the intuitive filter
     * follows, gives their three cells of 80K, 2.019E-2, 1.723E-2 and 1.964E-2, for n = 9,463
     * elements, so that 537 had c_i = 0, of which 476 are expected.
     */
    TO_TWENTY(1, 537) {
      @Override
      int draw(SplittableRandom random) {
        return random.nextInt(21);
      }
    },
    POISSON_TEN(2, 0) {
      @Override
      int draw(SplittableRandom random) {
        return poisson(10, random);
      }
    },
    POISSON_TWENTY(3, 0) {
      @Override
      int draw(SplittableRandom random) {
        return poisson(20, random);
      }
    },
    /** Uniform from 0 to 40; by the same calculation Table X has 255 zeros, of 244 expected. */
    TO_FORTY(4, 255) {
      @Override
      int draw(SplittableRandom random) {
        return random.nextInt(41);
      }
    };

    private final int lot;
    private final int zeros;

    Counts(int lot, int zeros) {
      this.lot = lot;
      this.zeros = zeros;
    }

    abstract int draw(SplittableRandom random);

    /** What tells its one draw for all rounds from those of others. */
    int lot() {
      return lot;
    }

    /** c_i of some elements, each drawn by itself. */
    int[] drawn(int elements, SplittableRandom random) {
      int[] counts = new int[elements];
      Arrays.setAll(counts, i -> draw(random));
      return counts;
    }

    /** Those of 10,000 elements, as the authors seem to have drawn them: with as many zeros. */
    int[] asPrinted(SplittableRandom random) {
      if (zeros == 0) {
        return drawn(CountingExperiment.ELEMENTS, random);
      }
      int[] counts = new int[CountingExperiment.ELEMENTS];
      int left = zeros;
      for (int i = 0; i < counts.length; i++) {
        if (random.nextInt(counts.length - i) < left) {
          left--; // stays 0
        } else {
          while (counts[i] == 0) {
            counts[i] = draw(random);
          }
        }
      }
      return counts;
    }
  }

  /** Those of an experiment, 1 to 8. */
  static Insertions of(int experiment) {
    return ALL.get(experiment - 1);
  }

  /** Writes the element of each insertion, in their order. */
  void order(int[] counts, int[] sequence, SplittableRandom random) {
    int end = 0;
    if (order == Order.ROUNDS) {
      for (int round = 0; end < sequence.length; round++) {
        for (int i = 0; i < counts.length; i++) {
          if (counts[i] > round) {
            sequence[end++] = i;
          }
        }
      }
      return;
    }
    for (int i = 0; i < counts.length; i++) {
      Arrays.fill(sequence, end, end + counts[i], i);
      end += counts[i];
    }
    if (order == Order.SHUFFLED) {
      shuffle(sequence, random);
    }
  }

  private static void shuffle(int[] sequence, SplittableRandom random) {
    for (int i = sequence.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = sequence[i];
      sequence[i] = sequence[other];
      sequence[other] = moved;
    }
  }

  private static int poisson(double mean, SplittableRandom random) {
    double least = Math.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > least; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }
}
