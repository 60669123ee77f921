package org.spamwatch.simulator.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * Detection on dated real mail over live peers: spam is published in the order of its dates, each
 * mailbox marking at its own peer; before a modified copy is published another peer is asked about
 * it; at the end ham is checked against all spam. Source: SW section 6.2, Tables 1 and 2.
 */
public final class DetectionExperiment {
  private static final int MARKS_UNDER_WAY = 8;
  private static final int REPORT_EVERY = 250;

  private final Corpus corpus;
  private final Scheme scheme;
  private final ApproximateText addressing;
  private final List<PeerClient> peers;
  private final Consumer<String> progress;
  private final Id realm;
  private final List<Id> sites = new ArrayList<>();
  private final Map<String, SimulatedVoter> voters = new LinkedHashMap<>();
  private final Map<String, Cluster> clusters = new LinkedHashMap<>();
  private final SplittableRandom random;
  private final AtomicInteger unconfirmed = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final int[] foundAny = new int[3];
  private final int[] foundFirst = new int[3];
  private final int[] hamMatched = new int[3];
  private final List<Double> millis = new ArrayList<>();
  private int unaddressable;
  private int modified;
  private int foundElsewhere;
  private int disagreements;
  private int disagreementsAtLimit;
  private int incomplete;

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
    this.peers = List.copyOf(peers);
    this.random = new SplittableRandom(seed);
    this.progress = progress;
    try {
      this.realm = peers.get(0).status().realm();
      for (PeerClient peer : peers) {
        sites.add(peer.status().id());
      }
    } catch (PeerClientException e) {
      throw new CorpusException("a peer: " + e.getMessage(), e);
    }
  }

  /** Runs it over the first {@code mostSpam} spams and {@code mostHam} ham mails. */
  public DetectionResult run(int mostSpam, int mostHam) throws CorpusException {
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
    List<Corpus.Mail> ham = corpus.someHam(mostHam);
    long hamStart = System.nanoTime();
    for (int i = 0; i < ham.size(); i++) {
      ham(ham.get(i), i);
      report("ham", i + 1, ham.size(), hamStart);
    }
    millis.sort(null);
    return new DetectionResult(
        scheme.label(),
        peers.size(),
        spam.size(),
        unaddressable,
        modified,
        boxed(foundAny),
        boxed(foundFirst),
        foundElsewhere,
        disagreements,
        disagreementsAtLimit,
        ham.size(),
        boxed(hamMatched),
        incomplete,
        unconfirmed.get(),
        refused.get(),
        List.of(percentile(50), percentile(90), percentile(99)),
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
              foundAny[0],
              modified,
              left));
    }
  }

  private double percentile(int percent) {
    return millis.isEmpty() ? 0 : millis.get((millis.size() - 1) * percent / 100);
  }

  private static List<Integer> boxed(int[] counts) {
    return List.of(counts[0], counts[1], counts[2]);
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
      modified++;
      if (addressed.isPresent()) {
        await(cluster.marks);
        modifiedCopy(addressed.get(), cluster, number);
      }
    }
    AddressedMail published = addressed.orElse(new AddressedMail(Optional.empty(), List.of()));
    cluster.add(mail.exactText(), published);
    Future<?> mark =
        marking.submit(
            () -> {
              if (published.isAddressable()) {
                mark(published, mail.mailbox(), number);
              }
              return null;
            });
    cluster.marks.add(mark);
    return mark;
  }

  private void modifiedCopy(AddressedMail mail, Cluster cluster, int number)
      throws CorpusException {
    ExplainAnswer answer = check(mail, number + 1);
    CompactVector query = mail.vectors().get(0).compact();
    int best = 0;
    for (ExplainAnswer.Match match : answer.matches()) {
      if (cluster.has(match.message())) {
        best = Math.max(best, match.shared());
      }
    }
    for (int i = 0; i < 3; i++) {
      int thres = DetectionResult.THRESHOLDS.get(i);
      foundAny[i] += best >= Threshold.of(thres).forSize(query.scheme(), query.size()) ? 1 : 0;
      foundFirst[i] += cluster.firstMatches(query, thres) ? 1 : 0;
    }
    foundElsewhere += best == 0 && !answer.matches().isEmpty() ? 1 : 0;
    if (best > 0 != cluster.anyMatches(query, 3)) {
      disagreements++;
      boolean atLimit = answer.matches().size() >= Limits.DEFAULT.maxGuidsPerQuery();
      disagreementsAtLimit += atLimit ? 1 : 0;
    }
  }

  private void ham(Corpus.Mail mail, int number) throws CorpusException {
    Optional<AddressedMail> addressed = address(mail);
    if (addressed.isEmpty()) {
      return;
    }
    ExplainAnswer answer = check(addressed.get(), number);
    int size = addressed.get().vectors().get(0).size();
    int best = answer.check().match().shared();
    for (int i = 0; i < 3; i++) {
      int needed = Threshold.of(DetectionResult.THRESHOLDS.get(i)).forSize(scheme, size);
      hamMatched[i] += best >= needed ? 1 : 0;
    }
  }

  private ExplainAnswer check(AddressedMail mail, int number) throws CorpusException {
    CheckOptions options =
        new CheckOptions(OptionalInt.empty(), OptionalInt.of(3), OptionalInt.empty());
    try {
      ExplainAnswer answer =
          peers.get(number % peers.size()).explain(MailFeatures.of(mail), options);
      millis.add(answer.check().millis());
      incomplete += answer.check().complete() ? 0 : 1;
      return answer;
    } catch (PeerClientException e) {
      throw new CorpusException("a check failed: " + e.getMessage(), e);
    }
  }

  private void mark(AddressedMail mail, String mailbox, int number) throws PeerClientException {
    int at = number % peers.size();
    VoteRequest voteRequest;
    synchronized (voters) {
      long nowMicros = System.currentTimeMillis() * 1000;
      voteRequest =
          voters
              .computeIfAbsent(mailbox, box -> new SimulatedVoter(random))
              .voteRequest(
                  realm,
                  sites.get(at),
                  mail.guid().orElseThrow(),
                  mail.vectors(),
                  VoteValue.SPAM,
                  nowMicros);
    }
    VoteAnswer receipt = peers.get(at).vote(voteRequest.vote(), voteRequest.vectors());
    if (!receipt.accepted()) {
      refused.incrementAndGet();
    } else if (!receipt.reason().isEmpty()) {
      unconfirmed.incrementAndGet();
    }
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
