package org.spamwatch.simulator.statistics;

import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Another statistical filter, run as processes of its own with its defaults, that learns the same
 * mails and is asked about the same mails.
 */
interface TrainedRival extends AutoCloseable {
  /** What tables call it. */
  String name();

  /** Its own threshold: what has at least this indicator it calls spam. */
  double threshold();

  /** Learns mails. */
  void learn(List<byte[]> mails, boolean isSpam) throws ProcessException;

  /**
   * What it says of mails.
   *
   * @param indicators one a mail, 0 for ham to 1 for spam
   * @param seconds of the processor that it took, its start included; not a number where the system
   *     does not tell
   */
  record Answer(List<Double> indicators, double seconds) {
    /** Copies the list. */
    public Answer {
      indicators = List.copyOf(indicators);
    }
  }

  /** Asks about mails. */
  Answer ask(List<byte[]> mails) throws ProcessException;

  @Override
  void close();
}
