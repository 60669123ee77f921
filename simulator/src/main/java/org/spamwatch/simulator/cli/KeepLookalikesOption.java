package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The option of commands that can ask with letters apart that look alike. */
final class KeepLookalikesOption {
  @Option(
      names = "--keep-look-alikes",
      description = "Ask with letters that look like Latin ones apart from these.")
  private boolean kept;

  boolean kept() {
    return kept;
  }
}
