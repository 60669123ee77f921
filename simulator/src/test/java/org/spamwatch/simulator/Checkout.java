package org.spamwatch.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the whole project, for tests that hold them against each other. */
final class Checkout {
  private static final Path ROOT = root(Path.of("").toAbsolutePath());

  private Checkout() {}

  /** All Java sources, those of tests and benchmarks too. */
  static List<Path> sources() throws IOException {
    return files(".java");
  }

  /**
   * The files whose names end so, but for what builds have written; in the order of their paths.
   */
  static List<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(path -> path.toString().endsWith(ending))
          .filter(path -> !name(path).matches("(.*/)?target/.*"))
          .sorted()
          .toList();
    }
  }

  /** A file's path from the project's root, with slashes. */
  static String name(Path file) {
    return ROOT.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
  }

  private static Path root(Path directory) {
    return Files.isDirectory(directory.resolve("docs"))
        ? directory
        : directory.resolve("..").normalize();
  }
}
