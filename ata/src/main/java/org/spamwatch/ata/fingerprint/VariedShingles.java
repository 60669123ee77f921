package org.spamwatch.ata.fingerprint;

/**
 * The shingles of {@code char50}: those made of at least {@value #LEAST_BYTES} different bytes,
 * because rows of one character are in every kind of mail.
 */
record VariedShingles(DistinctShingles shingles) implements Selection {
  private static final int LEAST_BYTES = 8;

  @Override
  public long floor() {
    return shingles.floor();
  }

  @Override
  public void offer(long fingerprint, byte[] bytes, int from, int to) {
    if (distinctBytes(bytes, from, to) >= LEAST_BYTES) {
      shingles.offer(fingerprint, from, to);
    }
  }

  private static int distinctBytes(byte[] bytes, int from, int to) {
    long first = 0;
    long second = 0;
    long third = 0;
    long fourth = 0;
    for (int i = from; i < to; i++) {
      long bit = 1L << (bytes[i] & 63);
      switch ((bytes[i] & 0xFF) >>> 6) {
        case 0 -> first |= bit;
        case 1 -> second |= bit;
        case 2 -> third |= bit;
        default -> fourth |= bit;
      }
    }
    return Long.bitCount(first)
        + Long.bitCount(second)
        + Long.bitCount(third)
        + Long.bitCount(fourth);
  }
}
