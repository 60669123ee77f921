package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import picocli.CommandLine.Parameters;

/** The parameter of commands that read a corpus with a manifest. */
final class CorpusDirectory {
  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  /** The directory as the user wrote it. */
  Path path() {
    return directory;
  }

  /**
   * Reads its manifest.
   *
   * @throws CorpusException if there is none or it is not sound
   */
  Corpus open() throws CorpusException {
    return Corpus.open(directory.toAbsolutePath());
  }
}
