package org.spamwatch.simulator.detection;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A site that knows one half of a public corpus is asked about the other: its users have marked the
 * spam and kept the ham of the first half. Ham of the second is checked by date, and then kept too.
 * Rivals are told the same spam and asked about the same mails.
 *
 * @param name which split
 * @param marked spam that was marked
 * @param kept ham that was kept
 * @param spam unseen spam to be asked about
 * @param ham unseen ham to be asked about
 */
public record SplitExperiment(
    String name, List<Path> marked, List<Path> kept, List<Path> spam, List<Path> ham) {
  static final List<String> HAM = List.of("easy-ham-1", "easy-ham-2", "hard-ham-1");
  static final List<String> SPAM = List.of("spam-1", "spam-2");

  /**
   * What one system said.
   *
   * @param spam unseen spam
   * @param spamCaught of it, what the system called spam
   * @param hashed of it, what rspamd could make a digest of; all if it took no part
   * @param hashedCaught of that, what the system called spam
   * @param ham unseen ham
   * @param hamCalledSpam of it, what the system called spam
   */
  public record Row(
      String system,
      int spam,
      int spamCaught,
      int hashed,
      int hashedCaught,
      int ham,
      int hamCalledSpam) {}

  /**
   * What came of it.
   *
   * @param hashed unseen spams that rspamd could make a digest of; empty if it took no part
   */
  public record Result(int spam, OptionalInt hashed, int ham, List<Row> rows) {}

  /** Copies the lists. */
  public SplitExperiment {
    marked = List.copyOf(marked);
    kept = List.copyOf(kept);
    spam = List.copyOf(spam);
    ham = List.copyOf(ham);
  }

  /** Names sorted within ham and within spam; even positions are known, odd ones asked about. */
  public static SplitExperiment even(Path corpus) throws CorpusException {
    List<Path> ham = MailFolder.files(corpus, HAM);
    List<Path> spam = MailFolder.files(corpus, SPAM);
    return new SplitExperiment("even", half(spam, 0), half(ham, 0), half(spam, 1), half(ham, 1));
  }

  /** The split in which only easy ham is known; the other and the hard one are asked about. */
  public static SplitExperiment hard(Path corpus) throws CorpusException {
    List<Path> spam = MailFolder.files(corpus, SPAM);
    return new SplitExperiment(
        "hard",
        half(spam, 0),
        MailFolder.files(corpus, List.of("easy-ham-1")),
        half(spam, 1),
        MailFolder.files(corpus, List.of("easy-ham-2", "hard-ham-1")));
  }

  /** The same with what was known asked about, and the other way round. */
  public SplitExperiment swapped() {
    return new SplitExperiment(name + ", swapped", spam, ham, marked, kept);
  }

  private static List<Path> half(List<Path> files, int first) {
    List<Path> half = new ArrayList<>();
    for (int i = first; i < files.size(); i += 2) {
      half.add(files.get(i));
    }
    return half;
  }

  /**
   * Runs it; tells the stage it is in.
   *
   * @param keepLookalikes whether mails are asked about with letters that look alike apart
   */
  public Result run(
      int peers, long seed, boolean keepLookalikes, List<String> rivals, Consumer<String> progress)
      throws CorpusException, ProcessException {
    List<byte[]> unseen = read(spam);
    List<byte[]> ordinary = read(ham);
    Map<String, List<List<Boolean>>> said = new LinkedHashMap<>();
    List<Boolean> hashed = unseen.stream().map(mail -> true).toList();
    try (ReferenceFilters started = ReferenceFilters.start(rivals)) {
      progress.accept("marking " + marked.size() + " spams, keeping " + kept.size() + " ham mails");
      Map<Path, Boolean> votes = votes(peers, seed, keepLookalikes);
      said.put("spamwatch", List.of(of(votes, spam), of(votes, ham)));
      for (ReferenceFilter rival : started.all()) {
        progress.accept(rival.name());
        rival.report(read(marked));
        said.put(rival.name(), List.of(rival.check(unseen), rival.check(ordinary)));
      }
      for (ReferenceFilter rival : started.all()) {
        hashed = rival instanceof Rspamd ? rival.report(unseen) : hashed;
      }
    }
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, List<List<Boolean>>> system : said.entrySet()) {
      List<Boolean> caught = system.getValue().get(0);
      rows.add(
          new Row(
              system.getKey(),
              spam.size(),
              count(caught),
              count(hashed),
              count(both(caught, hashed)),
              ham.size(),
              count(system.getValue().get(1))));
    }
    boolean compared = rivals.contains("rspamd");
    return new Result(
        spam.size(),
        compared ? OptionalInt.of(count(hashed)) : OptionalInt.empty(),
        ham.size(),
        rows);
  }

  /** Of each mail that is asked about, whether the votes of the marks call it spam. */
  public Map<Path, Boolean> votes(int peers, long seed, boolean keepLookalikes)
      throws CorpusException {
    Site site = new Site(peers, seed);
    Mails mails = new Mails();
    Mails asking = mails.asking(keepLookalikes);
    for (Path file : kept) {
      site.learn(mails.address(Mails.read(file)));
    }
    for (Path file : marked) {
      site.mark(mails.address(Mails.read(file)), "mailbox");
    }
    Map<Path, Boolean> said = new LinkedHashMap<>();
    for (Path file : spam) {
      said.put(file, isSpam(site, asking.address(Mails.read(file))));
    }
    Map<Path, Instant> dates = new LinkedHashMap<>();
    for (Path file : ham) {
      dates.put(file, Mails.date(Mails.read(file)).orElse(Instant.EPOCH));
    }
    List<Path> byDate = new ArrayList<>(ham);
    byDate.sort(Comparator.comparing(dates::get));
    for (Path file : byDate) {
      byte[] mail = Mails.read(file);
      said.put(file, isSpam(site, asking.address(mail)));
      site.learn(mails.address(mail));
    }
    return said;
  }

  private static List<Boolean> of(Map<Path, Boolean> said, List<Path> files) {
    return files.stream().map(file -> said.getOrDefault(file, false)).toList();
  }

  private static boolean isSpam(Site site, AddressedMail mail) {
    return mail.isAddressable() && site.check(mail).verdict() == Verdict.SPAM;
  }

  private static List<byte[]> read(List<Path> files) throws CorpusException {
    List<byte[]> mails = new ArrayList<>();
    for (Path file : files) {
      mails.add(Mails.read(file));
    }
    return mails;
  }

  private static int count(List<Boolean> said) {
    return (int) said.stream().filter(yes -> yes).count();
  }

  private static List<Boolean> both(List<Boolean> a, List<Boolean> b) {
    List<Boolean> both = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      both.add(a.get(i) && b.get(i));
    }
    return both;
  }
}
