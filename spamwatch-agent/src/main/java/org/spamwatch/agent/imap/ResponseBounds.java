package org.spamwatch.agent.imap;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What an IMAP server sends, as long as it keeps within bounds: the library above takes memory for
 * a literal as large as the server announces it, and for a line and an answer without end. For one
 * reading thread; {@link #asked} for any.
 */
final class ResponseBounds extends FilterInputStream {
  /** A line, literals not counted. */
  static final int MOST_LINE = 1 << 20;

  /** A literal: a piece of a mail that was asked for, or the header fields of one. */
  static final int MOST_LITERAL = 1 << 20;

  /** All that answers one command, or comes unasked while no command is sent. */
  static final long MOST_ANSWER = 64L << 20;

  private static final int NO_NUMBER = -1;

  /** Mails of a folder: the library takes room for as many as the server says there are. */
  static final int MOST_MAILS = 1 << 22;

  private int line;
  private int mails = NO_NUMBER; // the number of a line that begins with * and a number
  private int number = NO_NUMBER; // behind the last brace that was opened, as far as it is read
  private int announced = NO_NUMBER; // the literal that begins if the line ends here
  private int literal; // bytes of the literal that are still to come
  private volatile long answer;

  ResponseBounds(InputStream in) {
    super(in);
  }

  /** A command was sent: what comes from now on is its answer. */
  void asked() {
    answer = 0;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      arrived(b);
    }
    return b;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int count = super.read(to, offset, length);
    for (int i = 0; i < count; i++) {
      arrived(to[offset + i]);
    }
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void arrived(int b) throws IOException {
    answer = bounded(answer + 1, MOST_ANSWER, "answer");
    if (literal > 0) {
      literal--;
      return;
    }
    line = (int) bounded(line + 1L, MOST_LINE, "line");
    boolean digit = b >= '0' && b <= '9';
    if (line == 1 && b == '*') {
      mails = 0;
    } else if (mails >= 0 && digit) {
      mails = (int) bounded(10L * mails + b - '0', MOST_MAILS, "number of mails");
    } else if (line > 2 || b != ' ') {
      mails = NO_NUMBER;
    }
    if (b == '\n') {
      line = 0;
      literal = (int) bounded(Math.max(announced, 0), MOST_LITERAL, "literal");
      announced = NO_NUMBER;
    } else if (b == '{') {
      number = 0;
      announced = NO_NUMBER;
    } else if (digit && number >= 0) {
      number = (int) Math.min(10L * number + b - '0', Integer.MAX_VALUE); // text need be none
    } else if (b == '}') {
      announced = number;
      number = NO_NUMBER;
    } else if (b != '\r') {
      number = NO_NUMBER;
      announced = NO_NUMBER;
    }
  }

  private static long bounded(long size, long most, String what) throws IOException {
    if (size > most) {
      throw new IOException("the server's " + what + " is larger than " + most);
    }
    return size;
  }
}
