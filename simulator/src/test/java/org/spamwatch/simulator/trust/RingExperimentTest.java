package org.spamwatch.simulator.trust;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.trust.RingResult.Attack;

/** Whole peers, and people of whom some collude and mark every spam. */
class RingExperimentTest {
  /** 80 people at six sites, of whom four collude at as many of them. */
  private static RingResult run(double share) {
    return run(new RingSettings(80, 6, 10, 1, .3, .05, 4, 1, share, 3));
  }

  private static RingResult run(RingSettings settings) {
    return RingExperiment.run(settings, line -> {});
  }

  private static Attack last(RingResult result) {
    return result.attacks().get(result.attacks().size() - 1);
  }

  @Test
  void aRingBelowTheShareFoolsNoSiteOutsideAtAnyAge() {
    RingResult result = run(.1);
    assertThat(result.attacks()).extracting(Attack::campaigns).containsExactly(1, 2, 4, 8, 10);
    assertThat(result.attacks()).extracting(Attack::ringVotes).containsOnly(4.0);
    assertThat(result.attacks()).extracting(Attack::sitesFooled).containsOnly(0);
    assertThat(result.attacks()).extracting(Attack::sitesOutside).containsOnly(2);
    assertThat(last(result).ringSitesFooled()).isEqualTo(4); // own people are believed
    assertThat(last(result).ringWeight()).isGreaterThan(last(result).ringVotes() / 4); // a record
    assertThat(result.honest().filed()).isPositive();
  }

  @Test
  void oneSeedGivesOneRun() {
    RingSettings settings = new RingSettings(24, 4, 3, 1, .2, .1, 2, 1, .02, 1);
    assertThat(run(settings)).isEqualTo(run(settings));
  }

  @Tag("soak")
  @Test
  void aRingOfOneInAHundredWithGoodRecordsFoolsNoSiteOutside() {
    RingResult result = run(new RingSettings(1000, 20, 48, 1, .1, .01, 10, 1, .02, 3));
    assertThat(last(result).ringWeight()).isGreaterThan(7);
    assertThat(result.attacks()).extracting(Attack::sitesFooled).containsOnly(0);
    assertThat(result.honest().campaignsByStrangers()).isPositive();
  }

  @Tag("soak")
  @Test
  void withoutAShareOfTheElectorateItWould() {
    RingResult result = run(new RingSettings(1000, 20, 48, 1, .1, .01, 10, 1, 0, 3));
    assertThat(last(result).sitesFooled()).isEqualTo(10);
  }
}
