package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.ReplayExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim replay}: what collaboration saves the people behind many mailboxes. */
@Command(
    name = "replay",
    description = {
      "Replays dated spam to the mailboxes it came to: what is not filed on arrival is read after a",
      "while and marked at some rate. Reports how much of it nobody had to see, for every mark rate",
      "and number of votes needed."
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(
      names = "--source",
      defaultValue = "listspam",
      description = "Spam of this source; empty for all (default: listspam).")
  private String source = "";

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "1,2,5,10,20,50,100",
      description = "Mark rates in percent (default: 1,2,5,10,20,50,100).")
  private List<Double> rates = List.of();

  @Option(
      names = "--votes",
      split = ",",
      defaultValue = "1,3",
      description = "Votes needed (default: 1,3).")
  private List<Integer> votes = List.of();

  @Option(
      names = "--delay",
      paramLabel = "HOURS",
      defaultValue = "4",
      description = "Mean time until a mail is read (default: 4).")
  private double delay;

  @Option(names = "--recheck", description = "Mail is checked once more when it is opened.")
  private boolean recheck;

  @Option(names = "--peers", defaultValue = "5", description = "Simulated peers (default: 5).")
  private int peers;

  @Option(names = "--seed", defaultValue = "1", description = "Of everything (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    boolean sound =
        rates.stream().allMatch(rate -> rate >= 0 && rate <= 100)
            && votes.stream().allMatch(count -> count >= 1 && count <= 1_000);
    if (!sound || delay < 0 || peers < 1 || peers > 1_000) {
      throw new ExperimentException(
          64, "--rates are 0 to 100, --votes and --peers 1 to 1000, --delay 0 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      List<Corpus.Mail> mails =
          corpus.open().spam().stream()
              .filter(mail -> source.isEmpty() || mail.source().equals(source))
              .toList();
      if (mails.isEmpty()) {
        throw new ExperimentException(65, corpus.path() + ": there is no spam of source " + source);
      }
      long mailboxes = mails.stream().map(Corpus.Mail::mailbox).distinct().count();
      out.printf(
          Locale.ROOT,
          "%d spams to %d mailboxes at %d peers, read after %.1f h on average, seed %d%n",
          mails.size(),
          mailboxes,
          peers,
          delay,
          seed);
      out.println(
          "votes needed | mark rate |  marks | campaign mail filed | when opened | after the first vote | after the"
              + " third");
      for (int needed : votes) {
        for (double rate : rates) {
          print(
              needed,
              rate,
              new ReplayExperiment(mails, rate / 100, needed, recheck, delay, peers, seed)
                  .run(line -> err.println(needed + " votes, " + rate + " %: " + line)));
        }
      }
      return 0;
    } catch (CorpusException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private void print(int needed, double rate, ReplayExperiment.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%12d | %7.1f %% | %6d | %7d %9.1f %% | %9.1f %% | %8d %9.1f %% | %6d %6.1f %%%n",
        needed,
        rate,
        result.marks(),
        result.filed(),
        share(result.filed(), result.campaignMails()),
        share(result.filedLater(), result.campaignMails()),
        result.filedAfterFirst(),
        share(result.filedAfterFirst(), result.afterFirst()),
        result.filedAfterThird(),
        share(result.filedAfterThird(), result.afterThird()));
    out.flush();
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }
}
