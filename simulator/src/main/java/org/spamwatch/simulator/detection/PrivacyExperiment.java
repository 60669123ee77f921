package org.spamwatch.simulator.detection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Unread.Reading;

/**
 * Dated mail as it came to many mailboxes, whose peers announce to each other what their users call
 * spam: each mail is checked when it arrives with every {@link Asking.Way} side by side. A spam
 * that the network does not call so is read by the mailbox's person some time later, who marks it
 * or not. The network's own time is that of the mail, so announcements and votes age.
 *
 * @param mails spam and ham, each with its mailbox and a date
 * @param markRate probability that a person marks a spam that is read
 * @param votesNeeded spam votes that make it spam
 * @param delayHours mean of the time from arrival to reading, exponentially distributed
 * @param peers over which the mailboxes are spread; all are one site
 * @param within if present the time into which all arrivals and readings are pressed, in the same
 *     proportions
 * @param seed of persons and network
 */
public record PrivacyExperiment(
    List<Corpus.Mail> mails,
    double markRate,
    int votesNeeded,
    double delayHours,
    int peers,
    Optional<Duration> within,
    long seed) {
  private static final int REPORT_EVERY = 500;

  /**
   * What came of it.
   *
   * @param marks votes cast
   */
  public record Result(int marks, List<Asking.Row> rows) {
    /** Copies the list. */
    public Result {
      rows = List.copyOf(rows);
    }
  }

  /** Copies the list and checks the ranges. */
  public PrivacyExperiment {
    mails = List.copyOf(mails);
    if (!(markRate >= 0 && markRate <= 1) || votesNeeded < 1 || !(delayHours >= 0) || peers < 1) {
      throw new IllegalArgumentException("a rate is 0 to 1, votes and peers are 1 or more");
    }
  }

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) throws CorpusException {
    List<Arrival> arrivals = Arrival.of(mails);
    return arrivals.isEmpty() ? new Result(0, List.of()) : new Run(arrivals).run(progress);
  }

  private final class Run {
    private final List<Arrival> arrivals;
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Unread unread = new Unread(random, delayHours);
    private final Site site = Site.announcing(peers, seed);
    private final Asking asking = new Asking(site, votesNeeded, seed);
    private final long beginMicros = site.nowMicros();
    private final Instant first;
    private final double pace; // of virtual time, in that of the mail
    private int marks;

    Run(List<Arrival> arrivals) {
      this.arrivals = arrivals;
      this.first = arrivals.get(0).at();
      Duration span = Duration.between(first, arrivals.get(arrivals.size() - 1).at());
      this.pace = (double) within.orElse(span).toMillis() / Math.max(1, span.toMillis());
    }

    Result run(Consumer<String> progress) {
      int arrived = 0;
      for (Arrival arrival : arrivals) {
        readUntil(arrival.at());
        comeTo(arrival.at());
        boolean isSpam = arrival.mail().spam();
        if (!asking.ask(arrival.addressed(), arrival.mail().mailbox(), isSpam) && isSpam) {
          unread.add(arrival);
        }
        if (++arrived % REPORT_EVERY == 0 || arrived == arrivals.size()) {
          progress.accept(
              "%d of %d mails, to %s; %d marks"
                  .formatted(arrived, arrivals.size(), arrival.mail().date(), marks));
        }
      }
      return new Result(marks, asking.rows());
    }

    private void comeTo(Instant moment) {
      double passed = Duration.between(first, moment).toMillis() * pace;
      site.runUntil(beginMicros + Math.round(passed * 1_000));
    }

    private void readUntil(Instant now) {
      for (Optional<Reading> next = unread.nextUntil(now);
          next.isPresent();
          next = unread.nextUntil(now)) {
        Arrival arrival = next.get().arrival();
        if (random.nextDouble() < markRate) {
          comeTo(next.get().at());
          marks += site.mark(arrival.addressed(), arrival.mail().mailbox()).isPresent() ? 1 : 0;
        }
      }
    }
  }
}
