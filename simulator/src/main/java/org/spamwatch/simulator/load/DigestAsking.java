package org.spamwatch.simulator.load;

import java.io.IOException;
import java.util.List;

/** One who asks a server by digests, one request after another. For one thread. */
interface DigestAsking extends AutoCloseable {
  /**
   * Asks about mails, in one request if the protocol has such.
   *
   * @return how many the server knows as spam
   * @throws IOException if it does not answer in a second
   */
  int known(List<MailDigests> mails) throws IOException;

  @Override
  void close();
}
