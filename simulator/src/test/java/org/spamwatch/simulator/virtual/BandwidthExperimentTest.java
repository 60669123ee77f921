package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.virtual.BandwidthExperiment.Row;
import org.spamwatch.simulator.virtual.BandwidthExperiment.Way;

class BandwidthExperimentTest {
  @Test
  void onlyMarkedMailLeavesAPeerThatKnowsWhatIsAnnounced() {
    List<Row> rows = new BandwidthExperiment(12, 8, .25, 10, 1).run(line -> {});
    assertThat(rows).extracting(Row::way).containsExactly(Way.values());
    Row full = rows.get(0);
    Row summary = rows.get(2);
    assertThat(full.asked()).isEqualTo(8);
    assertThat(full.packets()).isGreaterThanOrEqualTo(8 * 2);
    assertThat(full.bytes()).isGreaterThan(full.packets() * 10);
    assertThat(summary.asked()).isBetween(1, 2); // one may have been asked at who marked it
    assertThat(summary.bytes()).isBetween(1L, full.bytes() / 2);
    assertThat(rows.get(1).hops()).isLessThanOrEqualTo(full.hops());
  }
}
