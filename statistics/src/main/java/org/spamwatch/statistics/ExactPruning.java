package org.spamwatch.statistics;

import java.util.Arrays;

/** {@link Pruning#exact}. */
final class ExactPruning implements Pruning {
  private static final int FIRST_SLOTS = 1_024;

  private long[] tokens = new long[FIRST_SLOTS];
  private int[] mails = new int[FIRST_SLOTS];
  private int mail = 1;
  private int used;

  @Override
  public void clear() {
    used = 0;
    mail++;
    if (mail == 0) { // after 2^32 mails slots of the first would look like this one's
      Arrays.fill(mails, 0);
      mail = 1;
    }
  }

  @Override
  public boolean isNew(long token) {
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
    used++;
    if (used > tokens.length / 2) {
      grow();
    }
    return true;
  }

  /** Of a keyed hash any bits will do; the product serves those that are not. */
  private static int first(long token) {
    return (int) ((token * 0x9E3779B97F4A7C15L) >>> 32);
  }

  private void grow() {
    long[] oldTokens = tokens;
    int[] oldMails = mails;
    tokens = new long[2 * oldTokens.length];
    mails = new int[tokens.length];
    int mask = tokens.length - 1;
    for (int i = 0; i < oldTokens.length; i++) {
      if (oldMails[i] == mail) {
        int slot = first(oldTokens[i]) & mask;
        while (mails[slot] == mail) {
          slot = (slot + 1) & mask;
        }
        tokens[slot] = oldTokens[i];
        mails[slot] = mail;
      }
    }
  }
}
