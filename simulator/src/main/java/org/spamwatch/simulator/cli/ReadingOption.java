package org.spamwatch.simulator.cli;

import java.util.stream.Collectors;
import org.spamwatch.simulator.analytic.Reading;
import picocli.CommandLine.Option;

/** Which reading of Fig. 10 an experiment follows. */
final class ReadingOption {
  @Option(
      names = "--reading",
      paramLabel = "NAME",
      description = {
        "What a digit, a TTL, a query and a distance are: product, surrogate-16, paper-a, paper-b,",
        "c to g, a-gain, a-level, e-gain or e-level (default: ${DEFAULT-VALUE})."
      })
  private String name;

  /** That of a name if none is named. */
  ReadingOption(String name) {
    this.name = name;
  }

  /**
   * The one that is named.
   *
   * @throws ExperimentException 64 if there is none of that name
   */
  Reading reading() throws ExperimentException {
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
