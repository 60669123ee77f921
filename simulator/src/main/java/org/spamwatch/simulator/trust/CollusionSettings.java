package org.spamwatch.simulator.trust;

/**
 * A realm, its mail, and the colluders in it.
 *
 * @param users people, spread evenly over the sites
 * @param sites peers
 * @param campaigns spam campaigns before the last attack, each sent to everybody
 * @param campaignsPerDay how many begin in a day
 * @param markRate the chance that an honest user who sees a spam marks it, 0 to 1
 * @param colluders the share of users who collude, 0 to 1
 * @param colluderSites at how many sites they are
 * @param colluderMarkRate the chance that a colluding user marks a spam, for a good record
 * @param share the share of all voters that strangers need ({@code trust.share})
 * @param announcing whether sites announce to each other what their users call spam, and ask only
 *     about mail like that
 * @param seed gives the whole run
 */
public record CollusionSettings(
    int users,
    int sites,
    int campaigns,
    double campaignsPerDay,
    double markRate,
    double colluders,
    int colluderSites,
    double colluderMarkRate,
    double share,
    boolean announcing,
    long seed) {
  /** Checks the ranges. */
  public CollusionSettings {
    if (sites < 2 || users < sites || campaigns < 1 || !(campaignsPerDay > 0)) {
      throw new IllegalArgumentException(
          "%d users at %d sites, %d campaigns, %s a day: a realm has 2 sites or more, a user at each,"
                  .formatted(users, sites, campaigns, campaignsPerDay)
              + " and a campaign");
    }
    for (double part : new double[] {markRate, colluders, colluderMarkRate, share}) {
      if (!(part >= 0 && part <= 1)) {
        throw new IllegalArgumentException("a share or rate of " + part + " is not in 0 to 1");
      }
    }
    if (colluderSites < 1 || colluderSites > sites) {
      throw new IllegalArgumentException(
          "colluders at " + colluderSites + " of " + sites + " sites; at least 1 and at most all");
    }
  }
}
