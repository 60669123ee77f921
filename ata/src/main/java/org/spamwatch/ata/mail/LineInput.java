package org.spamwatch.ata.mail;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines of bytes, line end included, and gathers some of them. Both stay where they were read
 * to, in one buffer: what is gathered lies before the current line, and moves only behind what was
 * not kept.
 */
final class LineInput {
  private static final int FIRST_BYTES = 1 << 17;

  private final InputStream in;
  private final int longest;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int gathered; // where the first gathered byte is
  private int kept; // behind the last one
  private int line; // where the current line begins
  private int next; // where the one behind it begins
  private int filled;

  /** A line longer than {@code longest} bytes comes in pieces. */
  LineInput(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** In which the current line is, until the next call. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the current line begins. */
  int line() {
    return line;
  }

  /** Where it ends. */
  int end() {
    return next;
  }

  /** Goes to the next line. False at the end. */
  boolean next() throws IOException {
    line = next;
    int searched = 0; // bytes of the line
    while (true) {
      int length = Math.min(filled - line, longest);
      int feed = feed(bytes, line + searched, line + length);
      if (feed >= 0) {
        next = feed + 1;
        return true;
      }
      searched = length;
      if (length == longest || !fill()) {
        next = line + length;
        return length > 0;
      }
    }
  }

  private static int feed(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean fill() throws IOException {
    if (filled == bytes.length) {
      int held = filled - gathered;
      byte[] room = held > bytes.length / 2 ? new byte[doubled(bytes.length)] : bytes;
      System.arraycopy(bytes, gathered, room, 0, held);
      bytes = room;
      kept -= gathered;
      line -= gathered;
      filled = held;
      gathered = 0;
    }
    int read = in.read(bytes, filled, bytes.length - filled);
    filled += Math.max(0, read);
    return read > 0;
  }

  private static int doubled(int length) {
    return (int) Math.min(Integer.MAX_VALUE - 8, 2L * length);
  }

  /** Gathers nothing of what came up to the end of the current line. */
  void drop() {
    gathered = next;
    kept = next;
  }

  /** Gathers the current line from a position in it. */
  void keep(int from) {
    if (kept < from) {
      System.arraycopy(bytes, from, bytes, kept, next - from);
    }
    kept += next - from;
  }

  /** How many bytes are gathered. */
  int size() {
    return kept - gathered;
  }

  /** The first of them. */
  byte[] first(int count) {
    return Arrays.copyOfRange(bytes, gathered, gathered + count);
  }
}
