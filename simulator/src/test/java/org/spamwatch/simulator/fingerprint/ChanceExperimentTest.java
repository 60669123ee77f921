package org.spamwatch.simulator.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.fingerprint.ChanceExperiment.Row;

class ChanceExperimentTest {
  @Test
  void theClosedFormIsThePublishedOne() {
    ChanceExperiment experiment = new ChanceExperiment(1024, 2, List.of(32), 1, 1);
    assertThat(experiment.expected(32) * Math.pow(2, 32) / (1024 - 49))
        .isCloseTo(8.238, within(.001));
  }

  @Test
  void pairsThatShareAreAsManyAsTheClosedFormSays() throws Exception {
    ChanceExperiment experiment = new ChanceExperiment(600, 3_000, List.of(22, 24), 2, 1);
    List<Row> rows = experiment.run();
    for (Row row : rows) {
      assertThat((double) row.sharing())
          .isCloseTo(row.expected(), within(5 * Math.sqrt(row.expected())));
      assertThat(row.sharingTwo()).isLessThan(row.sharing());
    }
    assertThat(rows.get(0).sharing()).isGreaterThan(2 * rows.get(1).sharing());
    assertThat(new ChanceExperiment(600, 3_000, List.of(22, 24), 1, 1).run()).isEqualTo(rows);
  }
}
