package org.spamwatch.simulator.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.trust.RingResult.Attack;

/** 1,000 people at 20 sites, of whom ten collude at ten of them and mark every spam. */
class RingExperimentTest {
  private static RingResult run(double share) {
    return RingExperiment.run(new RingSettings(1000, 20, 48, 1, .1, .01, 10, 1, share, 3));
  }

  private static Attack last(RingResult result) {
    List<Attack> attacks = result.attacks();
    return attacks.get(attacks.size() - 1);
  }

  @Test
  void aRingOfOneInAHundredWithGoodRecordsFoolsNoSiteOutside() {
    RingResult result = run(.02);
    assertThat(last(result).ringWeight()).isGreaterThan(7); // its records are good
    assertThat(last(result).sitesOutside()).isEqualTo(10);
    assertThat(last(result).sitesFooled()).isZero();
    assertThat(last(result).ringSitesFooled()).isEqualTo(10); // own people are believed
    assertThat(result.honest().campaignsByStrangers()).isEqualTo(result.honest().campaigns());
  }

  @Test
  void withoutAShareOfTheElectorateItWould() {
    assertThat(last(run(0)).sitesFooled()).isEqualTo(10);
  }

  @Test
  void inARealmOfFortyThreeVotesOfStrangersSuffice() {
    RingResult result = RingExperiment.run(new RingSettings(40, 8, 150, 1, .2, 0, 1, 0, .02, 1));
    assertThat(result.honest().filedByStrangers()).isPositive();
    assertThat(last(result).needed()).isEqualTo(3);
  }

  @Test
  void oneSeedGivesOneRun() {
    RingSettings settings = new RingSettings(60, 6, 10, 1, .1, .05, 3, 1, .02, 1);
    assertThat(RingExperiment.run(settings)).isEqualTo(RingExperiment.run(settings));
  }
}
