package org.spamwatch.overlay;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.Tuple;

/** Ids for properties, those near the ends of a word and close to one another included. */
public final class Ids {
  private static final BigInteger RING = BigInteger.ONE.shiftLeft(160);
  private static final List<Long> EDGES =
      List.of(0L, 1L, 2L, -1L, -2L, 1L << 31, (1L << 31) - 1, Long.MIN_VALUE, Long.MAX_VALUE);

  private Ids() {}

  /** Any id, one word in four of it near where a word begins, ends, or changes its sign. */
  public static Arbitrary<Id> any() {
    return Combinators.combine(words(), words(), words().map(Long::intValue))
        .as(Id::of)
        .edgeCases(EdgeCases.Config::none);
  }

  // Edges are drawn like all else: for jqwik to combine those of several ids takes seconds.
  private static Arbitrary<Long> words() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.of(EDGES)), Tuple.of(3, Arbitraries.longs()));
  }

  /** Ids of few distinct digits in few places, so that prefixes are shared and ids met again. */
  public static Arbitrary<Id> crowded() {
    return Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.of(0, 1, 0x7FF, 0x800, 0xFFF)),
            Tuple.of(3, Arbitraries.integers().between(0, 0xFFF)))
        .map(n -> Id.ofHex(String.format("%03x", n)))
        .injectDuplicates(.1)
        .edgeCases(EdgeCases.Config::none);
  }

  /** The naive twin's form. */
  public static BigInteger number(Id id) {
    return new BigInteger(1, id.toBytes());
  }

  /** Back from the naive twin's form, modulo 2^160. */
  public static Id of(BigInteger number) {
    byte[] bytes = number.mod(RING).toByteArray();
    byte[] twenty = new byte[Id.BYTES];
    int length = Math.min(bytes.length, Id.BYTES);
    System.arraycopy(bytes, bytes.length - length, twenty, Id.BYTES - length, length);
    return Id.ofBytes(twenty);
  }

  /** The ring's size, 2^160. */
  public static BigInteger ring() {
    return RING;
  }
}
