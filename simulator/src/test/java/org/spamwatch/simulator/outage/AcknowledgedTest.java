package org.spamwatch.simulator.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class AcknowledgedTest {
  private static final List<Id> RING =
      List.of(id("10"), id("20"), id("30"), id("40"), id("50"), id("f0"));

  private static Id id(String digits) {
    return Id.ofHex(digits);
  }

  @Test
  void rootReplicasAndTheCasterHoldAVote() {
    assertThat(new Acknowledged(id("11"), List.of(), id("50"), true).holders(RING))
        .containsExactlyInAnyOrder(id("10"), id("20"), id("30"), id("f0"), id("50"));
    assertThat(new Acknowledged(id("11"), List.of(), id("99"), true).holders(RING))
        .as("the caster is gone")
        .containsExactlyInAnyOrder(id("10"), id("20"), id("30"), id("f0"));
  }

  @Test
  void oneSeedGivesOneTextAndAChangedCopyIsAnother() {
    RandomText text = RandomText.draw(new SplittableRandom(1));
    assertThat(RandomText.draw(new SplittableRandom(1))).isEqualTo(text);
    RandomText copy = text.changed(new SplittableRandom(2));
    assertThat(copy.address().guid()).isNotEqualTo(text.address().guid());
    assertThat(copy.address().vectors().get(0).keys())
        .filteredOn(text.address().vectors().get(0).keys()::contains)
        .hasSizeGreaterThanOrEqualTo(3);
  }
}
