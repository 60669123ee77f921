package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What one server has counted of its own users' reports, as it tells others: all of it, or what
 * came since it told them before (Yan and Cho's delta Bloom filter).
 *
 * @param server whose it is
 * @param version of what was counted; later ones are higher
 * @param base the version since which a delta counts; 0 of a whole
 */
record Contribution(long server, long version, long base, CountingFilter filter) {
  private static final int MAGIC = 0x5357434E; // "SWCN"
  private static final byte FORM = 1;
  private static final int HEAD = 4 + 1 + 8 + 8 + 8;

  /** Beyond the cells: heads. */
  private static final int OVERHEAD = 256;

  /** The most bytes of one with so many cells, packed twelve to a long. */
  static int mostBytes(int cells) {
    return (int) (HEAD + OVERHEAD + (cells + 11L) / 12 * 8);
  }

  /**
   * Its serial form, big-endian: "SWCN" (4), version 1 (1), the server (8), the version (8), the
   * base (8), and the filter ({@link CountingFilter#write}).
   */
  byte[] serial() {
    ByteBuffer out = ByteBuffer.allocate(HEAD + filter.serialLength());
    out.putInt(MAGIC).put(FORM).putLong(server).putLong(version).putLong(base);
    filter.write(out);
    return out.array();
  }

  /**
   * Reads a serial form.
   *
   * @throws IllegalArgumentException in one line, if it is cut off or none
   */
  static Contribution read(ByteBuffer in, int mostCells) {
    if (in.remaining() < HEAD || in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not what a count server has counted");
    }
    int form = in.get();
    if (form != FORM) {
      throw new IllegalArgumentException("counts of unknown version " + form);
    }
    long server = in.getLong();
    long version = in.getLong();
    long base = in.getLong();
    CountingFilter filter = CountingFilter.read(in, mostCells);
    if (in.hasRemaining() || version < 1 || base < 0 || base >= version) {
      throw new IllegalArgumentException("counts with impossible versions, or more behind them");
    }
    return new Contribution(server, version, base, filter);
  }

  boolean isDelta() {
    return base != 0;
  }
}
