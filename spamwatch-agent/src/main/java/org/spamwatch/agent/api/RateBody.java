package org.spamwatch.agent.api;

import java.util.Optional;

/**
 * Something that is counted by a rate limit, or a key that is asked about.
 *
 * @param limit by which: its name in ratelimit.limits
 * @param key whose it is: a sender, an account, an address; upper and lower case are the same
 * @param unique what it is, such as a recipient; without it nothing is counted
 * @param source who brings it, such as a client's address; where there is no room for all keys,
 *     those of the source that has most give way
 */
public record RateBody(String limit, String key, Optional<String> unique, Optional<String> source) {
  /** Nothing at all. */
  public static final RateBody NOTHING = new RateBody("", "", Optional.empty(), Optional.empty());

  /** The longest of these texts that is taken, in characters. */
  public static final int MOST_LENGTH = 1024;

  /** Whether no text is longer than is taken. */
  public boolean isBounded() {
    return Math.max(limit.length(), key.length()) <= MOST_LENGTH
        && Math.max(unique.orElse("").length(), source.orElse("").length()) <= MOST_LENGTH;
  }
}
