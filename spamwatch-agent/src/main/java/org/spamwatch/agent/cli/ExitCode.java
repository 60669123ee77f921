package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.imap.UnwatchedException;
import org.spamwatch.agent.live.StartException;

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

  /** That of a command that ends with a problem. */
  static int of(AgentException problem) {
    if (problem instanceof CommandFailure failure) {
      return failure.exitCode();
    }
    if (problem instanceof PeerClientException unanswered) {
      return switch (unanswered.kind()) {
        case NO_PEER -> UNAVAILABLE;
        case TRY_AGAIN -> TRY_AGAIN;
        case REFUSED -> DATA;
      };
    }
    if (problem instanceof StartException start) {
      return switch (start.kind()) {
        case CONFIGURATION -> CONFIGURATION;
        case IN_USE -> TRY_AGAIN;
        case NO_PEER -> UNAVAILABLE;
        case DAMAGED -> DATA;
        case INPUT_OUTPUT -> INPUT_OUTPUT;
      };
    }
    if (problem instanceof UnwatchedException) {
      return TRY_AGAIN;
    }
    return problem instanceof ConfigurationException ? CONFIGURATION : DATA;
  }
}
