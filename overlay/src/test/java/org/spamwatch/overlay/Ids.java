package org.spamwatch.overlay;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Ids for properties, those near the ends of a word and close to one another included. */
public final class Ids {
  private static final BigInteger RING = BigInteger.ONE.shiftLeft(160);

  private Ids() {}

  /** Any id. */
  public static Arbitrary<Id> any() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs(), Arbitraries.integers())
        .as(Id::of);
  }

  /** Ids of few distinct digits in few places, so that prefixes are shared and ids met again. */
  public static Arbitrary<Id> crowded() {
    return Arbitraries.integers()
        .between(0, 0xFFF)
        .map(n -> Id.ofHex(String.format("%03x", n)))
        .injectDuplicates(.1);
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
