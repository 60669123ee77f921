package org.spamwatch.ata.mail;

import java.io.IOException;
import java.io.InputStream;

/**
 * Takes a stream apart into mails.
 *
 * <p>A stream that does not begin with {@code From } is one mail, byte for byte. In an mbox a mail
 * begins at each postmark, a line of {@code From }, a sender and a date, at the start or behind an
 * empty line. Since writers do not agree on what to quote, a line of a body counts as a postmark
 * only if a week day, a time and a year stand in it. One {@code >} is taken from lines of {@code
 * >From }, {@code >>From } and so on (the mboxrd format). The empty line in front of a postmark
 * belongs to no mail.
 *
 * <p>Of a mail that is too large no more than the limit is kept. In an mbox the reader goes on
 * behind it; elsewhere it stops there, for the stream may be endless.
 */
final class MboxReader<X extends Exception> {
  private final LineInput input;
  private final String name;
  private final int maxBytes;
  private final MailVisitor<X> visitor;

  /** How much of the mail lies before the empty line just read, or -1 if none was. */
  private int beforeEmptyLine = -1;

  private boolean tooLarge;
  private boolean failed;
  private long count;
  private long handedOut;

  MboxReader(InputStream in, String name, MailLimits limits, MailVisitor<X> visitor) {
    this.name = name;
    this.maxBytes = limits.maxBytes();
    this.visitor = visitor;
    input = new LineInput(in, limits.maxBytes());
  }

  /** Reads to the end and returns how many mails were handed out. */
  long read() throws X {
    if (!nextLine()) {
      if (!failed) {
        visitor.problem(name, "the mail is empty");
      }
    } else if (MboxLine.beginsMbox(input.bytes(), input.end())) {
      readMails();
    } else {
      readOne();
    }
    return handedOut;
  }

  private void readOne() throws X {
    do {
      keep(input.line());
    } while (!tooLarge && nextLine());
    finish(false);
  }

  private void readMails() throws X {
    input.drop();
    while (nextLine()) {
      byte[] bytes = input.bytes();
      int line = input.line();
      int end = input.end();
      if (beforeEmptyLine >= 0 && MboxLine.isPostmark(bytes, line, end)) {
        finish(true);
        continue;
      }
      beforeEmptyLine = MboxLine.isEmpty(bytes, line, end) ? input.size() : -1;
      keep(MboxLine.isQuotedPostmark(bytes, line, end) ? line + 1 : line);
    }
    finish(false);
  }

  /** What cannot be read ends the stream; the mail it was in is not handed out. */
  private boolean nextLine() throws X {
    try {
      return input.next();
    } catch (IOException e) {
      failed = true;
      visitor.problem(name, "cannot be read to its end");
      return false;
    }
  }

  private void keep(int from) {
    if (input.end() - from > maxBytes - input.size()) {
      tooLarge = true;
    }
    if (tooLarge) {
      input.drop();
    } else {
      input.keep(from);
    }
  }

  private void finish(boolean more) throws X {
    if (failed) {
      return;
    }
    count++;
    String mailName = more || count > 1 ? name + "#" + count : name;
    if (tooLarge) {
      visitor.problem(mailName, "the mail is larger than the limit of " + maxBytes + " bytes");
    } else {
      handedOut++;
      visitor.mail(mailName, input.first(more ? beforeEmptyLine : input.size()));
    }
    input.drop();
    tooLarge = false;
    beforeEmptyLine = -1;
  }
}
