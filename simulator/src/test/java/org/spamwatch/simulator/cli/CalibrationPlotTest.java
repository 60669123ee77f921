package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Drift;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Reliability;
import org.spamwatch.simulator.statistics.GoodWordsExperiment;
import org.spamwatch.simulator.statistics.GoodWordsExperiment.Kind;

class CalibrationPlotTest {
  @Test
  void indicatorsWithMailStandBesideTheDiagonal() {
    Panel panel =
        CalibrationPlot.reliability(
            List.of(
                new Reliability("lists", "learnt", 0, .5, 4, .1, .25),
                new Reliability("lists", "learnt", .5, 1, 0, .75, 0),
                new Reliability("lists", "asked", .5, 1, 2, .9, 1)));
    assertThat(panel.curves())
        .extracting(Curve::name)
        .containsExactly("learnt", "asked", "indicator = share");
    assertThat(panel.curves().get(0).points()).containsExactly(new Point(.1, .25));
    assertThat(panel.curves().get(1).points()).containsExactly(new Point(.9, 1));
  }

  @Test
  void eachYearThatWasLearntHasItsCurve() {
    Drift own = new Drift("lists", "2019", "2019", 9, 9, 40, 30, 40, 0);
    Drift next = new Drift("lists", "2019", "2021", 9, 9, 40, 10, 40, 0);
    Drift undated = new Drift("lists", "2019", "", 9, 9, 40, 10, 40, 0);
    Drift later = new Drift("lists", "2021", "2021", 9, 9, 40, 20, 40, 0);
    List<Curve> curves =
        CalibrationPlot.drift(List.of(own, next, undated, later)).orElseThrow().curves();
    assertThat(curves)
        .extracting(Curve::name)
        .containsExactly("learnt until 2019", "learnt until 2021");
    assertThat(curves.get(0).points()).containsExactly(new Point(19, 75), new Point(21, 25));
    assertThat(CalibrationPlot.drift(List.of(own, undated))).as("one year").isEmpty();
  }

  @Test
  void eachKindOfWordsHasItsCurve() {
    List<Curve> curves =
        CalibrationPlot.words(
                List.of(
                    new GoodWordsExperiment.Row("lists", Kind.RANDOM, 0, 50, 40, 10, 0),
                    new GoodWordsExperiment.Row("lists", Kind.RANDOM, 10, 50, 20, 30, 0),
                    new GoodWordsExperiment.Row("lists", Kind.FREQUENT_IN_HAM, 0, 50, 40, 10, 0)))
            .curves();
    assertThat(curves).extracting(Curve::name).containsExactly("random", "frequent in ham");
    assertThat(curves.get(0).points()).containsExactly(new Point(0, 80), new Point(10, 40));
  }
}
