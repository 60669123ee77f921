package org.spamwatch.simulator.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.statistics.CacheCounters.Counted;

class CacheCountersTest {
  @Test
  void perfsLinesAreReadAPass() {
    String said = "120400,,cache-references:u,1000,100.00,,\n86,,cache-misses:u,1000,100.00,,\n";
    assertThat(CacheCounters.counted(said, 4)).contains(new Counted(30_100, 21.5));
  }

  @Test
  void aMachineWithoutCountersHasNone() {
    String said = "<not supported>,,cache-references,0,100.00,,\n9,,cache-misses,0,100.00,,\n";
    assertThat(CacheCounters.counted(said, 4)).isEmpty();
    assertThat(CacheCounters.counted("Error:\nNo permission, at all, to count\n", 4)).isEmpty();
    assertThat(CacheCounters.counted("", 1)).isEmpty();
  }
}
