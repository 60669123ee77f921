package org.spamwatch.agent.store;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * A map of rows that knows the sum of the hashes of all of them, so that rows which are each whole,
 * but of different commits, are told from those of one. That is what is left where a power failure
 * has torn a commit that was being written over an older one: MVStore checks the heads of its pages
 * alone.
 *
 * <p>The sum is of 64 bits, modulo 2^64, each the first of SHA-256 of the map's name, 0, the key's
 * length, the key and the value.
 */
final class SummedMap extends MVMap<byte[], byte[]> {
  private final String name;
  private long sum;

  private SummedMap(String name, Map<String, Object> config) {
    super(config, RowType.INSTANCE, RowType.INSTANCE);
    this.name = name;
  }

  /** Opens such a map; its sum is of what is put and removed from then on. */
  static final class Builder extends BasicBuilder<SummedMap, byte[], byte[]> {
    private final String name;

    Builder(String name) {
      this.name = name;
      setKeyType(RowType.INSTANCE);
      setValueType(RowType.INSTANCE);
    }

    @Override
    protected SummedMap create(Map<String, Object> config) {
      return new SummedMap(name, config);
    }
  }

  /** Every change comes by here. */
  @Override
  public byte @Nullable [] operate(
      byte[] key, byte @Nullable [] value, DecisionMaker<? super byte[]> decisionMaker) {
    long before = hash(key, get(key));
    byte[] result = super.operate(key, value, decisionMaker);
    sum += hash(key, get(key)) - before;
    return result;
  }

  /** The sum so far. */
  long sum() {
    return sum;
  }

  /** Reads all rows and sums them up. */
  void count() {
    long counted = 0;
    for (Map.Entry<byte[], byte[]> row : entrySet()) {
      counted += hash(row.getKey(), row.getValue());
    }
    sum = counted;
  }

  private long hash(byte[] key, byte @Nullable [] value) {
    if (value == null) {
      return 0;
    }
    Hasher digest = Hashing.sha256().newHasher();
    digest.putString(name, StandardCharsets.US_ASCII).putByte((byte) 0);
    digest.putBytes(Ints.toByteArray(key.length)).putBytes(key).putBytes(value);
    return Longs.fromByteArray(digest.hash().asBytes());
  }
}
