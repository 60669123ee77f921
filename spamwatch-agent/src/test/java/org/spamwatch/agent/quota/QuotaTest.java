package org.spamwatch.agent.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class QuotaTest {
  private static final long DAY = 86_400_000;

  @Test
  void votersAreCountedApartAndTheEldestForgotten() {
    Quota quota = new Quota(1, DAY, 7, 2);
    assertThat(quota.ask(Id.ofHex("a1"), Id.ofHex("01"), 0)).isZero();
    assertThat(quota.ask(Id.ofHex("a2"), Id.ofHex("02"), 0)).isZero();
    assertThat(quota.ask(Id.ofHex("a1"), Id.ofHex("02"), 0)).isPositive();
    quota.ask(Id.ofHex("a3"), Id.ofHex("03"), 0);
    assertThat(quota.voters()).isEqualTo(2);
    assertThat(quota.ask(Id.ofHex("a2"), Id.ofHex("03"), 0)).isZero();
  }

  @Test
  void noLimitIsNoLimit() {
    Quota quota = new Quota(0, DAY, 7, 2);
    Set<Long> waits = new LinkedHashSet<>();
    for (int i = 0; i < 1000; i++) {
      waits.add(quota.ask(Id.ofHex("a1"), Id.ofHex(String.format("%08x", i)), 0));
    }
    assertThat(waits).containsExactly(0L);
    assertThat(quota.voters()).isZero();
  }
}
