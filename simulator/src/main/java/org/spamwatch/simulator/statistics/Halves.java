package org.spamwatch.simulator.statistics;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Mails;
import org.spamwatch.simulator.detection.SplitExperiment;

/**
 * Mail of which one half is learnt and the other asked about.
 *
 * @param name what tables call it
 * @param trained the half that is learnt, spam and ham
 * @param asked the other
 */
public record Halves(String name, List<Corpus.Mail> trained, List<Corpus.Mail> asked) {
  private static final int YEAR = 4;

  /** Copies the lists. */
  public Halves {
    trained = List.copyOf(trained);
    asked = List.copyOf(asked);
  }

  /**
   * The public SpamAssassin corpus, halved as {@link SplitExperiment#even} does; each half by date.
   */
  public static Halves spamAssassin(Path directory) throws CorpusException {
    SplitExperiment even = SplitExperiment.even(directory);
    List<Corpus.Mail> trained = new ArrayList<>();
    List<Corpus.Mail> asked = new ArrayList<>();
    add(even.marked(), true, trained);
    add(even.kept(), false, trained);
    add(even.spam(), true, asked);
    add(even.ham(), false, asked);
    trained.sort(Comparator.comparing(Corpus.Mail::date));
    asked.sort(Comparator.comparing(Corpus.Mail::date));
    return new Halves("SpamAssassin", trained, asked);
  }

  /** The same, the other way round. */
  public Halves swapped() {
    return new Halves(name + ", swapped", asked, trained);
  }

  private static void add(List<Path> files, boolean isSpam, List<Corpus.Mail> to)
      throws CorpusException {
    for (Path file : files) {
      to.add(mail(file, isSpam));
    }
  }

  private static Corpus.Mail mail(Path file, boolean isSpam) throws CorpusException {
    String date = Mails.date(Mails.read(file)).map(Instant::toString).orElse("");
    return new Corpus.Mail(file, isSpam, "spamassassin", date, "", "", "");
  }

  /**
   * Mail of the mailboxes that have both spam and ham, as many of each from each mailbox and year,
   * so that neither the mailbox nor the year says which a mail is. Near-duplicates are in one half
   * together.
   */
  public static Halves matched(Corpus corpus) {
    Map<String, List<Corpus.Mail>> spam = new TreeMap<>();
    Map<String, List<Corpus.Mail>> ham = new TreeMap<>();
    for (Corpus.Mail mail : corpus.mails()) {
      String place = year(mail) + " " + mail.mailbox();
      (mail.spam() ? spam : ham).computeIfAbsent(place, any -> new ArrayList<>()).add(mail);
    }
    List<Corpus.Mail> trained = new ArrayList<>();
    List<Corpus.Mail> asked = new ArrayList<>();
    Map<String, Boolean> halfOf = new HashMap<>();
    int[] ahead = new int[2]; // of spam and of ham, by how many more are trained
    for (Map.Entry<String, List<Corpus.Mail>> place : spam.entrySet()) {
      List<Corpus.Mail> others = ham.getOrDefault(place.getKey(), List.of());
      int each = Math.min(place.getValue().size(), others.size());
      for (List<Corpus.Mail> all : List.of(place.getValue(), others)) {
        for (Corpus.Mail mail : spread(all, each)) {
          int kind = mail.spam() ? 0 : 1;
          boolean isFirst = ahead[kind] <= 0;
          if (!mail.cluster().isEmpty()) {
            isFirst = halfOf.computeIfAbsent(mail.cluster(), any -> ahead[kind] <= 0);
          }
          ahead[kind] += isFirst ? 1 : -1;
          (isFirst ? trained : asked).add(mail);
        }
      }
    }
    trained.sort(Comparator.comparing(Corpus.Mail::date));
    asked.sort(Comparator.comparing(Corpus.Mail::date));
    return new Halves("matched lists", trained, asked);
  }

  /** The year of a mail's date, or empty. */
  static String year(Corpus.Mail mail) {
    return mail.date().substring(0, Math.min(YEAR, mail.date().length()));
  }

  private static List<Corpus.Mail> spread(List<Corpus.Mail> all, int most) {
    List<Corpus.Mail> some = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      some.add(all.get((int) ((long) i * all.size() / most)));
    }
    return some;
  }
}
