package org.spamwatch.simulator.detection;

import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Another collaborative filter, run as its own processes on loopback, that is told the same mails
 * as spam and asked about the same mails.
 */
interface ReferenceFilter extends AutoCloseable {
  /** What tables call it. */
  String name();

  /** Reports each mail as spam; returns for each whether the rival could make a digest of it. */
  List<Boolean> report(List<byte[]> mails) throws ProcessException;

  /** Whether each mail was reported before, as far as the rival can tell. */
  List<Boolean> check(List<byte[]> mails) throws ProcessException;

  @Override
  void close();
}
