package org.spamwatch.ata.addon;

/**
 * Numbers as text, five bits a letter, the lowest first; a letter beyond the first 32 is not the
 * last of its number.
 */
final class Digits {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private final StringBuilder text = new StringBuilder();

  private Digits() {}

  /**
   * What differs between a table and its base: how many cells are the same, how many are not, and
   * of each of these how much more it is than the one behind its predecessor; behind a zero how
   * many more of them there are; and so on.
   */
  static String difference(char[] table, char[] base) {
    Digits digits = new Digits();
    int done = 0;
    int last = 0;
    for (int i = 0; i < table.length; i++) {
      if (table[i] == base[i]) {
        continue;
      }
      int end = i;
      while (end < table.length && table[end] != base[end]) {
        end++;
      }
      digits.append(i - done).append(end - i);
      while (i < end) {
        int more = table[i] - last - 1;
        digits.append(more < 0 ? -2 * more - 1 : 2 * more);
        last = table[i++];
        if (more == 0) {
          int from = i;
          while (i < end && table[i] == last + 1) {
            last = table[i++];
          }
          digits.append(i - from);
        }
      }
      done = end;
    }
    return digits.text.toString();
  }

  private Digits append(int number) {
    int rest = number;
    for (; rest >= 32; rest >>>= 5) {
      text.append(LETTERS.charAt(32 + (rest & 31)));
    }
    text.append(LETTERS.charAt(rest));
    return this;
  }
}
