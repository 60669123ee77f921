package org.spamwatch.statistics;

import java.util.Arrays;
import java.util.Objects;

/** {@link Pruning#exact}. */
final class ExactPruning implements Pruning {
  private static final int FIRST_BITS = 10;

  /**
   * Tables of twice as many slots each, made once a mail needs them. Each mail begins in the first,
   * which stays in the processor's nearest cache; after one long mail a single table would not.
   */
  private final Table[] tables = new Table[Integer.SIZE - FIRST_BITS];

  private Table table = table(0);
  private int mail = 1;
  private int used;

  @SuppressWarnings("ArrayRecordComponent") // two arrays that go together; nobody compares them
  private record Table(long[] tokens, int[] mails) {}

  private Table table(int index) {
    if (tables[index] == null) {
      int slots = 1 << (FIRST_BITS + index);
      tables[index] = new Table(new long[slots], new int[slots]);
    }
    return tables[index];
  }

  @Override
  public void clear() {
    used = 0;
    table = tables[0];
    mail++;
    if (mail == 0) { // after 2^32 mails slots of the first would look like this one's
      Arrays.stream(tables).filter(Objects::nonNull).forEach(some -> Arrays.fill(some.mails, 0));
      mail = 1;
    }
  }

  @Override
  public boolean isNew(long token) {
    if (!put(token)) {
      return false;
    }
    used++;
    if (used > table.tokens.length / 2) {
      grow();
    }
    return true;
  }

  /** Whether it was not there. */
  private boolean put(long token) {
    long[] tokens = table.tokens;
    int[] mails = table.mails;
    int mask = tokens.length - 1;
    int slot = first(token) & mask;
    while (mails[slot] == mail) {
      if (tokens[slot] == token) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    tokens[slot] = token;
    mails[slot] = mail;
    return true;
  }

  /** Of a keyed hash any bits will do; the product serves those that are not. */
  private static int first(long token) {
    return (int) ((token * 0x9E3779B97F4A7C15L) >>> 32);
  }

  private void grow() {
    Table full = table;
    table = table(Integer.numberOfTrailingZeros(full.tokens.length) + 1 - FIRST_BITS);
    for (int i = 0; i < full.tokens.length; i++) {
      if (full.mails[i] == mail) {
        put(full.tokens[i]);
      }
    }
  }
}
