package org.spamwatch.agent.bulk;

import java.time.Duration;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;

/**
 * How mail is counted. Peers whose cells, bits and period are the same tell each other.
 *
 * @param isOn whether anything is counted, told or taken
 * @param cells of a period's filter of what was seen here, {@value #LEAST_CELLS} to {@value
 *     #MOST_CELLS}: eight for each different feature, and an eighth as many for what others are
 *     told
 * @param cellBits of a cell, {@value #LEAST_BITS} to {@value #MOST_BITS}: it counts to 2^bits - 1
 * @param period how long one is, an hour to 30 days; what was seen counts in its period and the
 *     next
 * @param threshold t, from which count on mail is bulk, {@value #LEAST_THRESHOLD} to 2^bits - 1
 */
public record BulkConfig(boolean isOn, int cells, int cellBits, Duration period, int threshold) {
  /** The fewest cells. */
  public static final int LEAST_CELLS = 8_000;

  /** The most cells: 40 MB for a period at five bits. */
  public static final int MOST_CELLS = 64_000_000;

  /** The fewest bits of a cell. */
  public static final int LEAST_BITS = 5;

  /** The most bits of a cell. */
  public static final int MOST_BITS = 8;

  /** DCC's users have no lower threshold, and a quarter of it is what others are told of. */
  public static final int LEAST_THRESHOLD = 20;

  /** What a peer that counts uses unless told otherwise. */
  public static final BulkConfig DEFAULT =
      new BulkConfig(true, 2_000_000, LEAST_BITS, Duration.ofDays(1), LEAST_THRESHOLD);

  /** Nothing is counted. */
  public static final BulkConfig OFF =
      new BulkConfig(false, DEFAULT.cells, DEFAULT.cellBits, DEFAULT.period, DEFAULT.threshold);

  private static final int HASHES = 4;
  private static final int CELLS_A_FEATURE = 8;
  private static final int PUBLISHED_SHARE = 8;
  private static final int CELLS_A_PUBLISHED = 16;
  private static final long REALM_SEED = 0x53572D62756C6B31L; // "SW-bulk1"

  /** Checks the ranges. */
  public BulkConfig {
    require("cells", cells, LEAST_CELLS, MOST_CELLS);
    require("bits", cellBits, LEAST_BITS, MOST_BITS);
    require("threshold", threshold, LEAST_THRESHOLD, (1 << cellBits) - 1);
    if (period.compareTo(Duration.ofHours(1)) < 0 || period.compareTo(Duration.ofDays(30)) > 0) {
      throw new IllegalArgumentException("a period is an hour to 30 days, not " + period);
    }
  }

  private static void require(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "bulk counts have %s of %d to %d, not %d".formatted(what, least, most, value));
    }
  }

  /** Different features that a period takes. */
  int capacity() {
    return cells / CELLS_A_FEATURE;
  }

  /** How a peer finds the cells of what it has seen: nobody else knows. */
  HashFunctions seenFunctions(long secret) {
    return HashFunctions.doubleHashing(cells, HASHES, SplitMix64.mixed(secret));
  }

  /** How it remembers who got what: in four bits a cell, ten for each of 3.2 people a feature. */
  HashFunctions knownFunctions(long secret) {
    return HashFunctions.doubleHashing(4L * cells, HASHES, SplitMix64.mixed(~secret));
  }

  /** How all peers of a realm find the cells of what they tell. */
  public HashFunctions publishedFunctions(Id realm) {
    long seed = SplitMix64.mixed(realm.high() ^ REALM_SEED ^ period.toMillis());
    return HashFunctions.doubleHashing(publishedCells(), HASHES, seed);
  }

  /** Cells of what others are told. */
  int publishedCells() {
    return cells / PUBLISHED_SHARE;
  }

  /** Different features of two periods that others are told of at most. */
  int publishedCapacity() {
    return publishedCells() / CELLS_A_PUBLISHED;
  }

  /**
   * The largest share of cells above 0 in what another peer tells: a little more than that of all
   * that it may tell, 1 - e^(-4/16). At a quarter a feature that it did not count looks counted
   * once in 256 times, and four features of a mail of 32, which make it look counted, once in
   * 120,000.
   */
  static double mostFill() {
    return .25;
  }

  /** From which count on a feature is told to others, and the most that another's count adds. */
  public int published() {
    return threshold / 4;
  }
}
