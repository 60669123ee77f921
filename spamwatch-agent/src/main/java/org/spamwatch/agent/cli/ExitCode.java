package org.spamwatch.agent.cli;

/** Exit codes, after sysexits(3); 0 and 1 have their meaning by command. */
final class ExitCode {
  static final int OK = 0;

  /** {@code check}: a mail is spam. */
  static final int SPAM = 1;

  /** The command was used wrongly. */
  static final int USAGE = 64;

  /**
   * An input is missing, unreadable or no mail, or a vote is not accepted; the store or another
   * file of the data directory is damaged.
   */
  static final int DATA = 65;

  /** There is no peer to ask, or none to join through. */
  static final int UNAVAILABLE = 69;

  /** A fault of this program. */
  static final int INTERNAL = 70;

  /** The disk failed. */
  static final int INPUT_OUTPUT = 74;

  /** The same may succeed later: a port or the data directory is in use, a peer is overloaded. */
  static final int TRY_AGAIN = 75;

  /** The configuration cannot be used. */
  static final int CONFIGURATION = 78;

  private ExitCode() {}
}
