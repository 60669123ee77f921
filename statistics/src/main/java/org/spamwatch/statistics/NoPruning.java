package org.spamwatch.statistics;

/** {@link Pruning#none}. */
record NoPruning() implements Pruning {
  @Override
  public void clear() {}

  @Override
  public boolean isNew(long token) {
    return true;
  }
}
