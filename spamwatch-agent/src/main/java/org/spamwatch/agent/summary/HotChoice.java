package org.spamwatch.agent.summary;

/**
 * Which vectors the hot filter is given: the newest, where each doubling of those who announce one
 * counts as another week. First every vector is offered, then it is known where to draw the line.
 */
final class HotChoice {
  private static final long HALF_DAY = 12 * 3_600_000L;
  private static final int HALF_DAYS_A_DOUBLING = 14;
  private static final int CLASSES = 256;

  /** The class of what one peer announced just now; those of what more did lie before it. */
  private static final int NEWEST_OF_ONE = 64;

  private final AnnouncedTable table;
  private final long nowMillis;
  private final long room;
  private final long[] features = new long[CLASSES];

  /**
   * A choice among what a table holds.
   *
   * @param room how many features
   */
  HotChoice(AnnouncedTable table, long nowMillis, long room) {
    this.table = table;
    this.nowMillis = nowMillis;
    this.room = room;
  }

  void offer(int vector) {
    features[classOf(vector)] += table.vectors().size(vector);
  }

  /**
   * Whether a vector is among those chosen.
   *
   * @param taken features that were taken so far
   */
  boolean takes(int vector, long taken) {
    int rank = classOf(vector);
    long better = 0;
    for (int i = 0; i < rank; i++) {
      better += features[i];
    }
    return better + features[rank] <= room || (better <= room && taken < room);
  }

  private int classOf(int vector) {
    int doublings = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(table.claims(vector));
    long halfDays = (nowMillis - table.newest(vector)) / HALF_DAY;
    long rank = NEWEST_OF_ONE + halfDays - (long) HALF_DAYS_A_DOUBLING * doublings;
    return (int) Math.max(0, Math.min(CLASSES - 1, rank));
  }
}
