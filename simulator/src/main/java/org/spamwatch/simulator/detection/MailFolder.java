package org.spamwatch.simulator.detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.spamwatch.simulator.corpus.CorpusException;

/** Mails in the files of a directory. */
final class MailFolder {
  private MailFolder() {}

  /**
   * The files of some directories below one, by their names, whatever directory they are in;
   * descriptions of mails in JSON, which one public corpus puts beside them, are passed over.
   */
  static List<Path> files(Path directory, List<String> folders) throws CorpusException {
    List<Path> files = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> listed = Files.list(directory.resolve(folder))) {
        listed
            .filter(Files::isRegularFile)
            .filter(file -> !file.toString().endsWith(".json"))
            .forEach(files::add);
      } catch (IOException e) {
        throw new CorpusException(
            directory.resolve(folder) + ": cannot be read; a directory of mails is expected", e);
      }
    }
    files.sort(
        Comparator.comparing((Path file) -> String.valueOf(file.getFileName()))
            .thenComparing(file -> file));
    return files;
  }
}
