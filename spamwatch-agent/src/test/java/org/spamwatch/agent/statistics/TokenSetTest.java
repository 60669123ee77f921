package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.sketch.SplitMix64;

final class TokenSetTest {
  @Property(tries = 200)
  void aSetIsTheLowestHashesEachOnceInOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6000) int count,
      @ForAll @IntRange(max = 63) int alike) {
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = SplitMix64.mixed(seed + i) >> alike; // of those that are, many come twice
    }
    long[] lowest = Arrays.stream(hashes).sorted().distinct().limit(TokenSet.MOST).toArray();
    assertThat(TokenSet.lowest(hashes.clone()).hashes()).isEqualTo(lowest);
  }
}
