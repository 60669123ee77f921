package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Asking;
import org.spamwatch.simulator.detection.Asking.Way;
import org.spamwatch.simulator.detection.PrivacyExperiment;
import org.spamwatch.simulator.detection.ReplayExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim replay}: what collaboration saves the people behind many mailboxes. */
@Command(
    name = "replay",
    header = "How much of dated spam nobody had to see.",
    description = {
      "Replays dated spam to the mailboxes it came to: what is not filed on arrival is read after"
          + " a",
      "while and marked at some rate. Reports how much of it nobody had to see, for every mark"
          + " rate",
      "and number of votes needed."
    },
    footer = "  spamwatch-sim replay DIR --rates 2,20 --sites each --out replay.csv")
final class ReplayCommand extends SeededCommand {
  private static final int MOST_PEERS = 1_000;

  private record Row(
      int votesNeeded, double markRate, @JsonUnwrapped ReplayExperiment.Result result) {}

  private static final Table<Row> TABLE =
      new Table<Row>()
          .column("votes needed", "%12d", Row::votesNeeded)
          .column("mark rate", "%7.1f %%", Row::markRate)
          .column(" marks", "%6d", row -> row.result().marks())
          .column(
              "campaign mail filed",
              "%7d %9.1f %%",
              row -> row.result().filed(),
              row -> Table.percent(row.result().filed(), row.result().campaignMails()))
          .column(
              "when opened",
              "%9.1f %%",
              row -> Table.percent(row.result().filedLater(), row.result().campaignMails()))
          .column(
              "after the first vote",
              "%8d %9.1f %%",
              row -> row.result().filedAfterFirst(),
              row -> Table.percent(row.result().filedAfterFirst(), row.result().afterFirst()))
          .column(
              "after the third",
              "%6d %6.1f %%",
              row -> row.result().filedAfterThird(),
              row -> Table.percent(row.result().filedAfterThird(), row.result().afterThird()));

  /** Percent of the network's spam verdicts that may be lost where only announcements are asked. */
  private static final double LOST = 0.5;

  private static final Table<Asking.Row> WAYS = WaysTable.of(ReplayCommand::losesFew);

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(
      names = "--source",
      description = "Spam of this source; empty for all (default: ${DEFAULT-VALUE}).")
  private String source = "listspam";

  @Option(
      names = "--rates",
      split = ",",
      description = "Mark rates in percent (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 100)
  private List<Double> rates = List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);

  @Option(names = "--votes", split = ",", description = "Votes needed (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1000)
  private List<Integer> votes = List.of(1, 3);

  @Option(
      names = "--delay",
      paramLabel = "HOURS",
      description = "Mean time until a mail is read (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private double delay = 4;

  @Option(names = "--recheck", description = "Mail is checked once more when it is opened.")
  private boolean recheck;

  @Option(
      names = "--peers",
      description = "Simulated peers of the one site (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = MOST_PEERS)
  private int peers = 5;

  @Option(
      names = "--sites",
      paramLabel = "N|each",
      description = {
        "Sites that are strangers to each other, over which the mailboxes are spread; of several",
        "each has one peer, with 'each' every mailbox is a site of its own (default:"
            + " ${DEFAULT-VALUE})."
      })
  private String sites = "1";

  @Option(
      names = "--privacy",
      split = ",",
      paramLabel = "WAY",
      description = {
        "Peers announce what is marked to each other, at dates as those of the mail; list ham"
            + " comes",
        "too, and each mail is checked with each privacy: ${COMPLETION-CANDIDATES}."
      })
  private List<Way> privacy = new ArrayList<>();

  @Option(
      names = "--ham",
      paramLabel = "SOURCE",
      description = "With --privacy: the source of ham (default: ${DEFAULT-VALUE}).")
  private String ham = "listham";

  @Option(
      names = "--dates",
      paramLabel = "FIRST[,LAST]",
      split = ",",
      description = "With --privacy: mail of these dates, such as 2021-02 or 2021 (default: all).")
  private List<String> dates = new ArrayList<>();

  @Option(
      names = "--within",
      paramLabel = "DAYS",
      description = "With --privacy: press all dates into so many days (default: as they are).")
  @Range(least = 1)
  private Optional<Integer> within = Optional.empty();

  @Override
  void run(Report report) throws ExperimentException, CorpusException {
    if (!sites.matches("each|[1-9][0-9]{0,8}")) {
      throw new ExperimentException(64, "--sites " + sites + ": 1 to " + MOST_PEERS + ", or each");
    }
    if (!dates.stream().allMatch(date -> date.matches("[0-9]{4}(-[0-9]{2}){0,2}"))) {
      throw new ExperimentException(
          64,
          "--dates "
              + String.join(",", dates)
              + ": a date is written as 2021, 2021-02 or"
              + " 2021-02-28");
    }
    List<Corpus.Mail> mails = mails(true, source);
    if (mails.isEmpty()) {
      throw new ExperimentException(65, corpus.path() + ": there is no spam of source " + source);
    }
    int mailboxes = (int) mails.stream().map(Corpus.Mail::mailbox).distinct().count();
    int siteCount = siteCount(mailboxes);
    boolean strangers = siteCount > 1;
    int peerCount = strangers ? siteCount : peers;
    if (!privacy.isEmpty() && (strangers || recheck)) {
      throw new ExperimentException(64, "--privacy goes with one site and without --recheck");
    }
    report.line(
        "%d spams to %d mailboxes at %d peers of %d site%s, read after %.1f h on average, seed %d",
        mails.size(), mailboxes, peerCount, siteCount, strangers ? "s" : "", delay, seed());
    if (!privacy.isEmpty()) {
      askInManyWays(report, mails, peerCount);
      return;
    }
    report.heading(TABLE);
    for (int needed : votes) {
      for (double rate : rates) {
        ReplayExperiment experiment =
            new ReplayExperiment(
                mails, rate / 100, needed, recheck, delay, peerCount, strangers, seed());
        ReplayExperiment.Result result =
            experiment.run(report.progress(needed + " votes, " + rate + " %"));
        report.row(TABLE, new Row(needed, rate, result));
      }
    }
  }

  private List<Corpus.Mail> mails(boolean spam, String of) throws CorpusException {
    return corpus.open().mails().stream()
        .filter(mail -> mail.spam() == spam && (of.isEmpty() || mail.source().equals(of)))
        .filter(mail -> dates.isEmpty() || isOfDates(mail.date()))
        .toList();
  }

  private boolean isOfDates(String date) {
    String last = dates.get(dates.size() - 1);
    return date.compareTo(dates.get(0)) >= 0
        && (date.compareTo(last) <= 0 || date.startsWith(last));
  }

  private void askInManyWays(Report report, List<Corpus.Mail> spam, int peerCount)
      throws CorpusException {
    String first = spam.get(0).date();
    String last = spam.get(spam.size() - 1).date();
    List<Corpus.Mail> all = new ArrayList<>(spam);
    mails(false, ham).stream()
        .filter(mail -> mail.date().compareTo(first) >= 0 && mail.date().compareTo(last) <= 0)
        .forEach(all::add);
    for (int needed : votes) {
      for (double rate : rates) {
        PrivacyExperiment.Result result =
            new PrivacyExperiment(
                    all, rate / 100, needed, delay, peerCount, within.map(Duration::ofDays), seed())
                .run(report.progress(needed + " votes, " + rate + " %"));
        report.line(
            "%s to %s, %s; %d votes needed, mark rate %.1f %%: %d marks",
            first,
            last,
            within.map(days -> "pressed into " + days + " d").orElse("as dated"),
            needed,
            rate,
            result.marks());
        report.heading(WAYS);
        result.rows().stream()
            .filter(row -> privacy.contains(row.way()))
            .forEach(row -> report.row(WAYS, row));
      }
    }
  }

  private static boolean losesFew(Asking.Row row) {
    return row.way() != Way.SUMMARY || WaysTable.lostPercent(row) <= LOST;
  }

  private int siteCount(int mailboxes) throws ExperimentException {
    int count = sites.equals("each") ? mailboxes : Integer.parseInt(sites);
    if (count > MOST_PEERS) {
      throw new ExperimentException(
          64, "--sites " + sites + ": " + count + " are more than " + MOST_PEERS);
    }
    return count;
  }
}
