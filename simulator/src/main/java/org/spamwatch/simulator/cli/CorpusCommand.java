package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.corpus.DetectionExperiment;
import org.spamwatch.simulator.corpus.DetectionResult;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim corpus}: detection on dated real mail over live peers. */
@Command(
    name = "corpus",
    description = {
      "Publishes a corpus of dated spam over peers that run as processes on this machine, asks about",
      "each modified copy before it is published, and checks ham at the end (SpamWatch paper, Tables",
      "1 and 2). The corpus is a directory with a manifest.tsv; docs/experiments.md has its columns."
    },
    mixinStandardHelpOptions = true)
final class CorpusCommand implements Callable<Integer> {
  /** The paper's Table 1, percent at THRES 3, 4 and 5. */
  private static final List<Double> PAPER = List.of(97.56, 92.21, 86.25);

  private static final int QUICK_SPAM = 2_000;
  private static final int QUICK_HAM = 200;
  private static final List<String> JAVA_FLAGS = List.of("-Xmx1g");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  @Option(names = "--peers", defaultValue = "5", description = "Peers (default: 5).")
  private int peers;

  @Option(
      names = "--scheme",
      defaultValue = "char50",
      description = "Fingerprint scheme: char50, word or rabin50 (default: char50).")
  private String scheme = "";

  @Option(names = "--spam", description = "Spams at most, the earliest first (default: all).")
  private int mostSpam = Integer.MAX_VALUE;

  @Option(
      names = "--ham",
      defaultValue = "2000",
      description = "Ham mails, evenly spread (default: 2000).")
  private int mostHam;

  @Option(names = "--quick", description = "The first 2,000 spams and 200 ham mails.")
  private boolean quick;

  @Option(names = "--seed", defaultValue = "1", description = "Of the voters' keys (default: 1).")
  private long seed;

  @Option(
      names = "--at-least",
      defaultValue = "95",
      description =
          "Percentage of modified copies to be found at THRES 3; exit 1 below (default: 95).")
  private double atLeast;

  @Option(names = "--out", paramLabel = "DIR", description = "Also writes corpus-SCHEME.json here.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws ExperimentException {
    Scheme used =
        Scheme.ofLabel(scheme)
            .orElseThrow(
                () ->
                    new ExperimentException(
                        64, "--scheme " + scheme + ": char50, word or rabin50"));
    if (peers < 1 || peers > 64 || mostSpam < 0 || mostHam < 0) {
      throw new ExperimentException(64, "--peers is 1 to 64, --spam and --ham are 0 or more");
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      Corpus corpus = Corpus.open(directory.toAbsolutePath());
      DetectionResult result;
      try (PeerProcesses processes = PeerProcesses.start(peers, JAVA_FLAGS, err::println)) {
        result =
            new DetectionExperiment(corpus, used, processes.clients(), seed, err::println)
                .run(
                    quick ? Math.min(QUICK_SPAM, mostSpam) : mostSpam,
                    quick ? Math.min(QUICK_HAM, mostHam) : mostHam);
      }
      print(result);
      write(result);
      return share(result.foundAny().get(0), result.modified()) >= atLeast ? 0 : 1;
    } catch (CorpusException | ProcessException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 100 : 100.0 * part / whole;
  }

  private void print(DetectionResult result) {
    PrintWriter to = spec.commandLine().getOut();
    to.printf(
        Locale.ROOT,
        "scheme %s, %d peers, seed %d: %d spams (%d with too little text), %.0f s%n",
        result.scheme(),
        result.peers(),
        seed,
        result.spam(),
        result.unaddressable(),
        result.seconds());
    to.println("THRES | modified | any earlier copy | first copy      | paper   | ham matched");
    for (int i = 0; i < 3; i++) {
      int any = result.foundAny().get(i);
      int first = result.foundFirst().get(i);
      int ham = result.hamMatched().get(i);
      to.printf(
          Locale.ROOT,
          "%5d | %8d | %6d %7.2f %% | %5d %7.2f %% | %.2f %% | %d/%d (%.2f %%)%n",
          DetectionResult.THRESHOLDS.get(i),
          result.modified(),
          any,
          share(any, result.modified()),
          first,
          share(first, result.modified()),
          PAPER.get(i),
          ham,
          result.ham(),
          share(ham, result.ham()));
    }
    to.printf(
        Locale.ROOT,
        "matched only spam of other clusters: %d; peers and all-pairs comparison differ on: %d (%d of"
            + " them full answers)%n",
        result.foundElsewhere(),
        result.disagreements(),
        result.disagreementsAtLimit());
    to.printf(
        Locale.ROOT,
        "checks: median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, %d incomplete; marks not confirmed in"
            + " time: %d, superseded by the same mailbox: %d%n",
        result.millis().get(0),
        result.millis().get(1),
        result.millis().get(2),
        result.incomplete(),
        result.marksUnconfirmed(),
        result.marksRefused());
    to.flush();
  }

  private void write(DetectionResult result) throws ExperimentException {
    if (out.isEmpty()) {
      return;
    }
    Path file = out.get().resolve("corpus-" + result.scheme() + ".json");
    try {
      Files.createDirectories(out.get());
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(file.toFile(), result);
    } catch (IOException e) {
      throw new ExperimentException(73, file + ": cannot be written: " + e.getMessage());
    }
  }
}
