package org.spamwatch.sketch.counting;

import java.util.Arrays;
import org.spamwatch.sketch.HashFunctions;

/**
 * Yan and Cho's split layout (section IV): base cells of s + 1 bits, of which the highest says that
 * the count has further bits; these are in one of N small hash tables, each for a chunk of 65,536
 * cells, under the cell's number in its chunk. So a cell that stays below 2^s takes s + 1 bits, and
 * counts go to 2^(16 + s) - 1. Memory is taken when a table grows.
 */
final class SplitCells implements Cells {
  private static final int CHUNK_BITS = 16;
  private static final int IN_CHUNK = (1 << CHUNK_BITS) - 1;

  private final PackedCells base;
  private final int small; // s
  private final int flag;
  private final OverflowTable[] tables;
  private final int[] targets = new int[HashFunctions.MAX_HASHES];

  /** All 0; up to 2^30 cells, s of 1 to 7. */
  SplitCells(int count, int small) {
    this(new PackedCells(count, small + 1), new OverflowTable[(count + IN_CHUNK) >>> CHUNK_BITS]);
    Arrays.setAll(tables, i -> new OverflowTable());
  }

  private SplitCells(PackedCells base, OverflowTable[] tables) {
    this.base = base;
    this.small = base.bits() - 1;
    this.flag = 1 << small;
    this.tables = tables;
  }

  @Override
  public int count() {
    return base.count();
  }

  @Override
  public int most() {
    return (OverflowTable.MOST << small) + flag - 1;
  }

  @Override
  public int get(int cell) {
    int low = base.get(cell);
    return low < flag
        ? low
        : (low - flag) | (tables[cell >>> CHUNK_BITS].get(cell & IN_CHUNK) << small);
  }

  @Override
  public void set(int cell, int value) {
    int high = value >>> small;
    if (high != 0) {
      base.set(cell, flag | (value & (flag - 1)));
      tables[cell >>> CHUNK_BITS].put(cell & IN_CHUNK, high);
    } else {
      if (base.get(cell) >= flag) {
        tables[cell >>> CHUNK_BITS].remove(cell & IN_CHUNK);
      }
      base.set(cell, value);
    }
  }

  @Override
  public int raise(int[] positions, int from, int count, int by, boolean alike) {
    int least = most();
    for (int i = 0; i < count; i++) {
      int value = get(positions[from + i]);
      targets[i] = value + Math.min(by, most() - value);
      least = Math.min(least, value);
    }
    int raised = least + Math.min(by, most() - least);
    for (int i = 0; i < count; i++) {
      int cell = positions[from + i];
      int target = alike ? raised : targets[i];
      if (get(cell) < target) { // one that was named before is there
        set(cell, target);
      }
    }
    return raised;
  }

  @Override
  public void add(Cells other) {
    for (int cell = 0; cell < count(); cell++) {
      int further = other.get(cell);
      if (further != 0) {
        set(cell, Math.min(most(), get(cell) + further));
      }
    }
  }

  @Override
  public boolean covers(Cells other) {
    for (int cell = 0; cell < count(); cell++) {
      if (get(cell) < other.get(cell)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void subtract(Cells other) {
    for (int cell = 0; cell < count(); cell++) {
      int less = other.get(cell);
      if (less != 0) {
        set(cell, get(cell) - less);
      }
    }
  }

  @Override
  public int nonZero() {
    return base.nonZero();
  }

  @Override
  public int nonZero(Cells other) {
    return base.nonZero(((SplitCells) other).base);
  }

  @Override
  public boolean hasLayoutOf(Cells other) {
    return other instanceof SplitCells that && base.hasLayoutOf(that.base);
  }

  @Override
  public void clear() {
    base.clear();
    for (OverflowTable table : tables) {
      table.clear();
    }
  }

  @Override
  public SplitCells copy() {
    OverflowTable[] copies = new OverflowTable[tables.length];
    Arrays.setAll(copies, i -> tables[i].copy());
    return new SplitCells(base.copy(), copies);
  }

  @Override
  public long bytes() {
    long bytes = base.bytes();
    for (OverflowTable table : tables) {
      bytes += table.bytes();
    }
    return bytes;
  }

  int small() {
    return small;
  }

  @Override
  public boolean equals(Object other) {
    // The base says which cells the tables hold.
    return other instanceof SplitCells that
        && base.equals(that.base)
        && covers(that)
        && that.covers(this);
  }

  @Override
  public int hashCode() {
    return base.hashCode();
  }
}
