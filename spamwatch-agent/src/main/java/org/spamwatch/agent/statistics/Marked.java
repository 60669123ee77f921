package org.spamwatch.agent.statistics;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.charset.StandardCharsets;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;

/**
 * What a user says of a mail: that it is spam or ham, or nothing any more.
 *
 * @param user by name, of at most {@link #MOST_NAME} bytes of UTF-8
 */
public record Marked(String user, VoteValue word, TokenSet tokens) {
  /** Bytes of the longest name of a user. */
  public static final int MOST_NAME = 256;

  /** As whom the operator teaches for all: no name that a client sends. */
  public static final String SITE = "\0site";

  /** Checks the name. */
  public Marked {
    int bytes = user.getBytes(StandardCharsets.UTF_8).length;
    checkArgument(
        bytes > 0 && bytes <= MOST_NAME,
        "a user's name of %s bytes, not 1 to %s",
        bytes,
        MOST_NAME);
  }

  /** The mail alone, if the word is not that nothing is said of it. */
  MarkedMail mail() {
    return new MarkedMail(tokens.hashes(), word == VoteValue.SPAM);
  }
}
