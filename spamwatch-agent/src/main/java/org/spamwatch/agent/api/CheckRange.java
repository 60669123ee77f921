package org.spamwatch.agent.api;

import org.spamwatch.ata.fingerprint.FeatureVector;

/** What a check may be tuned to, by parameters, options and settings alike. */
public final class CheckRange {
  /** The fewest hops that a query may travel. */
  public static final int LEAST_TTL = 0;

  /** The most hops. */
  public static final int MOST_TTL = 32;

  /** The range of hops in words. */
  public static final String TTL = LEAST_TTL + " to " + MOST_TTL;

  /** The fewest features to be shared (THRES). */
  public static final int LEAST_THRES = 1;

  /** The most features to be shared. */
  public static final int MOST_THRES = FeatureVector.MAX_SIZE;

  /** The range of THRES in words. */
  public static final String THRES = LEAST_THRES + " to " + MOST_THRES;

  /** The fewest spam votes needed. */
  public static final int LEAST_VOTES = 1;

  /** The most spam votes needed. */
  public static final int MOST_VOTES = 1000;

  /** The range of votes in words. */
  public static final String VOTES = LEAST_VOTES + " to " + MOST_VOTES;

  private CheckRange() {}
}
