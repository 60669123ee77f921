package org.spamwatch.simulator.trust;

/**
 * A realm, its mail, and the ring in it.
 *
 * @param users people, spread evenly over the sites
 * @param sites peers
 * @param campaigns spam campaigns before the last attack, each sent to everybody
 * @param campaignsPerDay how many begin in a day
 * @param markRate the chance that an honest user who sees a spam marks it, 0 to 1
 * @param ring the share of users who collude, 0 to 1
 * @param ringSites at how many sites they are
 * @param ringMarkRate the chance that a colluding user marks a spam, for a good record
 * @param share the share of the electorate that strangers need ({@code trust.share})
 * @param seed gives the whole run
 */
public record RingSettings(
    int users,
    int sites,
    int campaigns,
    double campaignsPerDay,
    double markRate,
    double ring,
    int ringSites,
    double ringMarkRate,
    double share,
    long seed) {
  /** Checks the ranges. */
  public RingSettings {
    if (sites < 2 || users < sites || campaigns < 1 || !(campaignsPerDay > 0)) {
      throw new IllegalArgumentException(
          "%d users at %d sites, %d campaigns, %s a day: a realm has 2 sites or more, a user at each,"
                  .formatted(users, sites, campaigns, campaignsPerDay)
              + " and a campaign");
    }
    for (double part : new double[] {markRate, ring, ringMarkRate, share}) {
      if (!(part >= 0 && part <= 1)) {
        throw new IllegalArgumentException("a share or rate of " + part + " is not in 0 to 1");
      }
    }
    if (ringSites < 1 || ringSites > sites) {
      throw new IllegalArgumentException(
          "a ring at " + ringSites + " of " + sites + " sites; at least 1 and at most all");
    }
  }
}
