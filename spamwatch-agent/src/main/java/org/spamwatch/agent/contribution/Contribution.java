package org.spamwatch.agent.contribution;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What one origin has counted, as it tells others: all of it, or what came since it told them
 * before (Yan and Cho's delta Bloom filter).
 *
 * @param origin whose it is
 * @param version of what was counted; later ones are higher
 * @param base the version since which a delta counts; 0 of a whole
 */
public record Contribution(long origin, long version, long base, CountingFilter filter) {
  private static final int MAGIC = 0x5357434E; // "SWCN"
  private static final byte FORM = 1;
  private static final int HEAD = 4 + 1 + 8 + 8 + 8;

  /** Beyond the cells: heads. */
  private static final int OVERHEAD = 256;

  /** The most bytes of one with so many cells of so many bits, packed to longs. */
  public static int mostBytes(int cells, int cellBits) {
    int inLong = Long.SIZE / cellBits;
    return Math.toIntExact(HEAD + OVERHEAD + (cells + inLong - 1L) / inLong * Long.BYTES);
  }

  /**
   * Its serial form, big-endian: "SWCN" (4), version 1 (1), the origin (8), the version (8), the
   * base (8), and the filter ({@link CountingFilter#write}).
   */
  public byte[] serial() {
    ByteBuffer out = ByteBuffer.allocate(HEAD + filter.serialLength());
    out.putInt(MAGIC).put(FORM).putLong(origin).putLong(version).putLong(base);
    filter.write(out);
    return out.array();
  }

  /**
   * Reads a serial form.
   *
   * @throws IllegalArgumentException in one line, if it is cut off or none
   */
  public static Contribution read(ByteBuffer in, int mostCells) {
    if (in.remaining() < HEAD || in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not what anybody has counted");
    }
    int form = in.get();
    if (form != FORM) {
      throw new IllegalArgumentException("counts of unknown version " + form);
    }
    long origin = in.getLong();
    long version = in.getLong();
    long base = in.getLong();
    CountingFilter filter = filter(in, mostCells);
    if (in.hasRemaining() || version < 1 || base < 0 || base >= version) {
      throw new IllegalArgumentException("counts with impossible versions, or more behind them");
    }
    return new Contribution(origin, version, base, filter);
  }

  private static CountingFilter filter(ByteBuffer in, int mostCells) {
    try {
      return CountingFilter.read(in, mostCells);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("counts that are cut off", e);
    }
  }

  boolean isDelta() {
    return base != 0;
  }
}
