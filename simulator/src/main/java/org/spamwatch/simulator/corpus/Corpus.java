package org.spamwatch.simulator.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A directory of mails with labels, described by {@code manifest.tsv} in it.
 *
 * <p>The manifest's first line names its columns, separated by tabs; these are read, others are
 * passed over: {@code path} (of a file with one mail, below the directory), {@code label} (spam or
 * ham), {@code date} (sorts as text, such as 2026-11-20), {@code sub} (the mailbox), {@code
 * cluster_jac} (names a group of near-duplicates by any method but fingerprints; empty or - for
 * none) and {@code exact_text} (the same for the same text).
 *
 * @param directory what paths are below
 * @param mails every mail of the manifest, by date, then path
 */
public record Corpus(Path directory, List<Mail> mails) {
  private static final int MAX_MAILS = 1_000_000;

  /**
   * One mail.
   *
   * @param source where it was collected
   * @param cluster its group of near-duplicates, or empty
   * @param exactText the same for mails of the same text, or empty
   */
  public record Mail(
      Path path,
      boolean spam,
      String source,
      String date,
      String mailbox,
      String cluster,
      String exactText) {}

  /** Copies the list. */
  public Corpus {
    mails = List.copyOf(mails);
  }

  /** Reads the manifest. */
  public static Corpus open(Path directory) throws CorpusException {
    Path manifest = directory.resolve("manifest.tsv");
    try (BufferedReader reader = Files.newBufferedReader(manifest, StandardCharsets.UTF_8)) {
      String first = reader.readLine();
      Columns columns = new Columns(manifest, first == null ? "" : first);
      List<Mail> mails = new ArrayList<>();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (mails.size() >= MAX_MAILS) {
          throw new CorpusException(manifest + ": more than " + MAX_MAILS + " mails");
        }
        mails.add(columns.mail(directory, line, mails.size() + 2));
      }
      mails.sort(Comparator.comparing(Mail::date).thenComparing(Mail::path));
      return new Corpus(directory, mails);
    } catch (IOException e) {
      throw new CorpusException(manifest + ": cannot be read; a corpus is described by it", e);
    }
  }

  /** Spam by date. */
  public List<Mail> spam() {
    return mails.stream().filter(Mail::spam).toList();
  }

  /** Up to {@code most} ham mails, evenly spread over all of them by path. */
  public List<Mail> someHam(int most) {
    List<Mail> ham =
        mails.stream()
            .filter(mail -> !mail.spam())
            .sorted(Comparator.comparing(Mail::path))
            .toList();
    List<Mail> some = new ArrayList<>();
    for (int i = 0; i < Math.min(most, ham.size()); i++) {
      some.add(ham.get((int) ((long) i * ham.size() / Math.min(most, ham.size()))));
    }
    return some;
  }

  private static final class Columns {
    private final Path manifest;
    private final int path;
    private final int label;
    private final int source;
    private final int date;
    private final int mailbox;
    private final int cluster;
    private final int exactText;

    Columns(Path manifest, String header) throws CorpusException {
      this.manifest = manifest;
      List<String> names = Arrays.asList(header.split("\t", -1));
      path = column(names, "path");
      label = column(names, "label");
      source = names.indexOf("source");
      date = column(names, "date");
      mailbox = column(names, "sub");
      cluster = column(names, "cluster_jac");
      exactText = column(names, "exact_text");
    }

    private int column(List<String> names, String name) throws CorpusException {
      int index = names.indexOf(name);
      if (index < 0) {
        throw new CorpusException(manifest + ":1: there is no column '" + name + "'");
      }
      return index;
    }

    Mail mail(Path directory, String line, int number) throws CorpusException {
      String[] fields = line.split("\t", -1);
      int last =
          Math.max(
              Math.max(path, label),
              Math.max(date, Math.max(mailbox, Math.max(source, exactText))));
      if (fields.length <= Math.max(last, cluster)) {
        throw new CorpusException(
            manifest + ":" + number + ": " + fields.length + " columns are too few");
      }
      Path file = directory.resolve(fields[path]).normalize();
      if (!file.startsWith(directory.normalize())) {
        throw new CorpusException(manifest + ":" + number + ": the path leaves the directory");
      }
      return new Mail(
          file,
          fields[label].equals("spam"),
          source < 0 ? "" : fields[source],
          fields[date],
          fields[mailbox],
          present(fields[cluster]),
          present(fields[exactText]));
    }

    private static String present(String field) {
      return field.equals("-") ? "" : field;
    }
  }
}
