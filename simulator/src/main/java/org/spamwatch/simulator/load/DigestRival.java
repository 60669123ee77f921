package org.spamwatch.simulator.load;

import java.time.Duration;
import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;

/** A server that is asked by digests, as processes of its own on loopback. */
interface DigestRival extends AutoCloseable {
  /**
   * A way to ask it.
   *
   * @param name for tables
   * @param together mails in one request
   */
  record Way(String name, int together, Opening opening) {}

  /** Begins to ask. */
  interface Opening {
    DigestAsking open() throws ProcessException;
  }

  /** How it is asked. */
  List<Way> ways();

  /** Tells it that these are spam; returns once it knows them. */
  void report(List<MailDigests> mails) throws ProcessException;

  /** Processor time that its processes have used. */
  Duration cpu() throws ProcessException;

  @Override
  void close();
}
