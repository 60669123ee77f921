package org.spamwatch.simnet;

/** How long a message takes from one machine to another. */
@FunctionalInterface
public interface Latency {
  /**
   * The one-way time in microseconds, 0 or more, the same at every call.
   *
   * @param from the sender's place, counted in the order of attachment from 0
   * @param to the receiver's place
   */
  long oneWayMicros(int from, int to);

  /** One time between all machines. */
  static Latency constant(long micros) {
    return (from, to) -> micros;
  }

  /**
   * Machines scattered uniformly over a square, the time proportional to their distance; the
   * farthest two corners are {@code diameterMicros} apart. Places follow from the seed alone.
   */
  static Latency plane(long seed, long diameterMicros) {
    return (from, to) -> {
      double dx = coordinate(seed, 2L * from) - coordinate(seed, 2L * to);
      double dy = coordinate(seed, 2L * from + 1) - coordinate(seed, 2L * to + 1);
      return Math.round(Math.sqrt((dx * dx + dy * dy) / 2) * diameterMicros);
    };
  }

  private static double coordinate(long seed, long index) {
    long z = seed + (index + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
  }
}
