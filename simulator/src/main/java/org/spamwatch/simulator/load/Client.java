package org.spamwatch.simulator.load;

/**
 * Asks a server about mails, one after another. Does as little as can be done, so that the server
 * has the machine. For one thread.
 */
interface Client extends AutoCloseable {
  /**
   * What a server answered.
   *
   * @param status as HTTP has it: 200, 503 from one that has too much to do, which a milter says by
   *     accepting the mail without a word; 0 if it closed the connection, or kept silent for half a
   *     minute
   */
  record Answer(int status, String body) {}

  /** Asks about a mail. */
  Answer ask(byte[] mail);

  @Override
  void close();
}
