package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A point of the 160-bit circular name space: the id of a node, of an object or of a feature.
 *
 * <p>Read as 40 hexadecimal digits, the most significant first; digit 0 is the first that routing
 * resolves. Ordered as an unsigned 160-bit number. Distances are measured on the ring modulo 2^160.
 * Immutable; safe for any thread.
 *
 * <p>Source: Tapestry (Zhao et al. 2001) for the digits, Pastry (Rowstron and Druschel 2001) for
 * the ring.
 */
public final class Id implements Comparable<Id> {
  /** Length of an id in bytes. */
  public static final int BYTES = 20;

  /** Length of an id in digits of base 16. */
  public static final int DIGITS = 40;

  /** The base of a digit. */
  public static final int BASE = 16;

  /** The id whose bits are all 0. */
  public static final Id ZERO = new Id(0, 0, 0);

  private static final long LOW = 0xFFFF_FFFFL;

  private final long high;
  private final long middle;
  private final int low;

  private Id(long high, long middle, int low) {
    this.high = high;
    this.middle = middle;
    this.low = low;
  }

  /**
   * The id with the given bits, most significant first.
   *
   * @param high bits 0 to 63
   * @param middle bits 64 to 127
   * @param low bits 128 to 159
   */
  public static Id of(long high, long middle, int low) {
    return new Id(high, middle, low);
  }

  /**
   * The id stored in 20 bytes, big-endian.
   *
   * @throws IllegalArgumentException if there are not exactly 20
   */
  public static Id ofBytes(byte[] bytes) {
    checkArgument(bytes.length == BYTES, "an id has 20 bytes, not %s", bytes.length);
    return ofPrefix(bytes);
  }

  /**
   * The id made of the first 160 bits of a longer digest.
   *
   * @throws IllegalArgumentException if the digest has fewer than 20 bytes
   */
  public static Id ofPrefix(byte[] digest) {
    checkArgument(digest.length >= BYTES, "a digest of 20 bytes is needed, not %s", digest.length);
    ByteBuffer buffer = ByteBuffer.wrap(digest);
    return new Id(buffer.getLong(), buffer.getLong(), buffer.getInt());
  }

  /**
   * The id that begins with the given hexadecimal digits and goes on with zeros: {@code "4378"} is
   * 4378 followed by 36 zeros.
   *
   * @throws IllegalArgumentException on another character or more than 40 of them
   */
  public static Id ofHex(String digits) {
    checkArgument(
        digits.length() <= DIGITS, "an id has 40 digits at most, not %s", digits.length());
    return ofBytes(HexFormat.of().parseHex(digits + "0".repeat(DIGITS - digits.length())));
  }

  /** A uniformly random id. */
  public static Id random(RandomGenerator random) {
    return new Id(random.nextLong(), random.nextLong(), random.nextInt());
  }

  /** Bits 0 to 63. */
  public long high() {
    return high;
  }

  /** Bits 64 to 127. */
  public long middle() {
    return middle;
  }

  /** Bits 128 to 159. */
  public int low() {
    return low;
  }

  /**
   * The digit at a position.
   *
   * @param position 0 (most significant) to 39
   * @return 0 to 15
   */
  public int digit(int position) {
    if (position < 16) {
      return (int) (high >>> (60 - 4 * position)) & 15;
    }
    if (position < 32) {
      return (int) (middle >>> (124 - 4 * position)) & 15;
    }
    return (low >>> (156 - 4 * position)) & 15;
  }

  /** The number of leading digits that both ids share, 0 to 40. */
  public int sharedPrefix(Id other) {
    if (high != other.high) {
      return Long.numberOfLeadingZeros(high ^ other.high) >> 2;
    }
    if (middle != other.middle) {
      return 16 + (Long.numberOfLeadingZeros(middle ^ other.middle) >> 2);
    }
    return low == other.low ? DIGITS : 32 + (Integer.numberOfLeadingZeros(low ^ other.low) >> 2);
  }

  /** This id with one digit replaced and all digits behind it set to 0. */
  public Id withDigit(int position, int digit) {
    byte[] bytes = toBytes();
    int shift = position % 2 == 0 ? 4 : 0;
    int kept = position % 2 == 0 ? 0 : bytes[position / 2] & 0xF0;
    bytes[position / 2] = (byte) (kept | digit << shift);
    for (int i = position / 2 + 1; i < BYTES; i++) {
      bytes[i] = 0;
    }
    return ofBytes(bytes);
  }

  /** The way from this id clockwise (upwards) to another, as an unsigned number modulo 2^160. */
  public Id clockwiseTo(Id other) {
    long lowDifference = (other.low & LOW) - (low & LOW);
    long borrow = lowDifference < 0 ? 1 : 0;
    long middleDifference = other.middle - middle - borrow;
    long borrowMiddle =
        Long.compareUnsigned(other.middle, middle) < 0 || (other.middle == middle && borrow == 1)
            ? 1
            : 0;
    return new Id(other.high - high - borrowMiddle, middleDifference, (int) lowDifference);
  }

  /**
   * Whether this id comes before another on the way round the ring from some id, which comes before
   * all others.
   *
   * @param up clockwise, or else the other way
   */
  public boolean isBefore(Id other, Id from, boolean up) {
    int own = compareTo(from);
    int others = other.compareTo(from);
    boolean isWrapped = up ? own < 0 : own > 0;
    boolean isOtherWrapped = up ? others < 0 : others > 0;
    int order = compareTo(other);
    return isWrapped == isOtherWrapped ? (up ? order < 0 : order > 0) : isOtherWrapped;
  }

  /** The shorter way round the ring between two ids, at most 2^159. */
  public Id distance(Id other) {
    Id up = clockwiseTo(other);
    Id down = other.clockwiseTo(this);
    return up.compareTo(down) <= 0 ? up : down;
  }

  /**
   * Whether this id is strictly closer to a key than another id is. Of two ids equally far the one
   * that lies clockwise of the key is the closer, so that every key has one root.
   */
  public boolean isCloserTo(Id key, Id other) {
    // The upper words tell two distances apart, unless these differ by what a carry may make.
    long own = Math.abs(high - key.high);
    long others = Math.abs(other.high - key.high);
    if (own != others && own + 1 != others && others + 1 != own) {
      return Long.compareUnsigned(own, others) < 0;
    }
    int order = distance(key).compareTo(other.distance(key));
    if (order != 0) {
      return order < 0;
    }
    return !equals(other) && key.clockwiseTo(this).compareTo(key.clockwiseTo(other)) < 0;
  }

  /** The 20 bytes of this id, big-endian. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(middle).putInt(low).array();
  }

  /** The first eight digits, for logs. */
  public String brief() {
    return HexFormat.of().toHexDigits(high).substring(0, 8);
  }

  @Override
  public int compareTo(Id other) {
    int order = Long.compareUnsigned(high, other.high);
    if (order == 0) {
      order = Long.compareUnsigned(middle, other.middle);
    }
    return order == 0 ? Integer.compareUnsigned(low, other.low) : order;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Id other
        && high == other.high
        && middle == other.middle
        && low == other.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high * 31 + middle) * 31 + low;
  }

  /** The 40 hexadecimal digits, lower case. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(toBytes());
  }
}
