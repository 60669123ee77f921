package org.spamwatch.statistics;

import java.util.Arrays;
import org.spamwatch.sketch.SplitMix64;

/**
 * A number for each of many tokens, 0 where there is none: open addressing with linear probing, at
 * most five eighths full. A token whose number became 0 keeps its slot until the table grows.
 */
final class TokenMap {
  /** Is told the tokens whose number is not 0. */
  interface Visitor {
    void token(long token, int value);
  }

  private static final int MOST_SLOTS = 1 << 29;

  private long[] tokens;
  private int[] values;
  private boolean[] taken;
  private int mask;
  private int used;

  TokenMap() {
    allocate(64);
  }

  private void allocate(int slots) {
    tokens = new long[slots];
    values = new int[slots];
    taken = new boolean[slots];
    mask = slots - 1;
    used = 0;
  }

  int get(long token) {
    return values[slot(token)]; // of a free slot 0
  }

  void put(long token, int value) {
    int slot = slot(token);
    if (!taken[slot]) {
      if (value == 0) {
        return;
      }
      slot = take(token, slot);
    }
    values[slot] = value;
  }

  /** Adds to a token's number, which stays 0 or more. */
  void add(long token, int difference) {
    put(token, Math.max(0, Math.addExact(get(token), difference)));
  }

  private int take(long token, int free) {
    int slot = free;
    if (used >= tokens.length / 8 * 5) {
      grow();
      slot = slot(token);
    }
    tokens[slot] = token;
    taken[slot] = true;
    used++;
    return slot;
  }

  private void grow() {
    int live = 0;
    for (int value : values) {
      live += value == 0 ? 0 : 1;
    }
    int slots = live > used / 2 ? 2 * tokens.length : tokens.length;
    if (slots > MOST_SLOTS) {
      throw new IllegalStateException(
          "a table has " + live + " tokens, which is more than it can take");
    }
    long[] oldTokens = tokens;
    int[] oldValues = values;
    allocate(slots);
    for (int i = 0; i < oldTokens.length; i++) {
      if (oldValues[i] != 0) {
        int slot = slot(oldTokens[i]);
        tokens[slot] = oldTokens[i];
        values[slot] = oldValues[i];
        taken[slot] = true;
        used++;
      }
    }
  }

  /** The slot of a token, or the free one where it would be. */
  private int slot(long token) {
    int slot = (int) SplitMix64.mixed(token) & mask;
    while (taken[slot] && tokens[slot] != token) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** In the order of the slots, which what was put and when decides. */
  void forEach(Visitor visitor) {
    for (int i = 0; i < tokens.length; i++) {
      if (values[i] != 0) {
        visitor.token(tokens[i], values[i]);
      }
    }
  }

  void clear() {
    Arrays.fill(values, 0);
    Arrays.fill(taken, false);
    used = 0;
  }
}
