package org.spamwatch.simulator.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * Detection on dated real mail over live peers: spam is published in the order of its dates, each
 * mailbox marking at its own peer; before a modified copy is published another peer is asked about
 * it; at the end ham is checked against all spam. Source: SW section 6.2, Tables 1 and 2.
 */
public final class DetectionExperiment {
  /**
   * What a detection experiment counted; lists are by {@link MatchCounts#THRESHOLDS}.
   *
   * @param scheme the fingerprint scheme
   * @param peers how many peers took part
   * @param spam spams published, those without enough text included
   * @param unaddressable spams with too little text to be addressed
   * @param modified modified copies checked: an earlier mail of their cluster exists, none has
   *     their text
   * @param foundAny modified copies that matched some earlier mail of their cluster
   * @param foundFirst modified copies whose vector matches their cluster's first mail
   * @param foundElsewhere modified copies that matched spam, but none of their own cluster
   * @param disagreements modified copies on which the peers and a comparison of all vectors differ
   * @param disagreementsAtLimit those of them whose answer held as many messages as one query
   *     reaches ({@code Limits.maxGuidsPerQuery}), so that others were left out
   * @param ham ham mails checked at the end
   * @param hamMatched ham mails that matched some spam
   * @param incomplete checks that some route or keeper did not answer in time
   * @param marksUnconfirmed marks accepted but not confirmed by all replicas within the patience
   * @param marksRefused marks not accepted, because the mailbox had marked another copy of the same
   *     text meanwhile
   * @param millis median, 90th and 99th percentile of the peers' own time for a check, milliseconds
   * @param seconds how long all of it took
   */
  public record Result(
      String scheme,
      int peers,
      int spam,
      int unaddressable,
      int modified,
      List<Integer> foundAny,
      List<Integer> foundFirst,
      int foundElsewhere,
      int disagreements,
      int disagreementsAtLimit,
      int ham,
      List<Integer> hamMatched,
      int incomplete,
      int marksUnconfirmed,
      int marksRefused,
      List<Double> millis,
      double seconds) {}

  private static final int MARKS_UNDER_WAY = 8;
  private static final int REPORT_EVERY = 250;

  private final Corpus corpus;
  private final Scheme scheme;
  private final ApproximateText addressing;
  private final CheckingPeers peers;
  private final VotingMailboxes mailboxes;
  private final Consumer<String> progress;
  private final Map<String, Cluster> clusters = new LinkedHashMap<>();
  private final ModifiedCopies modified = new ModifiedCopies();
  private final MatchCounts ham = new MatchCounts();
  private int unaddressable;

  /**
   * An experiment.
   *
   * @param seed of the voters' keys
   */
  public DetectionExperiment(
      Corpus corpus, Scheme scheme, List<PeerClient> peers, long seed, Consumer<String> progress)
      throws CorpusException {
    this.corpus = corpus;
    this.scheme = scheme;
    this.addressing = new ApproximateText(MailLimits.DEFAULT, List.of(scheme));
    this.peers = new CheckingPeers(peers);
    this.progress = progress;
    try {
      this.mailboxes = new VotingMailboxes(peers, seed);
    } catch (PeerClientException e) {
      throw new CorpusException("a peer: " + e.getMessage(), e);
    }
  }

  /** Runs it over the first {@code mostSpam} spams and {@code mostHam} ham mails. */
  public Result run(int mostSpam, int mostHam) throws CorpusException {
    long start = System.nanoTime();
    List<Corpus.Mail> spam = corpus.spam();
    spam = spam.subList(0, Math.min(mostSpam, spam.size()));
    ExecutorService marking = Executors.newFixedThreadPool(MARKS_UNDER_WAY);
    try {
      List<Future<?>> marks = new ArrayList<>();
      for (int i = 0; i < spam.size(); i++) {
        marks.add(spam(spam.get(i), i, marking));
        if (marks.size() >= 2 * MARKS_UNDER_WAY) {
          await(marks.subList(0, MARKS_UNDER_WAY));
        }
        report("spam", i + 1, spam.size(), start);
      }
      await(marks);
    } finally {
      marking.shutdownNow();
    }
    List<Corpus.Mail> hamMails = corpus.someHam(mostHam);
    long hamStart = System.nanoTime();
    for (int i = 0; i < hamMails.size(); i++) {
      ham(hamMails.get(i), i);
      report("ham", i + 1, hamMails.size(), hamStart);
    }
    return new Result(
        scheme.label(),
        peers.size(),
        spam.size(),
        unaddressable,
        modified.any.mails(),
        modified.any.matched(),
        modified.first.matched(),
        modified.elsewhere(),
        modified.disagreements(),
        modified.disagreementsAtLimit(),
        ham.mails(),
        ham.matched(),
        peers.incomplete(),
        mailboxes.unconfirmed(),
        mailboxes.refused(),
        peers.percentiles(),
        (System.nanoTime() - start) / 1e9);
  }

  private void report(String what, int done, int all, long start) {
    if (done % REPORT_EVERY == 0 || done == all) {
      double left = (System.nanoTime() - start) / 1e9 / done * (all - done);
      progress.accept(
          String.format(
              java.util.Locale.ROOT,
              "%d of %d %s, %d of %d modified copies found, about %.0f s left",
              done,
              all,
              what,
              modified.any.matched().get(0),
              modified.any.mails(),
              left));
    }
  }

  private Optional<AddressedMail> address(Corpus.Mail mail) throws CorpusException {
    try {
      AddressedMail addressed = addressing.address(Files.readAllBytes(mail.path()));
      return addressed.isAddressable() ? Optional.of(addressed) : Optional.empty();
    } catch (NotAMailException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CorpusException(mail.path() + ": cannot be read", e);
    }
  }

  /** Checks a spam if it is a modified copy, then publishes it; returns when it is published. */
  private Future<?> spam(Corpus.Mail mail, int number, ExecutorService marking)
      throws CorpusException {
    Optional<AddressedMail> addressed = address(mail);
    unaddressable += addressed.isEmpty() ? 1 : 0;
    Cluster cluster =
        mail.cluster().isEmpty()
            ? new Cluster()
            : clusters.computeIfAbsent(mail.cluster(), name -> new Cluster());
    if (cluster.isModifiedCopy(mail.exactText())) {
      if (addressed.isPresent()) {
        await(cluster.marks);
        CompactVector query = addressed.get().vectors().get(0).compact();
        modified.add(query, cluster, peers.check(addressed.get(), number + 1));
      } else {
        modified.add();
      }
    }
    AddressedMail published = addressed.orElse(new AddressedMail(Optional.empty(), List.of()));
    cluster.add(mail.exactText(), published);
    Future<?> mark =
        marking.submit(
            () -> {
              if (published.isAddressable()) {
                mailboxes.mark(published, mail.mailbox(), number);
              }
              return null;
            });
    cluster.marks.add(mark);
    return mark;
  }

  private void ham(Corpus.Mail mail, int number) throws CorpusException {
    Optional<AddressedMail> addressed = address(mail);
    if (addressed.isEmpty()) {
      ham.add();
      return;
    }
    int best = peers.check(addressed.get(), number).check().match().shared();
    int size = addressed.get().vectors().get(0).size();
    ham.add(thres -> best >= Threshold.of(thres).forSize(scheme, size));
  }

  private static void await(List<Future<?>> marks) throws CorpusException {
    try {
      for (Future<?> mark : marks) {
        mark.get();
      }
      marks.clear();
    } catch (ExecutionException e) {
      throw new CorpusException("a mark failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CorpusException("interrupted", e);
    }
  }
}
