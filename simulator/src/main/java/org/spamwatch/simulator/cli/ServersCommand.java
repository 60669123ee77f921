package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.spamwatch.agent.counts.CountParameters;
import org.spamwatch.agent.signatures.SignatureParameters;
import org.spamwatch.simulator.load.CountStorage;
import org.spamwatch.simulator.load.DigestLoadExperiment;
import org.spamwatch.simulator.load.DigestLoadExperiment.Seen;
import org.spamwatch.simulator.load.LoadExperiment.Mails;
import org.spamwatch.simulator.load.Sample;
import org.spamwatch.simulator.load.SignatureStorage;
import org.spamwatch.simulator.load.SignatureStorage.Asked;
import org.spamwatch.simulator.load.SignatureStorage.Stored;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim servers}: signature and count server beside exact tables and others. */
@Command(
    name = "servers",
    header = "Speed, storage and error of signature and count server, beside tables and others.",
    description = {
      "First fills a signature database, looks up in it what was and what was not reported, and does",
      "the same with an exact hash table; and likewise a count database. Then runs a signature server as a process on loopback, and",
      "rspamd's fuzzy storage and pyzord beside it, and asks each over its own protocol about the",
      "same mails. Medians of several rounds, after time to warm up."
    },
    footer = {
      "  spamwatch-sim servers --rivals rspamd,pyzor --out servers.csv",
      "  spamwatch-sim servers --stored 10000000 --rounds 1",
      "Linux, for the processor time of others. rspamd, redis and pyzor are Debian's; root has them",
      "installed if they are missing (rspamd redis-server pyzor python3-gdbm)."
    })
final class ServersCommand extends SeededCommand {
  private static final double OF_SHINGLES = 5;
  private static final double OF_DIGEST = 2;
  private static final double MOST_BYTES = 8;

  private static final String OURS = "spamwatch, 100 a request";
  private static final String OURS_ALONE = "spamwatch, one a request";
  private static final String SHINGLES = "rspamd, redis, 32 shingles";
  private static final String DIGEST = "rspamd, redis, digest alone";

  private record Row(
      String way, Mails mails, int together, int round, @JsonUnwrapped Sample sample) {}

  private record Key(String way, Mails mails, int together) {}

  private static final Table<Stored> STORED =
      new Table<Stored>()
          .column("table      ", "%-11s", Stored::table)
          .column("bytes a signature", "%17.2f", Stored::bytes)
          .column("unknown ns", "%10.0f", row -> row.nanos().get(Asked.UNKNOWN))
          .column("spam ns", "%7.0f", row -> row.nanos().get(Asked.SPAM))
          .column("revoked ns", "%10.0f", row -> row.nanos().get(Asked.REVOKED))
          .column("wrong of unknown", "%6d of %,12d", Stored::wrong, Stored::strangers)
          .column("missed", "%6d", Stored::missed)
          .column("revoked found", "%13d", Stored::kept);

  private static final Table<CountStorage.Stored> COUNTED =
      new Table<CountStorage.Stored>()
          .column("table          ", "%-15s", CountStorage.Stored::table)
          .column("bytes a digest", "%14.2f", CountStorage.Stored::bytes)
          .column("report ns", "%9.0f", CountStorage.Stored::reportNanos)
          .column("check ns", "%8.0f", CountStorage.Stored::checkNanos)
          .column("too high", "%8d", CountStorage.Stored::tooHigh)
          .column("too low", "%7d", CountStorage.Stored::tooLow)
          .column("bulk wrongly", "%12d", CountStorage.Stored::falseBulk);

  private static final Table<Row> TABLE =
      new Table<Row>()
          .column("server                     ", "%-27s", Row::way)
          .column("mails   ", "%-8s", row -> row.mails().name().toLowerCase(Locale.ROOT))
          .column("a CPU-second", "%,12.0f", row -> row.sample().perCpuSecond())
          .column("a second", "%,9.0f", row -> row.sample().perSecond())
          .column("median ms", "%9.3f", row -> row.sample().medianMillis())
          .column("99 % ms", "%7.3f", row -> row.sample().p99Millis())
          .column("wrong", "%5d", row -> row.sample().wrong())
          .column("lost", "%4d", row -> row.sample().lost());

  @Option(
      names = "--rivals",
      split = ",",
      paramLabel = "NAME",
      description = "Also ask these: rspamd, pyzor.")
  private List<String> rivals = new ArrayList<>();

  @Option(names = "--java", paramLabel = "FLAG", description = "A flag for the server's Java.")
  private List<String> flags = new ArrayList<>();

  @Option(
      names = "--stored",
      description =
          "Signatures, and digests, that the databases are made for (default: ${DEFAULT-VALUE}).")
  @Range(least = 800_000, most = 30_000_000)
  private int stored = 1_000_000;

  @Option(
      names = "--strangers",
      description = "Signatures asked about that nobody has reported (default: ${DEFAULT-VALUE}).")
  @Range(least = 100_000, most = 1_000_000_000)
  private int strangers = 10_000_000;

  @Option(
      names = "--clients",
      description = "At once, each with one request under way (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 64)
  private int clients = 16;

  @Option(names = "--rounds", description = "Rounds that count (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100)
  private int rounds = 3;

  @Option(
      names = "--seconds",
      description = "Of each way to ask and kind of mail (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 600)
  private int seconds = 4;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "The same before all rounds (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 600)
  private int warmUp = 10;

  @Option(names = "--mails", description = "Of each kind (default: ${DEFAULT-VALUE}).")
  @Range(least = 100, most = 100_000)
  private int mails = 10_000;

  @Override
  void run(Report report) throws ExperimentException, ProcessException, InterruptedException {
    for (String rival : rivals) {
      if (!List.of("rspamd", "pyzor").contains(rival)) {
        throw new ExperimentException(64, "--rivals " + rival + ": there are rspamd and pyzor");
      }
    }
    storage(report);
    counts(report);
    DigestLoadExperiment.Setup setup =
        new DigestLoadExperiment.Setup(
            flags, rivals.contains("rspamd"), rivals.contains("pyzor"), mails, seed());
    try (DigestLoadExperiment experiment = DigestLoadExperiment.open(setup, report.progress())) {
      Map<Key, List<Sample>> samples = rounds(experiment, report);
      report.heading(TABLE);
      samples.forEach((key, all) -> report.print(TABLE, median(key, all)));
      judge(samples, report);
    }
  }

  private void storage(Report report) throws ProcessException {
    SignatureParameters parameters =
        new SignatureParameters(
            stored,
            SignatureParameters.FALSE_POSITIVES,
            SignatureParameters.KEEP,
            SignatureParameters.GENERATIONS,
            seed());
    SignatureStorage storage = new SignatureStorage(parameters, strangers, seed());
    report.progress().accept("stores " + storage.held() + " signatures");
    List<Stored> rows = storage.run();
    report.line(
        "%,d signatures in %d periods, %,d of them revoked",
        storage.held(), parameters.generations(), storage.revoked());
    report.heading(STORED);
    for (Stored row : rows) {
      report.row(STORED, row);
      boolean isExact = row.table().startsWith("exact");
      report.expect(isExact || row.bytes() <= MOST_BYTES);
      // As many as are expected at the error that was chosen, and three standard deviations.
      double expected = strangers * SignatureParameters.FALSE_POSITIVES;
      report.expect(row.wrong() <= expected + 3 * Math.sqrt(expected));
      report.expect(row.kept() == 0);
    }
    report.line(
        "bytes a signature, revocations and all periods included: %.2f; at most %.0f: %s",
        rows.get(0).bytes(), MOST_BYTES, rows.get(0).bytes() <= MOST_BYTES ? "yes" : "NO");
  }

  private void counts(Report report) throws ProcessException {
    CountParameters parameters = new CountParameters(stored, CountParameters.PERIOD, seed());
    report.progress().accept("counts " + stored + " digests");
    List<CountStorage.Stored> rows = new CountStorage(parameters, seed()).run();
    report.line(
        "%,d digests of one period, every tenth reported 1 to 30 times", rows.get(0).held());
    report.heading(COUNTED);
    for (CountStorage.Stored row : rows) {
      report.row(COUNTED, row);
      report.expect(row.tooLow() == 0);
    }
  }

  private Map<Key, List<Sample>> rounds(DigestLoadExperiment experiment, Report report)
      throws ProcessException, InterruptedException {
    Map<Key, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = 0; round <= rounds; round++) {
      report.progress().accept(round == 0 ? "warms up" : "round " + round + " of " + rounds);
      Duration length = Duration.ofSeconds(round == 0 ? warmUp : seconds);
      for (Seen seen : experiment.round(clients, length)) {
        Sample sample = seen.sample();
        report.keep(new Row(seen.way(), seen.mails(), seen.together(), round, sample));
        boolean isOurs = seen.way().startsWith("spamwatch");
        report.expect(!isOurs || (sample.wrong() == 0 && sample.lost() == 0));
        if (round > 0) {
          Key key = new Key(seen.way(), seen.mails(), seen.together());
          samples.computeIfAbsent(key, any -> new ArrayList<>()).add(sample);
        }
      }
    }
    return samples;
  }

  private static Row median(Key key, List<Sample> all) {
    return new Row(key.way(), key.mails(), key.together(), all.size(), Sample.median(all));
  }

  private static void judge(Map<Key, List<Sample>> samples, Report report) {
    double ours = perCpuSecond(samples, OURS, 100);
    double alone = perCpuSecond(samples, OURS_ALONE, 1);
    double shingles = perCpuSecond(samples, SHINGLES, 1);
    double digest = perCpuSecond(samples, DIGEST, 1);
    if (!Double.isNaN(shingles)) {
      line(report, "100 a request, times rspamd's on redis with 32 shingles", ours / shingles);
      line(report, "one a request, times rspamd's on redis with 32 shingles", alone / shingles);
      line(report, "100 a request, times rspamd's on redis with a digest", ours / digest);
      line(report, "one a request, times rspamd's on redis with a digest", alone / digest);
      report.line(
          "asked many at once, at least %.0f and %.0f times: %s",
          OF_SHINGLES,
          OF_DIGEST,
          ours >= OF_SHINGLES * shingles && ours >= OF_DIGEST * digest ? "yes" : "NO");
      report.expect(ours >= OF_SHINGLES * shingles && ours >= OF_DIGEST * digest);
    }
  }

  private static void line(Report report, String what, double times) {
    report.line("ordinary mails a CPU-second, %s: %.2f", what, times);
  }

  private static double perCpuSecond(Map<Key, List<Sample>> samples, String way, int together) {
    List<Sample> all = samples.getOrDefault(new Key(way, Mails.ORDINARY, together), List.of());
    ToDoubleFunction<Sample> rate = Sample::perCpuSecond;
    return Sample.median(all, rate);
  }
}
