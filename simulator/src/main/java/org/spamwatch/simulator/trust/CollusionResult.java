package org.spamwatch.simulator.trust;

import java.util.List;

/**
 * What came of a run.
 *
 * @param honest how the campaigns of the second half of the run fared
 * @param attacks an attack at each of some ages of the realm
 */
public record CollusionResult(Honest honest, List<Attack> attacks) {
  /**
   * Honest spam campaigns.
   *
   * @param copies copies delivered
   * @param filed of those, called spam on delivery
   * @param filedByStrangers of those, by votes of strangers
   * @param late copies delivered after the campaign's third vote
   * @param lateFiled of those, called spam on delivery
   * @param votesAtFirst votes cast when strangers' votes first made a campaign spam somewhere, in
   *     all campaigns where they did
   * @param campaigns campaigns counted
   * @param campaignsByStrangers campaigns in which strangers' votes decided anywhere
   */
  public record Honest(
      long copies,
      long filed,
      long filedByStrangers,
      long late,
      long lateFiled,
      long votesAtFirst,
      int campaigns,
      int campaignsByStrangers) {}

  /**
   * All colluders mark a newsletter on which nobody else has voted.
   *
   * @param campaigns campaigns that the realm has seen before
   * @param voterPopulation how many voters a site outside thinks there are, on average
   * @param coverage how much of them it knows, 0 to 1, on average
   * @param needed how many it therefore asks for, on average
   * @param colluderVotes how many votes of the colluders it has been told of, on average
   * @param colluderWeight what the colluders weigh there together, site by site uncapped, on
   *     average
   * @param sitesOutside sites without a colluder
   * @param sitesFooled of those, sites that call the newsletter spam
   * @param colluderSitesFooled sites with a member that do
   */
  public record Attack(
      int campaigns,
      double voterPopulation,
      double coverage,
      double needed,
      double colluderVotes,
      double colluderWeight,
      int sitesOutside,
      int sitesFooled,
      int colluderSitesFooled) {}
}
