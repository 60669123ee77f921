package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Padding;
import org.spamwatch.simulator.detection.PaddingExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim padded}: padding and preferred segments. */
@Command(
    name = "padded",
    description = {
      "Marks unrelated spams of a corpus, then checks copies of each to which random text was added,",
      "once with the marked mail as it was and once with padding of its own in it."
    },
    mixinStandardHelpOptions = true)
final class PaddedCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Mixin private MarkedSpams spams = new MarkedSpams();

  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  public Integer call() throws ExperimentException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      PaddingExperiment experiment =
          new PaddingExperiment(corpus.open(), spams.count(), peers.count(), peers.seed());
      return print(experiment.run(err::println)) ? 0 : 1;
    } catch (CorpusException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private boolean print(List<PaddingExperiment.Result> results) throws ExperimentException {
    PrintWriter to = spec.commandLine().getOut();
    to.printf("%d peers, seed %d; copies found%n", peers.count(), peers.seed());
    to.println("padding            | spams | of the new mail | of the marked mail too");
    boolean within = true;
    for (PaddingExperiment.Result result : results) {
      double ours = 100.0 * result.newPadded() / Math.max(1, result.spams());
      double both = 100.0 * result.bothPadded() / Math.max(1, result.spams());
      to.printf(
          Locale.ROOT,
          "%-18s | %5d | %13.1f %% | %20.1f %%%n",
          result.padding().label(),
          result.spams(),
          ours,
          both);
      within &= ours >= 99;
      within &= result.padding() != Padding.TIMES_5 || both >= 90;
      within &= result.padding() != Padding.TIMES_10 || both >= 70;
    }
    to.println("wanted: 99 in 100 of the new mail; of the marked mail too 90 at 5x and 70 at 10x");
    to.flush();
    return within;
  }
}
