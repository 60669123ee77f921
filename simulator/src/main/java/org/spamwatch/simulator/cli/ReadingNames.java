package org.spamwatch.simulator.cli;

import java.util.stream.Collectors;
import org.spamwatch.simulator.analytic.Reading;

/** Readings of Fig. 10 as users name them. */
final class ReadingNames {
  private ReadingNames() {}

  /**
   * The one of a name.
   *
   * @throws ExperimentException 64 if there is none
   */
  static Reading of(String name) throws ExperimentException {
    return Reading.of(name)
        .orElseThrow(
            () ->
                new ExperimentException(
                    64,
                    "--reading "
                        + name
                        + " is none of "
                        + Reading.all().stream()
                            .map(Reading::name)
                            .collect(Collectors.joining(", "))));
  }
}
