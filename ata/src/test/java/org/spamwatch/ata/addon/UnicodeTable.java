package org.spamwatch.ata.addon;

import com.google.common.base.Joiner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What this Java knows of characters, written down for JavaScript, whose Unicode version is the
 * browser's: the kinds that normalisations tell apart and the simple mapping to small letters.
 */
final class UnicodeTable {
  private UnicodeTable() {}

  static String javaScript() {
    return "// Written by AddOnTablesTest from Java 17's Unicode 13.0; not to be edited.\n\n"
        + "/** Runs of code points from 0 on: the kind's letter, then how many, in base 36. */\n"
        + "export const CLASSES =\n  \""
        + kinds()
        + "\";\n\n"
        + "/** Small letters: from, how many, their distance, what is added; and so on. */\n"
        + "export const LOWER = [\n  "
        + lower()
        + ",\n];\n\n"
        + "/** Capitals, and what is written as one: from, how many, their distance; and so on. */\n"
        + "export const CAPITALS = [\n  "
        + places(Character::isUpperCase)
        + ",\n];\n\n"
        + "/** Small letters, and what is written as one, likewise. */\n"
        + "export const SMALL = [\n  "
        + places(Character::isLowerCase)
        + ",\n];\n";
  }

  private static String places(IntPredicate wanted) {
    List<Integer> runs = new ArrayList<>();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (wanted.test(c)) {
        int step = !wanted.test(c + 1) && wanted.test(c + 2) ? 2 : 1;
        int last = c;
        while (wanted.test(last + step) && (step == 1 || !wanted.test(last + 1))) {
          last += step;
        }
        runs.addAll(List.of(c, (last - c) / step + 1, step));
        c = last;
      }
    }
    return Joiner.on(", ").join(runs);
  }

  private static String kinds() {
    StringBuilder runs = new StringBuilder();
    int start = 0;
    for (int c = 1; c <= Character.MAX_CODE_POINT + 1; c++) {
      if (c > Character.MAX_CODE_POINT || kind(c) != kind(start)) {
        runs.append(kind(start)).append(Integer.toString(c - start, 36));
        start = c;
      }
    }
    return runs.toString();
  }

  private static char kind(int c) {
    if (Character.isLetter(c)) {
      return 'B';
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          'C';
      case Character.FORMAT -> 'D';
      case Character.DECIMAL_DIGIT_NUMBER -> 'E';
      case Character.UNASSIGNED -> 'F';
      default ->
          Character.isWhitespace(c) ? 'G' : Character.isSpaceChar(c) || c == 0x85 ? 'H' : 'A';
    };
  }

  private static String lower() {
    StringBuilder runs = new StringBuilder();
    for (int c = nextUpper(0); c <= Character.MAX_CODE_POINT; ) {
      int step = isSame(c, c + 1) ? 1 : 2;
      int count = 1;
      while (isSame(c, c + count * step)) {
        count++;
      }
      runs.append(runs.isEmpty() ? "" : ", ");
      runs.append(c)
          .append(", ")
          .append(count)
          .append(", ")
          .append(step)
          .append(", ")
          .append(by(c));
      c = nextUpper(c + (count - 1) * step + 1);
    }
    return runs.toString();
  }

  private static int nextUpper(int from) {
    int c = from;
    while (c <= Character.MAX_CODE_POINT && by(c) == 0) {
      c++;
    }
    return c;
  }

  private static boolean isSame(int one, int other) {
    return other <= Character.MAX_CODE_POINT && by(one) == by(other);
  }

  private static int by(int c) {
    return Character.toLowerCase(c) - c;
  }
}
