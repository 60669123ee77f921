package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
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

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(
      names = "--source",
      description = "Spam of this source; empty for all (default: ${DEFAULT-VALUE}).")
  private String source = "listspam";

  @Option(
      names = "--rates",
      split = ",",
      description = "Mark rates in percent (default: ${DEFAULT-VALUE}).")
  private List<Double> rates = List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);

  @Option(names = "--votes", split = ",", description = "Votes needed (default: ${DEFAULT-VALUE}).")
  private List<Integer> votes = List.of(1, 3);

  @Option(
      names = "--delay",
      paramLabel = "HOURS",
      description = "Mean time until a mail is read (default: ${DEFAULT-VALUE}).")
  private double delay = 4;

  @Option(names = "--recheck", description = "Mail is checked once more when it is opened.")
  private boolean recheck;

  @Option(
      names = "--peers",
      description = "Simulated peers of the one site (default: ${DEFAULT-VALUE}).")
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

  @Override
  void run(Report report) throws ExperimentException, CorpusException {
    inRange("--rates", 0, 100);
    inRange("--votes", 1, 1_000);
    atLeast("--delay", 0);
    inRange("--peers", 1, MOST_PEERS);
    if (!sites.matches("each|[1-9][0-9]{0,8}")) {
      throw new ExperimentException(64, "--sites " + sites + ": 1 to " + MOST_PEERS + ", or each");
    }
    List<Corpus.Mail> mails =
        corpus.open().spam().stream()
            .filter(mail -> source.isEmpty() || mail.source().equals(source))
            .toList();
    if (mails.isEmpty()) {
      throw new ExperimentException(65, corpus.path() + ": there is no spam of source " + source);
    }
    int mailboxes = (int) mails.stream().map(Corpus.Mail::mailbox).distinct().count();
    int siteCount = siteCount(mailboxes);
    boolean strangers = siteCount > 1;
    int peerCount = strangers ? siteCount : peers;
    report.line(
        "%d spams to %d mailboxes at %d peers of %d site%s, read after %.1f h on average, seed %d",
        mails.size(), mailboxes, peerCount, siteCount, strangers ? "s" : "", delay, seed());
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

  private int siteCount(int mailboxes) throws ExperimentException {
    int count = sites.equals("each") ? mailboxes : Integer.parseInt(sites);
    if (count > MOST_PEERS) {
      throw new ExperimentException(
          64, "--sites " + sites + ": " + count + " are more than " + MOST_PEERS);
    }
    return count;
  }
}
