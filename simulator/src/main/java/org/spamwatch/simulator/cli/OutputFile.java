package org.spamwatch.simulator.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command writes because its user has named it. */
final class OutputFile {
  private OutputFile() {}

  /** What is written to a file. */
  interface Content {
    void write(Writer to) throws IOException;
  }

  /**
   * Writes a file, or replaces it.
   *
   * @throws ExperimentException 73 if that cannot be done
   */
  static void write(Path file, Content content) throws ExperimentException {
    try (Writer to = Files.newBufferedWriter(file)) {
      content.write(to);
    } catch (IOException e) {
      throw new ExperimentException(73, file + ": cannot be written: " + reason(e));
    }
  }

  /** Why a file cannot be read or written, without its name. */
  static String reason(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return "no such file";
    }
    if (problem instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return String.valueOf(problem.getMessage());
  }
}
