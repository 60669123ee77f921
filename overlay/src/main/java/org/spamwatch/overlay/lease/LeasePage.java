package org.spamwatch.overlay.lease;

import java.util.Arrays;

/** Some records of {@link LeasePages} that follow one another; at least one once it is there. */
final class LeasePage {
  /** The first 32 bits of each key, and what it leads to. */
  int[] tops;

  int[] postings;
  int size;

  /** How many of them have a lease. */
  int leased;

  /** No lease in it ends before, microseconds: some have been gone since that ended sooner. */
  long earliest = Long.MAX_VALUE;

  LeasePage(int capacity) {
    tops = new int[capacity];
    postings = new int[capacity];
  }

  static int top(long first) {
    return (int) (first >>> Integer.SIZE);
  }

  int lastTop() {
    return tops[size - 1];
  }

  void resize(int capacity) {
    tops = Arrays.copyOf(tops, capacity);
    postings = Arrays.copyOf(postings, capacity);
  }

  /** Moves what is from a slot on. */
  void move(int from, int to) {
    System.arraycopy(tops, from, tops, to, size - from);
    System.arraycopy(postings, from, postings, to, size - from);
  }

  /** Appends what another page has from a slot on. */
  void append(LeasePage other, int from) {
    int more = other.size - from;
    if (size + more > tops.length) {
      resize(size + more);
    }
    System.arraycopy(other.tops, from, tops, size, more);
    System.arraycopy(other.postings, from, postings, size, more);
    size += more;
  }

  void cut(int to) {
    size = to;
    resize(to);
  }
}
