package org.spamwatch.simulator.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.simulator.Workers;

/**
 * The SpamWatch paper's Tables 1 and 2 and Fig. 9 on a corpus: how many modified copies of the
 * largest groups share fingerprints with what came before, how many pairs of a unique spam and a
 * ham mail share some, and how large spam is; for several numbers and lengths of fingerprints.
 * Compares all vectors itself, and asks no peers.
 *
 * @param corpus the mail
 * @param windows L of the fingerprints, in code points
 * @param sizes N, the fingerprints of a mail
 * @param clusters groups whose modified copies are looked for, those with most
 * @param threads that work at once; what comes out does not depend on them
 */
public record PaperTables(
    Corpus corpus, List<Integer> windows, List<Integer> sizes, int clusters, int threads) {
  /** Bounds of the classes of Fig. 9, in bytes. */
  public static final List<Integer> BOUNDS =
      List.of(1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10);

  /**
   * What spam there is: each mail is in one of the classes.
   *
   * @param unique the first mail of each group of near-duplicates
   * @param modified those with a text that no earlier mail of their group has
   * @param modifiedOf groups that have such
   * @param exact all others
   */
  public record Classes(int spam, int unique, int modified, int modifiedOf, int exact) {}

  /**
   * What fingerprints of a number and length find.
   *
   * @param copies modified copies of the largest groups
   * @param first those that share 3, 4 and 5 with their group's first mail
   * @param earlier the same with any earlier mail of it
   * @param pairs of a unique spam and a ham mail
   * @param sharing those that share exactly 1 and 2, and more
   * @param ham mails in pairs that share more than 2
   */
  public record Row(
      int window,
      int size,
      int copies,
      List<Integer> first,
      List<Integer> earlier,
      long pairs,
      List<Long> sharing,
      int ham) {}

  /**
   * What came of it.
   *
   * @param bytes spams of at most each of {@link #BOUNDS}, and of more
   * @param least modified copies of the smallest and the largest of the groups looked at
   */
  public record Result(
      Classes classes, List<Integer> bytes, int groups, int least, int most, List<Row> rows) {}

  /** A group of near-duplicates, by date. */
  private record Group(List<Integer> mails, List<Integer> modified) {}

  /** Runs it. */
  public Result run() throws CorpusException, InterruptedException {
    List<Corpus.Mail> mails = corpus.mails();
    int[] bytes = new int[mails.size()];
    long[][][] vectors = read(mails, bytes);
    List<Group> groups = groups(mails);
    List<Group> largest = new ArrayList<>(groups);
    largest.sort(Comparator.comparingInt((Group group) -> -group.modified().size()));
    largest.removeIf(group -> group.modified().isEmpty());
    largest = largest.subList(0, Math.min(clusters, largest.size()));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      for (int size : sizes) {
        rows.add(row(i, size, vectors, largest, groups));
      }
    }
    return new Result(
        classes(groups),
        histogram(bytes),
        largest.size(),
        largest.isEmpty() ? 0 : largest.get(largest.size() - 1).modified().size(),
        largest.isEmpty() ? 0 : largest.get(0).modified().size(),
        rows);
  }

  /** The fingerprints of each mail, of each length; sets how large each is. */
  private long[][][] read(List<Corpus.Mail> mails, int[] bytes)
      throws CorpusException, InterruptedException {
    long[][][] vectors = new long[mails.size()][windows.size()][];
    int most = Collections.max(sizes);
    List<HighestWindows> kinds =
        windows.stream().map(window -> new HighestWindows(window, most)).toList();
    AtomicReference<CorpusException> failed = new AtomicReference<>();
    Workers.share(
        threads,
        mails.size(),
        () -> {
          Utf8Text text = new Utf8Text();
          return i -> {
            if (failed.get() == null) {
              try {
                byte[] mail = Files.readAllBytes(mails.get(i).path());
                bytes[i] = mail.length;
                Normalization.PAPER.normalize(text(mail), text);
              } catch (IOException e) {
                failed.set(new CorpusException(mails.get(i).path() + ": cannot be read", e));
              }
              for (int kind = 0; kind < kinds.size(); kind++) {
                vectors[i][kind] = kinds.get(kind).of(text);
              }
            }
          };
        });
    CorpusException failure = failed.get();
    if (failure != null) {
      throw failure;
    }
    return vectors;
  }

  private static String text(byte[] mail) {
    try {
      MailText text = MailText.of(mail, MailLimits.DEFAULT);
      return text.hidesText() ? text.written() : text.visible();
    } catch (NotAMailException e) {
      return "";
    }
  }

  private static List<Group> groups(List<Corpus.Mail> mails) {
    Map<String, Group> groups = new LinkedHashMap<>();
    Map<String, Set<String>> texts = new HashMap<>();
    for (int i = 0; i < mails.size(); i++) {
      Corpus.Mail mail = mails.get(i);
      if (mail.spam()) {
        String name = mail.cluster().isEmpty() ? " " + i : mail.cluster();
        Group group =
            groups.computeIfAbsent(name, n -> new Group(new ArrayList<>(), new ArrayList<>()));
        Set<String> seen = texts.computeIfAbsent(name, n -> new LinkedHashSet<>());
        boolean isNew = seen.add(mail.exactText());
        if (isNew && !group.mails().isEmpty()) {
          group.modified().add(i);
        }
        group.mails().add(i);
      }
    }
    return List.copyOf(groups.values());
  }

  private static Classes classes(List<Group> groups) {
    int spam = groups.stream().mapToInt(group -> group.mails().size()).sum();
    int modified = groups.stream().mapToInt(group -> group.modified().size()).sum();
    int of = (int) groups.stream().filter(group -> !group.modified().isEmpty()).count();
    return new Classes(spam, groups.size(), modified, of, spam - groups.size() - modified);
  }

  private List<Integer> histogram(int[] bytes) {
    List<Integer> counts = new ArrayList<>(Collections.nCopies(BOUNDS.size() + 1, 0));
    for (int i = 0; i < bytes.length; i++) {
      if (corpus.mails().get(i).spam()) {
        int length = bytes[i];
        int of = (int) BOUNDS.stream().filter(bound -> bound < length).count();
        counts.set(of, counts.get(of) + 1);
      }
    }
    return counts;
  }

  private Row row(int kind, int size, long[][][] vectors, List<Group> largest, List<Group> groups) {
    MatchCounts first = new MatchCounts();
    MatchCounts earlier = new MatchCounts();
    for (Group group : largest) {
      Set<Integer> modified = new LinkedHashSet<>(group.modified());
      List<long[]> before = new ArrayList<>();
      for (int mail : group.mails()) {
        long[] vector = vectors[mail][kind];
        if (modified.contains(mail)) {
          int ofFirst = shared(vector, before.get(0), size);
          int best = before.stream().mapToInt(other -> shared(vector, other, size)).max().orElse(0);
          first.add(thres -> ofFirst >= thres);
          earlier.add(thres -> best >= thres);
        }
        before.add(vector);
      }
    }
    Map<Long, List<Integer>> unique = new HashMap<>();
    for (Group group : groups) {
      int mail = group.mails().get(0);
      long[] vector = vectors[mail][kind];
      for (int i = 0; i < Math.min(size, vector.length); i++) {
        unique.computeIfAbsent(vector[i], fingerprint -> new ArrayList<>(1)).add(mail);
      }
    }
    long[] sharing = new long[3];
    int ham = 0;
    int hamSharing = 0;
    for (int i = 0; i < vectors.length; i++) {
      if (!corpus.mails().get(i).spam()) {
        ham++;
        long more = sharing[2];
        for (int count : shared(unique, vectors[i][kind], size).values()) {
          sharing[Math.min(count, 3) - 1]++;
        }
        hamSharing += sharing[2] > more ? 1 : 0;
      }
    }
    return new Row(
        windows.get(kind),
        size,
        first.mails(),
        first.matched(),
        earlier.matched(),
        (long) ham * groups.size(),
        List.of(sharing[0], sharing[1], sharing[2]),
        hamSharing);
  }

  /** How many of the first so many fingerprints two mails share. */
  private static int shared(long[] one, long[] other, int size) {
    int shared = 0;
    for (int i = 0; i < Math.min(size, one.length); i++) {
      for (int j = 0; j < Math.min(size, other.length); j++) {
        shared += one[i] == other[j] ? 1 : 0;
      }
    }
    return shared;
  }

  /** With which mails a vector shares how many. */
  private static Map<Integer, Integer> shared(
      Map<Long, List<Integer>> mails, long[] vector, int size) {
    Map<Integer, Integer> shared = new HashMap<>();
    for (int i = 0; i < Math.min(size, vector.length); i++) {
      mails.getOrDefault(vector[i], List.of()).forEach(mail -> shared.merge(mail, 1, Integer::sum));
    }
    return shared;
  }
}
