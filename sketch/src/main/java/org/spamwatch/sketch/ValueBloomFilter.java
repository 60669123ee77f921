package org.spamwatch.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A value of 0 to q - 1 for each of many 64-bit tokens, in r entries of q bits: a token with value
 * v sets bit v of the h entries that its hashes name, and a look-up ANDs them (HAI, section III-C).
 * A token that was put always has its value among those found; it may have others too, of which a
 * {@link Choice} is made, and one that was not put may look as if it was. With n tokens whose
 * values are spread evenly, one that was not put finds something with probability 1 - (1 - f)^q,
 * where f = (1 - (1 - 1/m)^(nh))^h and m = rq (Eqs. 8 and 9), and several values with that less q f
 * (1 - f)^(q-1) (Eq. 10).
 *
 * <p>Values of real tokens are not spread evenly: most tokens were seen once, and a {@link
 * LloydMaxQuantiser} puts nearly all of them on a few levels, whose bits fill up. {@link
 * Layout#ROTATED} spreads them again. <em>Differs from the paper</em>, which has no such layout:
 * because only with it do its equations hold whatever the values are.
 *
 * <p>A token that is put twice with different values has both. Tokens need not be well mixed; who
 * does not know the seed cannot choose tokens that share entries. {@link #put} and {@link #value}
 * cost h look-ups at most and allocate nothing. Memory is rq bits. The serial form is stable: what
 * was written is read by all later versions. Not thread-safe; several threads may read a filter
 * that none changes.
 */
public final class ValueBloomFilter {
  /** What {@link #value} says of a token that was not put. */
  public static final int ABSENT = -1;

  /** The most entries: with 16 bits each 512 MiB. */
  public static final int MAX_ENTRIES = 1 << 28;

  /** Which bit of an entry stands for a value. */
  public enum Layout {
    /** Bit v for value v, as the paper has it. */
    PUBLISHED,
    /** Bit (v + t) mod q, where t is a hash of the token. */
    ROTATED
  }

  /** Which value is taken where several are found (HAI, section IV-G). Small ones are of ham. */
  public enum Choice {
    /** The smallest: who errs takes spam for ham. */
    CONSERVATIVE,
    /** One of them, by a hash of the token: the same each time. */
    RANDOM,
    /** The largest. */
    AGGRESSIVE
  }

  /** Entries that are read of a token whose first has a bit, before anything is asked of them. */
  private static final int FEW = 4;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int MAGIC = 0x53575646; // "SWVF"
  private static final int HEADER = WordForm.HEAD + 3 + 4 + 8;

  private final int entries;
  private final int levels;
  private final int hashes;
  private final long seed;
  private final Layout layout;
  private final long mask;
  private final byte[] bits; // bit b of entry e is bit (e q + b) mod 8 of byte (e q + b) / 8

  /**
   * A filter without tokens.
   *
   * @param entries r, 1 to {@value #MAX_ENTRIES}
   * @param levels q, bits of an entry, {@value LloydMaxQuantiser#MIN_LEVELS} to {@value
   *     LloydMaxQuantiser#MAX_LEVELS}
   * @param hashes h, 1 to {@value HashFunctions#MAX_HASHES}
   * @param seed chooses the hash functions; random where an adversary chooses tokens
   * @throws IllegalArgumentException if a number is out of range
   */
  public ValueBloomFilter(int entries, int levels, int hashes, long seed, Layout layout) {
    check(entries, 1, MAX_ENTRIES, "entries");
    check(levels, LloydMaxQuantiser.MIN_LEVELS, LloydMaxQuantiser.MAX_LEVELS, "levels");
    check(hashes, 1, HashFunctions.MAX_HASHES, "hashes");
    this.entries = entries;
    this.levels = levels;
    this.hashes = hashes;
    this.seed = seed;
    this.layout = layout;
    this.mask = (1L << levels) - 1;
    // One word more: eight bytes are read from that in which an entry begins.
    this.bits = new byte[Long.BYTES * (wordsOf(entries, levels) + 1)];
  }

  private static int wordsOf(int entries, int levels) {
    return (int) (((long) entries * levels + 63) / 64);
  }

  private static void check(int value, int least, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "a value-retrieving filter has " + least + " to " + most + " " + what + ", not " + value);
    }
  }

  /** r, the number of entries. */
  public int entries() {
    return entries;
  }

  /** q, the number of values and of bits in an entry. */
  public int levels() {
    return levels;
  }

  /**
   * Puts a token.
   *
   * @throws IllegalArgumentException if the value is none of 0 to q - 1
   */
  public void put(long token, int value) {
    if (value < 0 || value >= levels) {
      throw new IllegalArgumentException(
          "a value of " + levels + " levels is 0 to " + (levels - 1) + ", not " + value);
    }
    long hash = SplitMix64.mixed(token ^ seed);
    long step = SplitMix64.mixed(hash) | 1;
    int plane = (value + turn(step)) % levels;
    for (int i = 0; i < hashes; i++, hash += step) {
      long bit = entry(hash) * levels + plane;
      bits[(int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
    }
  }

  /** All values of a token that are found, as a set of bits: bit v for value v. */
  public int values(long token) {
    long hash = SplitMix64.mixed(token ^ seed);
    long step = SplitMix64.mixed(hash) | 1;
    long found = mask;
    int i = 0;
    for (; i <= hashes - 2 && found != 0; i += 2, hash += 2 * step) {
      // Two at once: nobody foresees at which of them a token that was not put is found out.
      found &= from(hash) & from(hash + step);
    }
    for (; i < hashes && found != 0; i++, hash += step) {
      found &= from(hash);
    }
    return turned(found, step);
  }

  /** A token's bits of its entries as its values. */
  private int turned(long bits, long step) {
    int turn = turn(step);
    return (int) ((bits >>> turn | bits << (levels - turn)) & mask);
  }

  /**
   * Finds those of many tokens that have a value, sooner than {@link #value} one by one: the memory
   * of all is asked for before the first answer is looked at, and no branch depends on it, for
   * nobody foresees which of a mail's tokens are found.
   *
   * @param from the first of the tokens that are asked for
   * @param to behind the last
   * @param found is told those that have a value, in their order, from index 0; has room for all
   * @param values is told their values; has room for all
   * @return how many were found
   */
  public int find(long[] tokens, int from, int to, long[] found, int[] values, Choice choice) {
    int all = to - from;
    for (int i = 0; i < all; i++) {
      found[i] = SplitMix64.mixed(tokens[from + i] ^ seed); // a loop that is made of vectors
    }
    int maybe = 0;
    for (int i = 0; i < all; i++) {
      int first = (int) (from(found[i]) & mask);
      found[maybe] = tokens[from + i];
      maybe += -first >>> 31; // one if any bit is set
    }
    int rest = Math.min(hashes, FEW);
    int likely = 0;
    for (int i = 0; i < maybe; i++) {
      long hash = SplitMix64.mixed(found[i] ^ seed);
      long step = SplitMix64.mixed(hash) | 1;
      long common = mask;
      for (int h = 0; h < rest; h++, hash += step) {
        common &= from(hash);
      }
      found[likely] = found[i];
      values[likely] = turned(common, step);
      likely += (int) (-common >>> 63);
    }
    int count = 0;
    for (int i = 0; i < likely; i++) {
      int value = rest == hashes ? chosen(values[i], found[i], choice) : value(found[i], choice);
      found[count] = found[i];
      values[count] = value;
      count += ~value >>> 31; // one unless it is absent
    }
    return count;
  }

  /** The value of a token, 0 to q - 1, or {@link #ABSENT}. */
  public int value(long token, Choice choice) {
    return chosen(values(token), token, choice);
  }

  /** The value that is taken of those found for a token, or {@link #ABSENT} of none. */
  public int chosen(int values, long token, Choice choice) {
    if (values == 0) {
      return ABSENT;
    }
    return switch (choice) {
      case CONSERVATIVE -> Integer.numberOfTrailingZeros(values);
      case AGGRESSIVE -> 31 - Integer.numberOfLeadingZeros(values);
      case RANDOM -> oneOf(values, token);
    };
  }

  private int oneOf(int values, long token) {
    int rest = values;
    long lot = SplitMix64.mixed(token ^ ~seed);
    for (int i = (int) HashFamily.scaled(lot, Integer.bitCount(values)); i > 0; i--) {
      rest &= rest - 1;
    }
    return Integer.numberOfTrailingZeros(rest);
  }

  /** The share of the bits that are set, 0 to 1, of each plane: of bit 0 of all entries, 1, ... */
  public double[] fillRatios() {
    double[] set = new double[levels];
    for (long bit = 0; bit < (long) entries * levels; bit++) {
      set[(int) (bit % levels)] += bits[(int) (bit >>> 3)] >>> (bit & 7) & 1;
    }
    Arrays.setAll(set, plane -> set[plane] / entries);
    return set;
  }

  /** The share of all bits that are set, 0 to 1. */
  public double fillRatio() {
    long set = 0;
    for (int at = 0; at < bits.length; at += Long.BYTES) {
      set += Long.bitCount((long) WORD.get(bits, at));
    }
    return set / ((double) entries * levels);
  }

  /** The bits from the first of an entry on. */
  private long from(long hash) {
    long bit = entry(hash) * levels;
    return (long) WORD.get(bits, (int) (bit >>> 3)) >>> (bit & 7);
  }

  private long entry(long hash) {
    return HashFamily.scaled(hash, entries);
  }

  /** By how much a token's planes are rotated: from a part of its step that places no entry. */
  private int turn(long step) {
    return layout == Layout.PUBLISHED ? 0 : (int) (((step >>> 1 & 0xFFFF) * levels) >>> 16);
  }

  // Serial form --------------------------------------------------------------------------------

  /** The bytes of the serial form. */
  public long serialLength() {
    return HEADER + (long) Long.BYTES * wordsOf(entries, levels);
  }

  /**
   * Writes the serial form, big-endian: "SWVF" (4), version 1 (1), 0 for the published layout or 1
   * for the rotated (1), q (1), h (1), r (4), seed (8), and the entries one after the other, bit b
   * of entry e being bit (eq + b) mod 64 of the word (8) of number (eq + b) / 64; what the last
   * word has beyond rq is 0. There is no checksum: what keeps or sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC).put((byte) 1);
    out.put((byte) (layout == Layout.PUBLISHED ? 0 : 1)).put((byte) levels).put((byte) hashes);
    out.putInt(entries).putLong(seed);
    for (int at = 0; at < bits.length - Long.BYTES; at += Long.BYTES) {
      out.putLong((long) WORD.get(bits, at));
    }
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param mostBytes of the bits that are accepted; nothing is allocated for more, nor for more
   *     than the buffer holds
   * @param mostFill the largest {@link #fillRatio} that is accepted: in a filter of ones every
   *     token has every value
   * @throws IllegalArgumentException in one line, if it is cut off, too large, too full, or none of
   *     this version
   */
  public static ValueBloomFilter read(ByteBuffer in, long mostBytes, double mostFill) {
    WordForm.readHead(in, MAGIC, "value-retrieving filter", HEADER);
    int layout = in.get();
    int levels = in.get();
    int hashes = in.get();
    int entries = in.getInt();
    long seed = in.getLong();
    if (layout >>> 1 != 0) {
      throw new IllegalArgumentException(
          "a value-retrieving filter of unknown layout " + (layout & 0xFF));
    }
    check(levels, LloydMaxQuantiser.MIN_LEVELS, LloydMaxQuantiser.MAX_LEVELS, "levels");
    check(hashes, 1, HashFunctions.MAX_HASHES, "hashes");
    check(entries, 1, (int) Math.min(MAX_ENTRIES, 8 * mostBytes / levels), "entries");
    if (in.remaining() < (long) Long.BYTES * wordsOf(entries, levels)) {
      throw new IllegalArgumentException(
          "a value-retrieving filter of " + entries + " entries is cut off");
    }
    ValueBloomFilter filter =
        new ValueBloomFilter(
            entries, levels, hashes, seed, layout == 0 ? Layout.PUBLISHED : Layout.ROTATED);
    long word = 0;
    for (int at = 0; at < filter.bits.length - Long.BYTES; at += Long.BYTES) {
      word = in.getLong();
      WORD.set(filter.bits, at, word);
    }
    int last = (int) ((long) entries * levels & 63);
    if (last != 0 && word >>> last != 0) {
      throw new IllegalArgumentException("a value-retrieving filter has bits beyond its end");
    }
    double fill = filter.fillRatio();
    if (fill > mostFill) {
      throw new IllegalArgumentException(
          "a value-retrieving filter whose fill of %.3f exceeds %.3f".formatted(fill, mostFill));
    }
    return filter;
  }

  /** Whether both have the same parameters and bits. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ValueBloomFilter that
        && entries == that.entries
        && levels == that.levels
        && hashes == that.hashes
        && seed == that.seed
        && layout == that.layout
        && Arrays.equals(bits, that.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    return "value-retrieving filter of "
        + entries
        + " entries of "
        + levels
        + " bits, h = "
        + hashes
        + ", "
        + layout;
  }
}
