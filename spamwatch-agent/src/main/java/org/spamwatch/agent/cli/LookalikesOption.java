package org.spamwatch.agent.cli;

import org.spamwatch.ata.ApproximateText;
import picocli.CommandLine.Option;

/** The option by which a user tells letters apart that look alike. For asking only. */
final class LookalikesOption {
  @Option(
      names = "--keep-look-alikes",
      description =
          "letters that look like Latin ones are not these; text with any matches nothing")
  private boolean kept;

  boolean isKept() {
    return kept;
  }

  /** How mails are named that are asked about. */
  ApproximateText asked(ApproximateText text) {
    return kept ? text.withoutLookalikes() : text;
  }
}
