package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class LowestHashesTest {
  /** The range makes many of them equal. */
  @Property(tries = 300)
  void keepsTheLowestDifferentOnes(
      @ForAll @Size(max = 40) List<@LongRange(min = -200, max = 200) Long> hashes,
      @ForAll @IntRange(min = 1, max = 12) int most) {
    LowestHashes lowest = new LowestHashes(most);
    TreeSet<Long> expected = new TreeSet<>();
    for (long hash : hashes) {
      lowest.offer(hash);
      expected.add(hash & ~15L);
    }
    List<Long> kept = new ArrayList<>();
    for (int rank = 0; rank < lowest.size(); rank++) {
      kept.add(lowest.value(rank));
    }
    assertThat(kept).isEqualTo(expected.stream().limit(most).toList());
  }
}
