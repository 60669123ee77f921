package org.spamwatch.ata.fingerprint;

/** Every shingle, as the paper has it. */
record AllShingles(DistinctShingles shingles) implements Selection {
  @Override
  public long floor() {
    return shingles.floor();
  }

  @Override
  public void offer(long fingerprint, byte[] bytes, int from, int to) {
    shingles.offer(fingerprint, from, to);
  }
}
