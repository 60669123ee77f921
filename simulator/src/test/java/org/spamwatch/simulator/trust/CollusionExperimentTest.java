package org.spamwatch.simulator.trust;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.trust.CollusionExperiment.Attack;

/** Whole peers, and people of whom some collude and mark every spam. */
class CollusionExperimentTest {
  /** 80 people at six sites, of whom four collude at as many of them. */
  private static CollusionExperiment.Result run(double share) {
    return run(new CollusionExperiment.Settings(80, 6, 10, 1, .3, .05, 4, 1, share, false, 3));
  }

  private static CollusionExperiment.Result run(CollusionExperiment.Settings settings) {
    return CollusionExperiment.run(settings, line -> {});
  }

  private static Attack last(CollusionExperiment.Result result) {
    return result.attacks().get(result.attacks().size() - 1);
  }

  @Test
  void aRingBelowTheShareFoolsNoSiteOutsideAtAnyAge() {
    CollusionExperiment.Result result = run(.1);
    assertThat(result.attacks()).extracting(Attack::campaigns).containsExactly(1, 2, 4, 8, 10);
    assertThat(result.attacks()).extracting(Attack::colluderVotes).containsOnly(4.0);
    assertThat(result.attacks()).extracting(Attack::sitesFooled).containsOnly(0);
    assertThat(result.attacks()).extracting(Attack::sitesOutside).containsOnly(2);
    assertThat(last(result).colluderSitesFooled()).isEqualTo(4); // own people are believed
    assertThat(last(result).colluderWeight())
        .isGreaterThan(last(result).colluderVotes() / 4); // a record
    assertThat(result.honest().filed()).isPositive();
  }

  @Test
  void oneSeedGivesOneRun() {
    CollusionExperiment.Settings settings =
        new CollusionExperiment.Settings(24, 4, 3, 1, .2, .1, 2, 1, .02, true, 1);
    assertThat(run(settings)).isEqualTo(run(settings));
  }

  @Tag("soak")
  @Test
  void aRingOfOneInAHundredWithGoodRecordsFoolsNoSiteOutside() {
    CollusionExperiment.Result result =
        run(new CollusionExperiment.Settings(1000, 20, 48, 1, .1, .01, 10, 1, .02, false, 3));
    assertThat(last(result).colluderWeight()).isGreaterThan(7);
    assertThat(result.attacks()).extracting(Attack::sitesFooled).containsOnly(0);
    assertThat(result.honest().campaignsByStrangers()).isPositive();
  }

  @Tag("soak")
  @Test
  void withoutAShareOfTheElectorateItWould() {
    CollusionExperiment.Result result =
        run(new CollusionExperiment.Settings(1000, 20, 48, 1, .1, .01, 10, 1, 0, false, 3));
    assertThat(last(result).sitesFooled()).isEqualTo(10);
  }
}
