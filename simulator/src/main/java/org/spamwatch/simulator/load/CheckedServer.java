package org.spamwatch.simulator.load;

import java.time.Duration;
import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;

/** A server that runs as processes of its own and is asked about whole mails. */
interface CheckedServer extends AutoCloseable {
  /** What tables call it. */
  String name();

  /** One who asks it. */
  Client client();

  /** Tells it that these are spam; returns once it knows them. */
  void mark(List<byte[]> mails) throws ProcessException;

  /** Waits until it asks no other peer about a mail that nobody knows. */
  default void awaitAtHome(byte[] ordinary) throws ProcessException {}

  /** What an answer on a mail that it knows has in it, and no other. */
  String sign();

  /** Processor time that it has used. */
  Duration cpu() throws ProcessException;

  @Override
  void close();
}
