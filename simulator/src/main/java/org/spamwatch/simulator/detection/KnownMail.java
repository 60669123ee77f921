package org.spamwatch.simulator.detection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * A mail of a corpus, addressed once, as it is marked and compared.
 *
 * @param other whether it is of other mail than the corpus
 * @param date when it came, as text that sorts, or empty
 * @param vectors by which it is known to others; none if it has too little text
 * @param probes one list for each vector
 */
record KnownMail(
    Corpus.Mail mail,
    boolean other,
    String date,
    List<FeatureVector> vectors,
    List<List<Id>> probes) {
  private static final int REPORT_EVERY = 5_000;
  private static final int YEAR = 4;

  KnownMail {
    vectors = List.copyOf(vectors);
    probes = List.copyOf(probes);
  }

  /** Addresses mails by several threads at once, in their order. */
  static List<KnownMail> read(
      List<Corpus.Mail> mails, boolean other, int threads, Consumer<String> progress)
      throws CorpusException, InterruptedException {
    List<Callable<KnownMail>> tasks = new ArrayList<>();
    Mails addressing = new Mails();
    for (Corpus.Mail mail : mails) {
      tasks.add(() -> of(mail, other, addressing));
    }
    List<KnownMail> all = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int from = 0; from < tasks.size(); from += REPORT_EVERY) {
        progress.accept("addressed " + from + " of " + tasks.size());
        int to = Math.min(tasks.size(), from + REPORT_EVERY);
        for (Future<KnownMail> done : executor.invokeAll(tasks.subList(from, to))) {
          all.add(done.get());
        }
      }
    } catch (ExecutionException e) {
      throw new CorpusException("a mail cannot be addressed: " + e.getCause(), e);
    } finally {
      executor.shutdownNow();
    }
    return all;
  }

  private static KnownMail of(Corpus.Mail mail, boolean other, Mails addressing)
      throws CorpusException {
    byte[] bytes = Mails.read(mail.path());
    String date =
        mail.date().isEmpty() ? Mails.date(bytes).map(Instant::toString).orElse("") : mail.date();
    return of(mail, other, date, addressing.address(bytes));
  }

  /** A mail that was addressed. */
  static KnownMail of(Corpus.Mail mail, boolean other, String date, AddressedMail addressed) {
    List<List<Id>> probes = new ArrayList<>();
    for (FeatureVector vector : addressed.vectors()) {
      probes.add(
          addressed.probes().stream()
              .filter(each -> each.scheme().equals(vector.scheme()))
              .findFirst()
              .map(each -> ProbeKeys.of(each).keys())
              .orElse(List.of()));
    }
    return new KnownMail(mail, other, date, addressed.vectors(), probes);
  }

  /** The year in which it came, or empty. */
  String year() {
    return date.substring(0, Math.min(YEAR, date.length()));
  }

  /** Itself, ready to be compared at a site with such ham. */
  MailMatcher matcher(MailMatcher.Ham ham) {
    return new MailMatcher(vectors, probes, Threshold.STANDARD, ham);
  }
}
