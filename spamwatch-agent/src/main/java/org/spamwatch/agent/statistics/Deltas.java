package org.spamwatch.agent.statistics;

import java.util.Arrays;
import org.spamwatch.agent.vote.VoteValue;

/**
 * What is to be added to the counts of tokens: of each mail that was said something new of, each of
 * its tokens. 12 bytes each, and as many once more while they are sorted. Not thread-safe.
 */
final class Deltas {
  private static final int DIGIT_BITS = 11; // as many places to write to as a cache has lines
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int FIRST_BITS = 4 * DIGIT_BITS;

  private static final int TAKEN = 1;
  private static final int OF_HAM = 2;

  private long[] hashes = new long[1024];
  private int[] changes = new int[1024]; // the user's index, and in the lowest two bits what
  private int size;

  /**
   * Counts a mail's tokens under a word; nothing if that is withdrawn.
   *
   * @param change 1, or -1 to count them no more
   */
  void add(TokenSet tokens, int user, VoteValue word, int change) {
    if (word == VoteValue.WITHDRAWN) {
      return;
    }
    int row = user << 2 | (word == VoteValue.HAM ? OF_HAM : 0) | (change < 0 ? TAKEN : 0);
    if (size + tokens.size() > hashes.length) {
      int room = Math.max(2 * hashes.length, size + tokens.size());
      hashes = Arrays.copyOf(hashes, room);
      changes = Arrays.copyOf(changes, room);
    }
    for (int i = 0; i < tokens.size(); i++) {
      hashes[size] = tokens.hash(i);
      changes[size++] = row;
    }
  }

  /**
   * Puts them into the order of hashes and users: a radix sort, linear in their number. Keyed
   * hashes of a million tokens differ in their first bits; only if some do not, all bits are looked
   * at.
   */
  void sort() {
    sort(Long.SIZE - FIRST_BITS);
    if (!isAscending()) {
      sort(0);
    }
    int from = 0;
    for (int i = 1; i <= size; i++) {
      if (i == size || hashes[i] != hashes[from]) {
        sortUsers(from, i);
        from = i;
      }
    }
  }

  private boolean isAscending() {
    for (int i = 1; i < size; i++) {
      if (hashes[i - 1] > hashes[i]) {
        return false;
      }
    }
    return true;
  }

  /** By the bits from one on. */
  private void sort(int lowest) {
    long[] otherHashes = new long[size];
    int[] otherChanges = new int[size];
    int[] starts = new int[DIGITS + 1];
    for (int shift = lowest; shift < Long.SIZE; shift += DIGIT_BITS) {
      Arrays.fill(starts, 0);
      for (int i = 0; i < size; i++) {
        starts[digit(hashes[i], shift) + 1]++;
      }
      for (int d = 0; d < DIGITS; d++) {
        starts[d + 1] += starts[d];
      }
      for (int i = 0; i < size; i++) {
        int at = starts[digit(hashes[i], shift)]++;
        otherHashes[at] = hashes[i];
        otherChanges[at] = changes[i];
      }
      long[] sortedHashes = otherHashes;
      int[] sortedChanges = otherChanges;
      otherHashes = hashes;
      otherChanges = changes;
      hashes = sortedHashes;
      changes = sortedChanges;
    }
  }

  private void sortUsers(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (changes[i - 1] >>> 2 > changes[i] >>> 2) {
        Arrays.sort(changes, from, to);
        return;
      }
    }
  }

  private static int digit(long hash, int shift) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> shift) & (DIGITS - 1);
  }

  int size() {
    return size;
  }

  long hash(int index) {
    return hashes[index];
  }

  int user(int index) {
    return changes[index] >>> 2;
  }

  /** What is to be added to the number of spams: -1, 0 or 1. */
  int spam(int index) {
    return (changes[index] & OF_HAM) == 0 ? sign(index) : 0;
  }

  /** What is to be added to the number of hams: -1, 0 or 1. */
  int ham(int index) {
    return (changes[index] & OF_HAM) != 0 ? sign(index) : 0;
  }

  private int sign(int index) {
    return (changes[index] & TAKEN) == 0 ? 1 : -1;
  }
}
