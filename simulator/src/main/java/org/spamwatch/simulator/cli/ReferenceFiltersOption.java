package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of commands that ask other filters about the same mail. */
final class ReferenceFiltersOption {
  @Option(
      names = "--rivals",
      split = ",",
      paramLabel = "NAME",
      description = "Also ask these, which must be installed: rspamd, pyzor.")
  private List<String> names = new ArrayList<>();

  List<String> names() {
    return names;
  }
}
