package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.DatedExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim dated}: Tables 1 and 2 on a corpus in the order of its dates. */
@Command(
    name = "dated",
    description = {
      "Lets a dated corpus arrive at simulated peers: modified copies of spam are checked and then",
      "marked, ham is checked and then kept (SpamWatch paper, Tables 1 and 2). The corpus is a",
      "directory with a manifest.tsv; docs/experiments.md has its columns."
    },
    mixinStandardHelpOptions = true)
final class DatedCommand implements Callable<Integer> {
  /** The paper's Table 1, percent at THRES 3, 4 and 5. */
  private static final List<Double> PAPER = List.of(97.56, 92.21, 86.25);

  /** Percent of ham that may be called spam. */
  private static final double HAM = 0.02;

  @Spec private CommandSpec spec;

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
  public Integer call() throws ExperimentException {
    List<Scheme> active = new ArrayList<>();
    for (String name : schemes) {
      active.add(
          Scheme.ofLabel(name)
              .orElseThrow(() -> new ExperimentException(64, "--schemes " + name + ": unknown")));
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      List<Scheme> used = active.isEmpty() ? Scheme.ACTIVE_BY_DEFAULT : active;
      DatedExperiment.Result result =
          new DatedExperiment(
                  corpus.open(), used, lookalikes.kept(), !forgetHam, peers.count(), peers.seed())
              .run(err::println);
      print(used, result);
      return share(result.hamCalledSpam(), result.ham()) <= HAM ? 0 : 1;
    } catch (CorpusException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private void print(List<Scheme> used, DatedExperiment.Result result) throws ExperimentException {
    PrintWriter to = spec.commandLine().getOut();
    to.printf(
        "schemes %s, %d peers, seed %d: %d spams (%d with too little text), %d ham mails, %s%n",
        String.join(" and ", used.stream().map(Scheme::label).toList()),
        peers.count(),
        peers.seed(),
        result.spam(),
        result.unaddressable(),
        result.ham(),
        forgetHam ? "not kept" : "each kept after its check");
    to.println("THRES | modified | any earlier copy | paper   | ham matched");
    for (int i = 0; i < DatedExperiment.THRESHOLDS.size(); i++) {
      to.printf(
          Locale.ROOT,
          "%5d | %8d | %6d %7.2f %% | %.2f %% | %d/%d (%.3f %%)%n",
          DatedExperiment.THRESHOLDS.get(i),
          result.modified(),
          result.found().get(i),
          share(result.found().get(i), result.modified()),
          PAPER.get(i),
          result.hamMatched().get(i),
          result.ham(),
          share(result.hamMatched().get(i), result.ham()));
    }
    to.printf(
        Locale.ROOT,
        "ham called spam at the standard setting: %d of %d (%.3f %%; at most %.2f %% wanted)%n",
        result.hamCalledSpam(),
        result.ham(),
        share(result.hamCalledSpam(), result.ham()),
        HAM);
    to.flush();
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }
}
