package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.corpus.DetectionExperiment;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim corpus}: detection on dated real mail over live peers. */
@Command(
    name = "corpus",
    header = "Marks and checks a dated corpus over peers that run as processes.",
    description = {
      "Publishes a corpus of dated spam over peers that run as processes on this machine, asks"
          + " about",
      "each modified copy before it is published, and checks ham at the end (SpamWatch paper,"
          + " Tables",
      "1 and 2). The corpus is a directory with a manifest.tsv; docs/experiments.md has its"
          + " columns."
    },
    footer = "  spamwatch-sim corpus DIR --quick --out corpus.json")
final class CorpusCommand extends SeededCommand {
  private static final int QUICK_SPAM = 2_000;
  private static final int QUICK_HAM = 200;
  private static final List<String> JAVA_FLAGS = List.of("-Xmx1g");

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(names = "--peers", description = "Peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 64)
  private int peers = 5;

  @Option(
      names = "--scheme",
      description = "Fingerprint scheme: char50, word or rabin50 (default: ${DEFAULT-VALUE}).")
  private String scheme = "char50";

  @Option(names = "--spam", description = "Spams at most, the earliest first (default: all).")
  @Range(least = 0)
  private int mostSpam = Integer.MAX_VALUE;

  @Option(names = "--ham", description = "Ham mails, evenly spread (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int mostHam = 2000;

  @Option(names = "--quick", description = "The first 2,000 spams and 200 ham mails.")
  private boolean quick;

  @Option(
      names = "--at-least",
      description =
          "Percentage of modified copies to be found at THRES 3; exit 1 below (default:"
              + " ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 100)
  private double atLeast = 95;

  @Override
  void run(Report report) throws ExperimentException, CorpusException, ProcessException {
    Scheme used =
        Scheme.ofLabel(scheme)
            .filter(Scheme::isOfText)
            .orElseThrow(
                () ->
                    new ExperimentException(
                        64, "--scheme " + scheme + ": char50, word or rabin50"));
    Corpus opened = corpus.open();
    try (PeerProcesses processes = PeerProcesses.start(peers, JAVA_FLAGS, report.progress())) {
      DetectionExperiment.Result result =
          new DetectionExperiment(opened, used, processes.clients(), seed(), report.progress())
              .run(
                  quick ? Math.min(QUICK_SPAM, mostSpam) : mostSpam,
                  quick ? Math.min(QUICK_HAM, mostHam) : mostHam);
      report.keep(result);
      print(result, report);
      int found = result.foundAny().get(0);
      report.expect(100.0 * found >= atLeast * result.modified());
    }
  }

  private void print(DetectionExperiment.Result result, Report report) {
    report.line(
        "scheme %s, %d peers, seed %d: %d spams (%d with too little text), %.0f s",
        result.scheme(),
        result.peers(),
        seed(),
        result.spam(),
        result.unaddressable(),
        result.seconds());
    new ThresTable(result.modified())
        .found("any earlier copy", result.foundAny())
        .found("first copy     ", result.foundFirst())
        .print(report, result.ham(), result.hamMatched());
    report.line(
        "matched only spam of other clusters: %d; peers and all-pairs comparison differ on: %d (%d"
            + " of them full answers)",
        result.foundElsewhere(), result.disagreements(), result.disagreementsAtLimit());
    report.line(
        "checks: median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, %d incomplete; marks not confirmed"
            + " in time: %d, superseded by the same mailbox: %d",
        result.millis().get(0),
        result.millis().get(1),
        result.millis().get(2),
        result.incomplete(),
        result.marksUnconfirmed(),
        result.marksRefused());
  }
}
