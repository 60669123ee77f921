package org.spamwatch.simulator.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A file that a command writes because its user has named it: all of it or nothing, so that what
 * was there stays until what is new is complete.
 */
final class OutputFile {
  private OutputFile() {}

  /** What is written to a file. */
  interface Content {
    void write(Writer to) throws IOException;
  }

  /** What is written to a file that is no text. */
  private interface Bytes {
    void write(OutputStream to) throws IOException;
  }

  /**
   * Refuses a file that cannot be written, before there is anything to write.
   *
   * @param option that names it
   * @param endings one of which its name must have
   * @throws ExperimentException 64 if it has none of them, 73 if there is no directory for it
   */
  static void check(String option, Path path, List<String> endings) throws ExperimentException {
    if (endings.stream().noneMatch(path.toString()::endsWith)) {
      throw new ExperimentException(
          64, option + " " + path + ": the name must end in " + String.join(" or ", endings));
    }
    Path directory = path.toAbsolutePath().resolveSibling("");
    if (!Files.isDirectory(directory)) {
      throw new ExperimentException(
          73, option + " " + path + ": there is no directory " + directory);
    }
  }

  /**
   * Writes a file, or replaces it.
   *
   * @throws ExperimentException 73 if that cannot be done
   */
  static void write(Path path, byte[] bytes) throws ExperimentException {
    writeBytes(path, to -> to.write(bytes));
  }

  /**
   * Writes text to a file, or replaces it.
   *
   * @throws ExperimentException 73 if that cannot be done
   */
  static void write(Path path, Content content) throws ExperimentException {
    writeBytes(
        path,
        to -> {
          Writer text =
              new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8.newEncoder()));
          content.write(text);
          text.flush();
        });
  }

  private static void writeBytes(Path path, Bytes bytes) throws ExperimentException {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        try (OutputStream to = Files.newOutputStream(path)) { // a pipe has no other beside it
          bytes.write(to);
        }
        return;
      }
      Path draft = path.resolveSibling("." + path.getFileName() + ".new");
      try {
        try (OutputStream to = Files.newOutputStream(draft)) {
          bytes.write(to);
        }
        Files.move(
            draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new ExperimentException(73, path + ": cannot be written: " + reason(e));
    }
  }

  /**
   * Refuses to have written what standard output has not taken: writers and streams for print say
   * nothing of it by themselves, and a full disk below a redirection would cut a table short.
   *
   * @throws ExperimentException 73 if some was lost
   */
  static void checkPrinted(PrintWriter out) throws ExperimentException {
    boolean isLost = out.checkError(); // which hands on what it holds back, perhaps to the other
    if (System.out.checkError() || isLost) {
      throw new ExperimentException(
          73, "standard output cannot be written, or was closed: what was printed is not whole");
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
