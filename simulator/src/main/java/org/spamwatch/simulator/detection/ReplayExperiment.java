package org.spamwatch.simulator.detection;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.simulator.Share;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Unread.Reading;

/**
 * Dated spam as it came to many mailboxes: each mail is checked when it arrives; one that is not
 * filed as spam is read by the mailbox's person some time later, who marks it or not. The network's
 * own time passes only while peers work, so votes do not age in years of mail.
 *
 * <p>A campaign is a cluster of near-duplicates of at least two mails.
 *
 * @param mails the spam, each with its mailbox
 * @param markRate probability that a person marks a spam that is read
 * @param votesNeeded spam votes that make it spam
 * @param checksAgain whether a mail is checked once more when it is opened, and filed then
 * @param delayHours mean of the time from arrival to reading, exponentially distributed
 * @param peers over which the mailboxes are spread
 * @param strangers whether every peer is a site of its own; else all are one
 * @param seed of persons and network
 */
public record ReplayExperiment(
    List<Corpus.Mail> mails,
    double markRate,
    int votesNeeded,
    boolean checksAgain,
    double delayHours,
    int peers,
    boolean strangers,
    long seed) {
  private static final int REPORT_EVERY = 1_000;

  /** Votes on a campaign after which its mail should need no person any more. */
  private static final int ESTABLISHED = 3;

  /**
   * What came of it.
   *
   * @param mails that arrived
   * @param campaignMails of them, those of campaigns
   * @param filed mails of campaigns that were filed without a person
   * @param filedLater further mails of campaigns, filed when they were opened
   * @param afterFirst mails of campaigns that arrived after the first vote on their campaign
   * @param filedAfterFirst of them, those filed
   * @param afterThird mails of campaigns that arrived after the third voter's vote on their
   *     campaign
   * @param filedAfterThird of them, those filed
   * @param marks votes cast
   */
  public record Result(
      int mails,
      int campaignMails,
      int filed,
      int filedLater,
      int afterFirst,
      int filedAfterFirst,
      int afterThird,
      int filedAfterThird,
      int marks) {}

  /** Copies the list and checks the ranges. */
  public ReplayExperiment {
    mails = List.copyOf(mails);
    if (!(markRate >= 0 && markRate <= 1) || votesNeeded < 1 || !(delayHours >= 0) || peers < 1) {
      throw new IllegalArgumentException("a rate is 0 to 1, votes and peers are 1 or more");
    }
  }

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) throws CorpusException {
    return new Run(this, progress).run();
  }

  private static final class Run {
    private final ReplayExperiment experiment;
    private final Consumer<String> progress;
    private final Site site;
    private final SplittableRandom random;
    private final Unread unread;
    private final Map<String, Integer> sizes = new LinkedHashMap<>();
    private final Map<String, Set<String>> voters = new LinkedHashMap<>();
    private final Share filed = new Share();
    private final Share filedAfterFirst = new Share();
    private final Share filedAfterThird = new Share();
    private int filedLater;
    private int marks;

    Run(ReplayExperiment experiment, Consumer<String> progress) {
      this.experiment = experiment;
      this.progress = progress;
      this.site =
          experiment.strangers
              ? Site.strangers(experiment.peers, experiment.seed)
              : new Site(experiment.peers, experiment.seed);
      this.random = new SplittableRandom(experiment.seed);
      this.unread = new Unread(random, experiment.delayHours);
    }

    Result run() throws CorpusException {
      List<Arrival> arrivals = Arrival.of(experiment.mails);
      for (Corpus.Mail mail : experiment.mails) {
        if (!mail.cluster().isEmpty()) {
          sizes.merge(mail.cluster(), 1, Integer::sum);
        }
      }
      int arrived = 0;
      for (Arrival arrival : arrivals) {
        readUntil(arrival.at());
        arrive(arrival);
        arrived++;
        if (arrived % REPORT_EVERY == 0 || arrived == arrivals.size()) {
          progress.accept(
              "%d of %d mails, %d of %d of campaigns filed, %d marks"
                  .formatted(arrived, arrivals.size(), filed.holding(), filed.all(), marks));
        }
      }
      readUntil(Instant.MAX);
      return new Result(
          arrivals.size(),
          filed.all(),
          filed.holding(),
          filedLater,
          filedAfterFirst.all(),
          filedAfterFirst.holding(),
          filedAfterThird.all(),
          filedAfterThird.holding(),
          marks);
    }

    private void arrive(Arrival arrival) {
      int votes = voters.getOrDefault(arrival.mail().cluster(), Set.of()).size();
      boolean isFiled = isSpam(arrival);
      if (isOfCampaign(arrival)) {
        filed.add(isFiled);
        if (votes >= 1) {
          filedAfterFirst.add(isFiled);
        }
        if (votes >= ESTABLISHED) {
          filedAfterThird.add(isFiled);
        }
      }
      if (!isFiled) {
        unread.add(arrival);
      }
    }

    private boolean isOfCampaign(Arrival arrival) {
      return sizes.getOrDefault(arrival.mail().cluster(), 0) > 1;
    }

    private boolean isSpam(Arrival arrival) {
      return arrival.addressed().isAddressable()
          && site.check(arrival.addressed(), arrival.mail().mailbox(), experiment.votesNeeded)
                  .verdict()
              == Verdict.SPAM;
    }

    private void readUntil(Instant now) {
      for (Optional<Reading> next = unread.nextUntil(now);
          next.isPresent();
          next = unread.nextUntil(now)) {
        read(next.get().arrival());
      }
    }

    private void read(Arrival arrival) {
      if (experiment.checksAgain && isSpam(arrival)) {
        filedLater += isOfCampaign(arrival) ? 1 : 0;
      } else if (random.nextDouble() < experiment.markRate) {
        Corpus.Mail mail = arrival.mail();
        if (site.mark(arrival.addressed(), mail.mailbox()).isPresent()) {
          marks++;
          voters.computeIfAbsent(mail.cluster(), name -> new LinkedHashSet<>()).add(mail.mailbox());
        }
      }
    }
  }
}
