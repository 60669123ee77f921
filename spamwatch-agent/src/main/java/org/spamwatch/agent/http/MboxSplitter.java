package org.spamwatch.agent.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.ata.mail.MboxLine;

/**
 * Takes an mbox apart as {@link org.spamwatch.ata.mail.Mailbox} does, but as it comes: no more of
 * it is held than the line that is arriving, up to the longest postmark, and an empty line that may
 * belong to no mail. What does not begin as an mbox is one mail.
 */
final class MboxSplitter implements MailSplitter {
  private final byte[] line = new byte[MboxLine.LONGEST_POSTMARK + 1];
  private int length;

  /** Whether what comes belongs to a line that was too long to be held. */
  private boolean isWithin;

  /** Whether that line is the first postmark, which belongs to no mail. */
  private boolean isPassedOver;

  private boolean hasBegun;
  private boolean isMbox;

  /** The empty line behind which a postmark may follow; of no bytes if there was none. */
  private byte[] emptyLine = {};

  @Override
  public boolean take(ByteBuf part, IncomingBody mail) {
    while (part.isReadable()) {
      int before = part.bytesBefore((byte) '\n');
      int more = before < 0 ? part.readableBytes() : before + 1;
      if (!isWithin && length + more <= line.length) {
        part.readBytes(line, length, more);
        length += more;
        if (before >= 0 && isEndOfMail(mail)) {
          return true;
        }
        continue;
      }
      if (!isWithin) {
        int held = Math.min(more, line.length - length);
        part.readBytes(line, length, held);
        length += held;
        more -= held;
        isPassedOver = begin() && isMbox;
        if (isPassedOver) {
          length = 0;
        } else {
          keepLine(mail);
        }
      }
      ByteBuf piece = part.readSlice(more);
      if (!isPassedOver) {
        mail.add(piece);
      }
      isWithin = before < 0;
    }
    return false;
  }

  /** Whether the line that has come is the next mail's postmark; else it is of this mail. */
  private boolean isEndOfMail(IncomingBody mail) {
    boolean isFirst = begin();
    if (isFirst && isMbox) {
      length = 0;
    } else if (isMbox && emptyLine.length > 0 && MboxLine.isPostmark(line, length)) {
      emptyLine = new byte[0];
      length = 0;
      return true;
    } else {
      keepLine(mail);
    }
    return false;
  }

  /** Looks at the first line. Returns whether this is it. */
  private boolean begin() {
    boolean isFirst = !hasBegun;
    if (isFirst) {
      hasBegun = true;
      isMbox = MboxLine.beginsMbox(line, length);
    }
    return isFirst;
  }

  private void keepLine(IncomingBody mail) {
    mail.add(emptyLine, 0, emptyLine.length);
    emptyLine = new byte[0];
    if (isMbox && MboxLine.isEmpty(line, length)) {
      emptyLine = Arrays.copyOf(line, length);
    } else {
      int from = isMbox && MboxLine.isQuotedPostmark(line, length) ? 1 : 0;
      mail.add(line, from, length - from);
    }
    length = 0;
  }

  @Override
  public boolean end(IncomingBody mail) {
    if (length > 0) {
      boolean isFirst = begin();
      if (!isFirst || !isMbox) {
        keepLine(mail);
      }
    }
    mail.add(emptyLine, 0, emptyLine.length);
    return hasBegun;
  }
}
