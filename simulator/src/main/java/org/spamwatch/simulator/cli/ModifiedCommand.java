package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Modification;
import org.spamwatch.simulator.detection.ModifiedExperiment;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim modified}: changed copies of marked spam. */
@Command(
    name = "modified",
    description = {
      "Marks unrelated spams of a corpus, then checks copies of each that are changed in 20 ways, and",
      "asks rivals about the same copies. The corpus is a directory with a manifest.tsv."
    },
    mixinStandardHelpOptions = true)
final class ModifiedCommand implements Callable<Integer> {
  /** Percent to be found; one word in ten may be missed a little more often. */
  private static final double REACH = 99;

  private static final double REACH_WORDS_10 = 97;

  @Spec private CommandSpec spec;

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Mixin private MarkedSpams spams = new MarkedSpams();

  @Mixin private ReferenceFiltersOption rivals = new ReferenceFiltersOption();

  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  public Integer call() throws ExperimentException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      ModifiedExperiment.Result result =
          new ModifiedExperiment(corpus.open(), spams.count(), peers.count(), peers.seed())
              .run(rivals.names(), err::println);
      return print(result) ? 0 : 1;
    } catch (CorpusException | ProcessException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private boolean print(ModifiedExperiment.Result result) throws ExperimentException {
    PrintWriter to = spec.commandLine().getOut();
    to.printf(
        Locale.ROOT,
        "%d spams, %d peers, seed %d; copies found in %%%n",
        result.spams(),
        peers.count(),
        peers.seed());
    boolean reached = result.spams() == spams.count();
    boolean first = true;
    for (Map.Entry<Modification, Map<String, Integer>> row : result.found().entrySet()) {
      if (first) {
        to.printf("%-42s | %s | within?%n", "change", String.join(" | ", row.getValue().keySet()));
        first = false;
      }
      double reach = row.getKey() == Modification.WORDS_10 ? REACH_WORDS_10 : REACH;
      StringBuilder line = new StringBuilder(String.format("%-42s", row.getKey().label()));
      for (Map.Entry<String, Integer> system : row.getValue().entrySet()) {
        double share = 100.0 * system.getValue() / Math.max(1, result.spams());
        String format = " | %" + system.getKey().length() + ".1f";
        line.append(String.format(Locale.ROOT, format, share));
      }
      boolean within =
          100.0 * row.getValue().getOrDefault("spamwatch", 0) >= reach * result.spams();
      reached &= within;
      to.println(line + (within ? " | yes" : " | no, " + reach + " wanted"));
    }
    to.flush();
    return reached;
  }
}
