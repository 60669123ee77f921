package org.spamwatch.sketch.counting;

import java.nio.ByteBuffer;
import org.spamwatch.sketch.HashFunctions;

/** The serial form of a counting filter: {@link CountingFilter#write}. */
final class CountingForm {
  private static final int MAGIC = 0x53574346; // "SWCF"
  private static final byte VERSION = 1;
  private static final int SPLIT = 0x80;
  private static final byte ALL = 0;
  private static final byte NON_ZERO = 1;
  private static final int HEADER = 4 + 1 + 1 + 1;

  private CountingForm() {}

  static int length(HashFunctions functions, Cells cells) {
    return HEADER + functions.serialLength() + 1 + (int) Math.min(all(cells), nonZero(cells));
  }

  private static long all(Cells cells) {
    return cells instanceof PackedCells packed ? 8L * packed.words() : Long.MAX_VALUE;
  }

  private static long nonZero(Cells cells) {
    long length = 4;
    int before = -1;
    for (int cell = 0; cell < cells.count(); cell++) {
      int value = cells.get(cell);
      if (value != 0) {
        length += groups(cell - before - 1) + groups(value);
        before = cell;
      }
    }
    return length;
  }

  private static int groups(int value) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
  }

  static void write(ByteBuffer out, HashFunctions functions, boolean refined, Cells cells) {
    out.putInt(MAGIC).put(VERSION).put((byte) (refined ? 1 : 0));
    out.put((byte) (cells instanceof SplitCells split ? (SPLIT | split.small()) : bits(cells)));
    functions.write(out);
    if (cells instanceof PackedCells packed && all(cells) < nonZero(cells)) {
      out.put(ALL);
      for (int i = 0; i < packed.words(); i++) {
        out.putLong(packed.wordAt(i));
      }
    } else {
      writeNonZero(out.put(NON_ZERO), cells);
    }
  }

  private static int bits(Cells cells) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(cells.most());
  }

  private static void writeNonZero(ByteBuffer out, Cells cells) {
    out.putInt(cells.nonZero());
    int before = -1;
    for (int cell = 0; cell < cells.count(); cell++) {
      int value = cells.get(cell);
      if (value != 0) {
        putGroups(out, cell - before - 1);
        putGroups(out, value);
        before = cell;
      }
    }
  }

  private static void putGroups(ByteBuffer out, int value) {
    int rest = value;
    while (rest >>> 7 != 0) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  static CountingFilter read(ByteBuffer in, int mostCells) {
    need(in, HEADER);
    if (in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not a counting filter");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("a counting filter of unknown version " + version);
    }
    int extension = in.get();
    if (extension >>> 1 != 0) {
      throw new IllegalArgumentException("a counting filter of unknown extension " + extension);
    }
    int layout = in.get() & 0xFF;
    HashFunctions functions = HashFunctions.read(in, Math.min(mostCells, CountingFilter.MAX_CELLS));
    need(in, 1);
    int form = in.get();
    boolean isSplit = (layout & SPLIT) != 0;
    if (form == ALL && !isSplit) {
      need(in, 8L * wordsOf(functions, layout));
    } else if (form == NON_ZERO) {
      need(in, 4);
    } else {
      throw new IllegalArgumentException("a counting filter of unknown form " + form);
    }
    Cells cells =
        isSplit ? Cells.split(functions, layout & ~SPLIT) : Cells.packed(functions, layout);
    if (form == ALL) {
      readAll(in, (PackedCells) cells);
    } else {
      readNonZero(in, cells);
    }
    return new CountingFilter(functions, extension == 1, cells);
  }

  private static long wordsOf(HashFunctions functions, int bits) {
    if (bits < 1 || bits > CountingFilter.MAX_CELL_BITS) {
      return 0; // refused as a layout
    }
    int inWord = Long.SIZE / bits;
    return (functions.size() + inWord - 1) / inWord;
  }

  private static void readAll(ByteBuffer in, PackedCells cells) {
    for (int i = 0; i < cells.words(); i++) {
      if (!cells.setWord(i, in.getLong())) {
        throw new IllegalArgumentException("a counting filter has bits beyond its cells");
      }
    }
  }

  private static void readNonZero(ByteBuffer in, Cells cells) {
    long entries = in.getInt() & 0xFFFF_FFFFL;
    long cell = -1;
    for (long i = 0; i < entries; i++) {
      cell += 1 + groups(in);
      long value = groups(in);
      if (cell >= cells.count() || value < 1 || value > cells.most()) {
        throw new IllegalArgumentException(
            "a counting filter of %d cells to %d gives %d to cell %d"
                .formatted(cells.count(), cells.most(), value, cell));
      }
      cells.set((int) cell, (int) value);
    }
  }

  private static long groups(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      need(in, 1);
      int group = in.get();
      value |= (group & 0x7FL) << shift;
      if (group >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a counting filter has a number of more than five bytes");
  }

  private static void need(ByteBuffer in, long bytes) {
    if (in.remaining() < bytes) {
      throw new IllegalArgumentException("a counting filter is cut off");
    }
  }
}
