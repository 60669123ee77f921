package org.spamwatch.statistics.mail;

/** The boundaries of the multiparts that a part is inside of, and where the next of them stands. */
final class Boundaries {
  private final int[] from;
  private final int[] to;
  private final Tags[] tags;
  private int depth;
  private int found;
  private boolean closing;
  private int behind;

  Boundaries(int maxNesting) {
    from = new int[maxNesting];
    to = new int[maxNesting];
    tags = new Tags[maxNesting];
  }

  void clear() {
    depth = 0;
  }

  boolean isFull() {
    return depth == from.length;
  }

  int depth() {
    return depth;
  }

  /**
   * A multipart begins whose boundary stands in the mail, and whose parts' fields get those tags.
   */
  void enter(int boundaryFrom, int boundaryTo, Tags ofParts) {
    from[depth] = boundaryFrom;
    to[depth] = boundaryTo;
    tags[depth++] = ofParts;
  }

  /**
   * Where the line of the next boundary begins, or {@code end}; whose it is {@link #found} says.
   *
   * @param start where a line begins
   */
  int next(byte[] mail, int start, int end) {
    found = -1;
    if (depth == 0) {
      return end;
    }
    int line = start;
    while (line < end) {
      if (isBoundary(mail, line, end)) {
        return line;
      }
      line = ByteSearch.lineEnd(mail, line, end) + 1;
    }
    return end;
  }

  /** Whether a line is one. */
  boolean isBoundary(byte[] mail, int line, int end) {
    if (depth == 0 || end - line < 2 || mail[line] != '-' || mail[line + 1] != '-') {
      return false;
    }
    int feed = ByteSearch.lineEnd(mail, line, end);
    int last = feed;
    while (last > line && mail[last - 1] <= ' ' && mail[last - 1] >= 0) {
      last--;
    }
    for (int level = depth - 1; level >= 0; level--) {
      int length = to[level] - from[level];
      int rest = last - line - 2 - length;
      boolean close = rest == 2 && mail[last - 1] == '-' && mail[last - 2] == '-';
      if ((rest == 0 || close) && isSame(mail, from[level], line + 2, length)) {
        found = level;
        closing = close;
        behind = Math.min(feed + 1, end);
        return true;
      }
    }
    return false;
  }

  /** Where a content ends that {@code line} ends: a boundary has the line break before it. */
  int endBefore(byte[] mail, int from, int line) {
    if (found < 0 || line == from || mail[line - 1] != '\n') {
      return line;
    }
    return line - from >= 2 && mail[line - 2] == '\r' ? line - 2 : line - 1;
  }

  private static boolean isSame(byte[] mail, int one, int other, int length) {
    for (int i = 0; i < length; i++) {
      if (mail[one + i] != mail[other + i]) {
        return false;
      }
    }
    return true;
  }

  /** The level of the boundary found last, the outermost 0, or -1. */
  int found() {
    return found;
  }

  /**
   * Goes on behind the boundary found last: leaves the multiparts inside it, and where it ends its
   * own, that one and what stands behind it.
   *
   * @return where the header of the next part begins, or {@code end}
   */
  int nextPart(byte[] mail, int end) {
    while (found >= 0) {
      depth = closing ? found : found + 1;
      if (!closing) {
        return behind;
      }
      next(mail, behind, end);
    }
    return end;
  }

  /** The tags of the fields of the part that begins. */
  Tags tags() {
    return tags[depth - 1];
  }
}
