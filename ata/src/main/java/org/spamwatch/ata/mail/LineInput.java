package org.spamwatch.ata.mail;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bytes, line end included, into one buffer that is used again for each. */
final class LineInput {
  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] line = new byte[256];
  private int length;

  /** A line longer than {@code longest} bytes comes in pieces. */
  LineInput(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** The current line; only the first {@link #length} bytes count. */
  byte[] line() {
    return line;
  }

  int length() {
    return length;
  }

  /** Goes to the next line. False at the end. */
  boolean next() throws IOException {
    length = 0;
    while (length < longest) {
      if (at == filled && !fill()) {
        break;
      }
      int from = at;
      int bound = Math.min(filled, at + longest - length);
      while (at < bound && buffer[at] != '\n') {
        at++;
      }
      boolean whole = at < bound;
      at += whole ? 1 : 0;
      append(from, at);
      if (whole) {
        break;
      }
    }
    return length > 0;
  }

  private boolean fill() throws IOException {
    at = 0;
    filled = Math.max(0, in.read(buffer, 0, buffer.length));
    return filled > 0;
  }

  private void append(int from, int to) {
    int count = to - from;
    if (line.length - length < count) {
      line = Arrays.copyOf(line, Math.max(line.length * 2, length + count));
    }
    System.arraycopy(buffer, from, line, length, count);
    length += count;
  }
}
