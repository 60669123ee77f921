package org.spamwatch.simulator.detection;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * What each kind of evidence finds: half of the spam of each source is marked and the other asked
 * about; then all spam is marked and all ham asked about. Mails are compared with marks by {@link
 * MailMatcher}, as a peer does it, without peers: every mark is known, and one is enough.
 *
 * @param directory a corpus with a manifest, or the public SpamAssassin corpus
 * @param moreHam mails beside the corpus that are all ham, and asked about only
 * @param threads that work at once
 * @param rivals other filters that are told and asked the same, of {@code rspamd} and {@code pyzor}
 */
public record EvidenceExperiment(
    Path directory, Optional<Path> moreHam, int threads, List<String> rivals) {
  /**
   * Which spam is marked: of each source every other one by name, all, or what of the half came
   * before the mail that is asked about.
   */
  private enum Marked {
    EVEN,
    EARLIER,
    ALL
  }

  /**
   * How much of what was asked about is called spam.
   *
   * @param evidence what is taken for enough, or a rival's name
   * @param marked which spam was marked: {@code even}, every other one of each source by name;
   *     {@code earlier}, of these only what came before the mail that is asked about; or {@code
   *     all}
   * @param learnt whether the site knows every other ham of each source by name
   * @param spam whether it is spam that was asked about
   * @param other whether it is the other ham, beside the corpus
   * @param source of the mails asked about; empty for all sources together
   * @param year in which they were sent; empty for all years together
   */
  public record Row(
      String evidence,
      String marked,
      boolean learnt,
      boolean spam,
      boolean other,
      String source,
      String year,
      int asked,
      int called) {}

  private static final int AT_ONCE = 500; // mails in memory for a rival

  private static final MailMatcher.Ham NO_HAM = (scheme, key) -> false;
  private static final Comparator<KnownMail> BY_NAME =
      Comparator.comparing((KnownMail mail) -> String.valueOf(mail.mail().path().getFileName()))
          .thenComparing(mail -> mail.mail().path());
  private static final Comparator<KnownMail> BY_DATE =
      Comparator.comparing(KnownMail::date).thenComparing(BY_NAME);

  /** A mail that was asked about, and its likeness to each mark, as bits of {@link Variant}. */
  private record Answer(KnownMail mail, Set<Integer> likenesses) {}

  /**
   * Runs it; tells the stage it is in.
   *
   * @throws ProcessException if a rival cannot be run
   */
  public List<Row> run(Consumer<String> progress)
      throws CorpusException, InterruptedException, ProcessException {
    List<KnownMail> all =
        KnownMail.read(EvidenceFolders.corpus(directory), false, threads, progress);
    List<KnownMail> more =
        moreHam.isEmpty()
            ? List.of()
            : KnownMail.read(EvidenceFolders.ham(moreHam.get()), true, threads, progress);
    List<KnownMail> spam = all.stream().filter(mail -> mail.mail().spam()).toList();
    List<KnownMail> ham =
        new ArrayList<>(all.stream().filter(mail -> !mail.mail().spam()).toList());
    ham.addAll(more);
    LearntHam learnt = new LearntHam(half(ham, 0));
    EvidenceTally tally = new EvidenceTally();
    MarkIndex half = new MarkIndex(half(spam, 0));
    List<KnownMail> asked = half(spam, 1);
    for (Marked marked : List.of(Marked.EVEN, Marked.EARLIER)) {
      progress.accept(asked.size() + " spams asked about, marked: " + name(marked));
      count(marked, false, ask(asked, half, marked, NO_HAM), tally);
      count(marked, true, ask(asked, half, marked, learnt), tally);
    }
    MarkIndex marks = new MarkIndex(spam);
    progress.accept(ham.size() + " ham mails asked about");
    count(Marked.ALL, false, ask(ham, marks, Marked.ALL, NO_HAM), tally);
    count(Marked.ALL, true, ask(half(ham, 1), marks, Marked.ALL, learnt), tally);
    try (ReferenceFilters running = ReferenceFilters.start(rivals)) {
      for (ReferenceFilter rival : running.all()) {
        progress.accept(rival.name() + " is told and asked the same");
        tell(rival, half(spam, 0));
        tally.count(rival.name(), name(Marked.EVEN), false, answers(rival, asked));
        tell(rival, asked);
        tally.count(rival.name(), name(Marked.ALL), false, answers(rival, ham));
      }
    }
    return tally.rows();
  }

  private static void tell(ReferenceFilter rival, List<KnownMail> mails)
      throws CorpusException, ProcessException {
    for (List<KnownMail> some : Lists.partition(mails, AT_ONCE)) {
      rival.report(contents(some));
    }
  }

  private static Map<KnownMail, Boolean> answers(ReferenceFilter rival, List<KnownMail> mails)
      throws CorpusException, ProcessException {
    Map<KnownMail, Boolean> answers = new LinkedHashMap<>();
    for (List<KnownMail> some : Lists.partition(mails, AT_ONCE)) {
      List<Boolean> known = rival.check(contents(some));
      for (int i = 0; i < some.size(); i++) {
        answers.put(some.get(i), known.get(i));
      }
    }
    return answers;
  }

  private static List<byte[]> contents(List<KnownMail> mails) throws CorpusException {
    List<byte[]> contents = new ArrayList<>();
    for (KnownMail mail : mails) {
      try {
        contents.add(Files.readAllBytes(mail.mail().path()));
      } catch (IOException e) {
        throw new CorpusException(mail.mail().path() + " cannot be read", e);
      }
    }
    return contents;
  }

  private static String name(Marked marked) {
    return marked.name().toLowerCase(Locale.ROOT);
  }

  /** Every other mail of each source by name. */
  private static List<KnownMail> half(List<KnownMail> mails, int first) {
    Map<String, List<KnownMail>> sources = new TreeMap<>();
    for (KnownMail mail : mails) {
      sources.computeIfAbsent(mail.mail().source(), source -> new ArrayList<>()).add(mail);
    }
    List<KnownMail> half = new ArrayList<>();
    for (List<KnownMail> source : sources.values()) {
      source.sort(BY_NAME);
      for (int i = first; i < source.size(); i += 2) {
        half.add(source.get(i));
      }
    }
    return half;
  }

  private List<Answer> ask(
      List<KnownMail> mails, MarkIndex marks, Marked marked, MailMatcher.Ham ham)
      throws CorpusException, InterruptedException {
    List<Callable<Answer>> questions = new ArrayList<>();
    for (KnownMail mail : mails) {
      questions.add(() -> new Answer(mail, likenesses(mail, marks, marked, ham)));
    }
    List<Answer> answers = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (Future<Answer> answer : executor.invokeAll(questions)) {
        answers.add(answer.get());
      }
    } catch (ExecutionException e) {
      throw new CorpusException("a mail cannot be compared: " + e.getCause(), e);
    } finally {
      executor.shutdownNow();
    }
    return answers;
  }

  private static Set<Integer> likenesses(
      KnownMail mail, MarkIndex marks, Marked marked, MailMatcher.Ham ham) {
    Set<Integer> likenesses = new HashSet<>();
    MailMatcher matcher = mail.matcher(ham);
    for (KnownMail mark : marks.like(mail)) {
      if (marked != Marked.EARLIER || BY_DATE.compare(mark, mail) < 0) {
        likenesses.add(
            Variant.bits(
                matcher.compare(mark.vectors()), matcher.match(mark.vectors()).isPresent()));
      }
    }
    return likenesses;
  }

  private static void count(
      Marked marked, boolean learnt, List<Answer> answers, EvidenceTally tally) {
    for (Variant variant : Variant.ALL) {
      Map<KnownMail, Boolean> called = new LinkedHashMap<>();
      answers.forEach(answer -> called.put(answer.mail(), variant.meets(answer.likenesses())));
      tally.count(variant.label(), name(marked), learnt, called);
    }
  }
}
