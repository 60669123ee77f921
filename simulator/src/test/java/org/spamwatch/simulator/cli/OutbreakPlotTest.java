package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.cli.OutbreakCommand.Row;
import org.spamwatch.simulator.plot.Plot.Curve;

class OutbreakPlotTest {
  private static Row row(int users, @Nullable Double known) {
    return new Row("paper-b", users, .01, "TTL 1", 1, .75, .01, 30, known);
  }

  @Test
  void whatIsKnownIsInTheLegendOnceThoughNothingIsOfTheFirst() {
    List<List<Row>> all =
        List.of(List.of(row(100, null)), List.of(row(200, .74)), List.of(row(300, .73)));
    List<Curve> curves = OutbreakPlot.of(all).panels().get(0).curves();
    assertThat(curves.stream().map(Curve::name))
        .containsExactly(
            "100 users, 1 % mark",
            "200 users, 1 % mark", "what another program found", "300 users, 1 % mark", "");
    assertThat(curves.get(2).points().get(0).y()).isEqualTo(74);
  }
}
