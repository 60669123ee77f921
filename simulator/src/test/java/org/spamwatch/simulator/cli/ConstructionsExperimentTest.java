package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.cli.ConstructionsExperiment.Row;

/** Which constructions leave bits unreached, and what that costs. */
class ConstructionsExperimentTest {
  @Test
  void onlyChunksOfDigestsLeaveBitsUnreached() {
    List<Row> rows = new ConstructionsExperiment(16_384, 1_024, List.of(8, 16), 100_000, 1).run();
    assertThat(rows).extracting(Row::construction).startsWith("chunks of MD5").hasSize(16);
    for (Row row : rows) {
      assertThat(row.reached()).isLessThanOrEqualTo(row.reachable());
      assertThat((double) row.reached()).isCloseTo((double) row.reachable(), within(3.0));
      assertThat(row.measured()).isCloseTo(row.expected(), within(.1 * row.expected() + 3e-4));
      assertThat(row.measured() > .1).isEqualTo(row.reachable() < 16_384);
    }
    // k = 16: chunks of 8 and 10 bits reach 256 and 1,024, and 16 parts of 256 are 4,096.
    assertThat(rows.stream().map(Row::reachable).filter(bits -> bits < 16_384))
        .containsExactly(256L, 4_096L, 1_024L);
    assertThat(new ConstructionsExperiment(16_384, 1_024, List.of(8, 16), 100_000, 1).run())
        .isEqualTo(rows);
  }
}
