package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.SplitExperiment;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim split}: half of a public corpus known, the other half asked about. */
@Command(
    name = "split",
    description = {
      "Marks one half of the spam of the public SpamAssassin corpus and keeps one half of its ham,",
      "then asks about the rest, and asks rivals the same. DIR holds the directories easy-ham-1,",
      "easy-ham-2, hard-ham-1, spam-1 and spam-2."
    },
    mixinStandardHelpOptions = true)
final class SplitCommand implements Callable<Integer> {
  /** Ham that may be called spam on the hard split. */
  private static final int HARD_HAM = 4;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  @Option(names = "--hard", description = "Only easy-ham-1 is known; hard ham is asked about.")
  private boolean hard;

  @Mixin private ReferenceFiltersOption rivals = new ReferenceFiltersOption();

  @Mixin private KeepLookalikesOption lookalikes = new KeepLookalikesOption();
  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  public Integer call() throws ExperimentException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      SplitExperiment split =
          hard ? SplitExperiment.hard(directory) : SplitExperiment.even(directory);
      SplitExperiment.Result result =
          split.run(peers.count(), peers.seed(), lookalikes.kept(), rivals.names(), err::println);
      print(split, result);
      int allowed = hard ? HARD_HAM : 0;
      return result.rows().get(0).hamCalledSpam() <= allowed ? 0 : 1;
    } catch (CorpusException | ProcessException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private void print(SplitExperiment split, SplitExperiment.Result result) {
    PrintWriter to = spec.commandLine().getOut();
    to.printf(
        "%s split: %d spams marked, %d ham mails kept; asked about %d spams and %d ham mails%n",
        split.name(), split.marked().size(), split.kept().size(), result.spam(), result.ham());
    result.hashed().ifPresent(hashed -> to.printf("rspamd can hash %d of the spams%n", hashed));
    to.println("system       | spam caught      | of what rspamd can hash | ham called spam");
    for (SplitExperiment.Row row : result.rows()) {
      String hashed =
          result.hashed().isEmpty()
              ? "-"
              : String.format(
                  Locale.ROOT,
                  "%d %7.2f %%",
                  row.hashedCaught(),
                  share(row.hashedCaught(), result.hashed().getAsInt()));
      to.printf(
          Locale.ROOT,
          "%-12s | %6d %7.2f %% | %23s | %d%n",
          row.system(),
          row.spamCaught(),
          share(row.spamCaught(), result.spam()),
          hashed,
          row.hamCalledSpam());
    }
    to.flush();
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }
}
