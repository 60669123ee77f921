package org.spamwatch.agent.http;

import io.netty.buffer.ByteBuf;
import org.spamwatch.agent.request.IncomingBody;

/** Takes a body in which there are many mails apart as it comes. For the event loop alone. */
interface MailSplitter {
  /**
   * Moves what is of the next mail out of a part of the body, all of it unless the mail ends
   * before.
   *
   * @return whether that mail is whole
   */
  boolean take(ByteBuf part, IncomingBody mail);

  /**
   * The body has ended: moves what was held back.
   *
   * @return whether there is a last mail
   */
  boolean end(IncomingBody mail);

  /** A mail a line, as JSON; empty lines are passed over. */
  final class OfLines implements MailSplitter {
    @Override
    public boolean take(ByteBuf part, IncomingBody mail) {
      while (part.isReadable()) {
        int before = part.bytesBefore((byte) '\n');
        mail.add(part.readSlice(before < 0 ? part.readableBytes() : before));
        if (before >= 0) {
          part.skipBytes(1);
          if (!mail.isEmpty()) {
            return true;
          }
        }
      }
      return false;
    }

    @Override
    public boolean end(IncomingBody mail) {
      return !mail.isEmpty();
    }
  }
}
