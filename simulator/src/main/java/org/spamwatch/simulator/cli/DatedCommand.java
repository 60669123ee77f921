package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.DatedExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim dated}: Tables 1 and 2 on a corpus in the order of its dates. */
@Command(
    name = "dated",
    header = "Marks and checks a dated corpus over simulated peers.",
    description = {
      "Lets a dated corpus arrive at simulated peers: modified copies of spam are checked and then",
      "marked, ham is checked and then kept (SpamWatch paper, Tables 1 and 2). The corpus is a",
      "directory with a manifest.tsv; docs/experiments.md has its columns."
    },
    footer = "  spamwatch-sim dated DIR --schemes char50 --out dated.json")
final class DatedCommand extends SeededCommand {
  /** Percent of ham that may be called spam. */
  private static final double HAM = 0.02;

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(
      names = "--schemes",
      split = ",",
      paramLabel = "NAME",
      description = "Active fingerprint schemes (default: those of a peer).")
  private List<String> schemes = new ArrayList<>();

  @Mixin private KeepLookalikesOption lookalikes = new KeepLookalikesOption();

  @Option(names = "--forget-ham", description = "Ham is not kept: no text is known as ordinary.")
  private boolean forgetHam;

  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  void run(Report report) throws ExperimentException, CorpusException {
    List<Scheme> active = new ArrayList<>();
    for (String name : schemes) {
      active.add(
          Scheme.ofLabel(name)
              .filter(Scheme::isOfText)
              .orElseThrow(() -> new ExperimentException(64, "--schemes " + name + ": unknown")));
    }
    List<Scheme> used = active.isEmpty() ? Scheme.ACTIVE_BY_DEFAULT : active;
    DatedExperiment.Result result =
        new DatedExperiment(
                corpus.open(), used, lookalikes.kept(), !forgetHam, peers.count(), seed())
            .run(report.progress());
    report.keep(result);
    report.expect(Table.percent(result.hamCalledSpam(), result.ham()) <= HAM);
    report.line(
        "schemes %s, %d peers, seed %d: %d spams (%d with too little text), %d ham mails, %s",
        String.join(" and ", used.stream().map(Scheme::label).toList()),
        peers.count(),
        seed(),
        result.spam(),
        result.unaddressable(),
        result.ham(),
        forgetHam ? "not kept" : "each kept after its check");
    new ThresTable(result.modified())
        .found("any earlier copy", result.found())
        .print(report, result.ham(), result.hamMatched());
    report.line(
        "ham called spam at the standard setting: %d of %d (%.3f %%; at most %.2f %% wanted)",
        result.hamCalledSpam(),
        result.ham(),
        Table.percent(result.hamCalledSpam(), result.ham()),
        HAM);
  }
}
