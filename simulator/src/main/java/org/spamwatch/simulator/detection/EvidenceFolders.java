package org.spamwatch.simulator.detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/** Mails of directories without labels: of ham, or of the public SpamAssassin corpus. */
final class EvidenceFolders {
  private EvidenceFolders() {}

  /** A corpus with a manifest, or the public SpamAssassin corpus. */
  static List<Corpus.Mail> corpus(Path directory) throws CorpusException {
    if (Files.exists(directory.resolve("manifest.tsv"))) {
      return Corpus.open(directory).mails();
    }
    List<Corpus.Mail> mails = new ArrayList<>();
    for (Path file : MailFolder.files(directory, SplitExperiment.SPAM)) {
      mails.add(mail(file, true, "spam"));
    }
    for (Path file : MailFolder.files(directory, SplitExperiment.HAM)) {
      mails.add(mail(file, false, "ham"));
    }
    return mails;
  }

  /** Every mail below a directory is ham; its source is the directory it is in, or above it. */
  static List<Corpus.Mail> ham(Path directory) throws CorpusException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(
              file -> Files.isRegularFile(file) && directory.relativize(file).getNameCount() > 1)
          .sorted(Comparator.naturalOrder())
          .map(file -> mail(file, false, String.valueOf(directory.relativize(file).getName(0))))
          .toList();
    } catch (IOException e) {
      throw new CorpusException(
          directory + ": cannot be read; a directory of mails is expected", e);
    }
  }

  private static Corpus.Mail mail(Path file, boolean isSpam, String source) {
    return new Corpus.Mail(file, isSpam, source, "", "", "", "");
  }
}
