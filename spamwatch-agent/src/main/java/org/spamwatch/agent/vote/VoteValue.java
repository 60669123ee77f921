package org.spamwatch.agent.vote;

import java.util.Optional;

/** What a person says of a message. At one sequence number the later constant wins. */
public enum VoteValue {
  /** It is spam. */
  SPAM(1),
  /** It is not spam. */
  HAM(2),
  /** Whatever was said before no longer counts. */
  WITHDRAWN(3);

  private static final VoteValue[] ALL = values();

  private final int code;

  VoteValue(int code) {
    this.code = code;
  }

  /** The byte on the wire, in the store and in what is signed. */
  public int code() {
    return code;
  }

  /** The verdict with a code, if there is one. */
  public static Optional<VoteValue> ofCode(int code) {
    for (VoteValue value : ALL) {
      if (value.code == code) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
