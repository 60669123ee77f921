package org.spamwatch.agent.cli;

/** Exit codes, after sysexits(3); 0 and 1 have their meaning by command. */
final class ExitCode {
  static final int OK = 0;

  /** {@code check}: a mail is spam. */
  static final int SPAM = 1;

  /** The command was used wrongly. */
  static final int USAGE = 64;

  /** An input is no mail, or cannot be used; or the store is damaged. */
  static final int DATA = 65;

  /** An input does not exist or cannot be read. */
  static final int NO_INPUT = 66;

  /** There is no peer; or a port is taken by another program. */
  static final int UNAVAILABLE = 69;

  /** A fault of this program. */
  static final int INTERNAL = 70;

  /** The disk failed. */
  static final int INPUT_OUTPUT = 74;

  /** The same may succeed later. */
  static final int TRY_AGAIN = 75;

  /** The configuration cannot be used. */
  static final int CONFIGURATION = 78;

  private ExitCode() {}
}
