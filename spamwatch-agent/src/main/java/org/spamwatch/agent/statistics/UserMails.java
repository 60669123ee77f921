package org.spamwatch.agent.statistics;

import org.spamwatch.agent.vote.VoteValue;

/**
 * How many mails a user has taught.
 *
 * @param name empty of one that is forgotten
 */
public record UserMails(String name, int spam, int ham) {
  /** Of whom nothing is kept; the indexes of others stay. */
  static final UserMails FORGOTTEN = new UserMails("", 0, 0);

  /** With more or fewer mails of which he said a word. */
  UserMails with(VoteValue word, int change) {
    return switch (word) {
      case SPAM -> new UserMails(name, spam + change, ham);
      case HAM -> new UserMails(name, spam, ham + change);
      case WITHDRAWN -> this;
    };
  }

  /** Of both kinds. */
  public long mails() {
    return (long) spam + ham;
  }
}
