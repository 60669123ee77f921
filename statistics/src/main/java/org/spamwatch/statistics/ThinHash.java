package org.spamwatch.statistics;

/** {@link TokenHash#thin}. Each step is a bijection, so that tokens of one byte never collide. */
final class ThinHash implements TokenHash {
  private final long start;
  private final long end;

  ThinHash(long key0, long key1) {
    start = key0;
    end = key1;
  }

  @Override
  public long hash(byte[] bytes, int from, int to) {
    long hash = start;
    for (int i = from; i < to; i++) {
      hash ^= bytes[i];
      hash += hash << 21;
      hash ^= hash >>> 35;
      hash += hash << 4;
      hash ^= hash >>> 13;
    }
    return hash ^ end;
  }
}
