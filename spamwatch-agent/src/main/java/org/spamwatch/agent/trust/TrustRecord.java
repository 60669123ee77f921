package org.spamwatch.agent.trust;

import org.spamwatch.overlay.Id;

/** What a peer remembers of voters, for the driver to keep over a restart. */
public sealed interface TrustRecord {
  /** The peer behind the voter. */
  Id site();

  /** The voter's pseudonym. */
  Id voter();

  /**
   * A member of the electorate.
   *
   * @param times on how many messages its votes were met: 1, 2, or 3 for more
   * @param lastMillis when last, in milliseconds since the epoch
   * @param message on which message last
   */
  record Voter(Id site, Id voter, int times, long lastMillis, Id message) implements TrustRecord {
    /** Checks the range. */
    public Voter {
      if (times < 1 || times > 3 || lastMillis < 0) {
        throw new IllegalArgumentException("a voter was met 1 to 3 times, at a time since 1970");
      }
    }
  }

  /**
   * A stranger's record.
   *
   * @param agreed agreements, 0 to {@link ReputationTable#MOST_AGREED}
   * @param disagreed disagreements, 0 to {@link ReputationTable#MOST_DISAGREED}
   * @param halvedMillis since when they have not been halved, in milliseconds since the epoch
   */
  record Account(Id site, Id voter, int agreed, int disagreed, long halvedMillis)
      implements TrustRecord {
    /** Checks the ranges. */
    public Account {
      if (agreed < 0
          || agreed > ReputationTable.MOST_AGREED
          || disagreed < 0
          || disagreed > ReputationTable.MOST_DISAGREED
          || halvedMillis < 0) {
        throw new IllegalArgumentException("agreements or disagreements out of range");
      }
    }
  }
}
