package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.load.LoadExperiment;
import org.spamwatch.simulator.load.LoadExperiment.Mails;
import org.spamwatch.simulator.load.LoadExperiment.Protocol;
import org.spamwatch.simulator.load.LoadExperiment.Seen;
import org.spamwatch.simulator.load.Sample;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim load}: how fast a live peer checks mail, beside rspamd. */
@Command(
    name = "load",
    header = "How many mails a live peer checks in a second of its processor time.",
    description = {
      "Runs a peer, alone in its realm, and beside it rspamd with its fuzzy check and nothing else,",
      "as processes on loopback, and asks both in turn about the same whole mails, ordinary ones and",
      "such as were marked there. Medians of several rounds, after time to",
      "warm up, for Java compiles what is run. With --realm also a peer among others, which are",
      "asked nothing."
    },
    footer = {
      "  spamwatch-sim load --rivals rspamd --rounds 5 --out load.csv",
      "  spamwatch-sim load --clients 200 --share 0.7 --sustain 600",
      "  spamwatch-sim load --rivals rspamd --protocol spamd --clients 1",
      "  spamwatch-sim load --protocol milter --clients 200 --kinds ordinary --share 2 --sustain 20",
      "Linux, for the processor time of others. rspamd is Debian's: apt-get install rspamd."
    })
final class LoadCommand extends SeededCommand {
  private static final double ORDINARY_RATIO = 2;
  private static final double KNOWN_RATIO = 1.5;
  private static final double KNOWN_COST = 1.3;
  private static final double REALM_COST = 1.1;
  private static final double P99_MILLIS = 2;
  private static final double SUSTAINED_P99_MILLIS = 100;

  private static final String PEER = "spamwatch";
  private static final String REALM = "realm";
  private static final String RSPAMD = "rspamd";

  private record Row(
      String server, Mails mails, int clients, int round, @JsonUnwrapped Sample sample) {}

  private record Key(String server, Mails mails, int clients) {}

  private static final Table<Row> TABLE =
      new Table<Row>()
          .column("server   ", "%-9s", Row::server)
          .column("mails   ", "%-8s", row -> row.mails().name().toLowerCase(Locale.ROOT))
          .column("clients", "%7d", Row::clients)
          .column("a CPU-second", "%,12.0f", row -> row.sample().perCpuSecond())
          .column("a second", "%,8.0f", row -> row.sample().perSecond())
          .column("median ms", "%9.2f", row -> row.sample().medianMillis())
          .column("99 % ms", "%7.2f", row -> row.sample().p99Millis())
          .column("503", "%6d", row -> row.sample().refused())
          .column("wrong", "%5d", row -> row.sample().wrong())
          .column("lost", "%4d", row -> row.sample().lost());

  @Option(
      names = "--rivals",
      description = "rspamd, which must be installed; else the peer runs alone.")
  private Optional<String> rival = Optional.empty();

  @Option(
      names = "--protocol",
      description = {
        "In which the peer is asked: http or milter, over kept connections, or spamd, with a",
        "connection a mail; rspamd in its own, over connections of the same kind (default: http).",
        "Mails that a milter accepts unchecked are counted under 503, as are spamd's 75."
      })
  private Protocol protocol = Protocol.HTTP;

  @Mixin private LoadedPeers peers = new LoadedPeers();

  @Option(
      names = "--clients",
      split = ",",
      description = "Connections at once, in turn (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1000)
  private List<Integer> clients = List.of(1, 16);

  @Option(
      names = "--kinds",
      split = ",",
      description = "Which mails: ordinary, known (default: both).")
  private List<Mails> kinds = List.of(Mails.values());

  @Option(names = "--rounds", description = "Rounds that count (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100)
  private int rounds = 3;

  @Option(
      names = "--seconds",
      description = "Of each server and kind of mail in a round (default: 5).")
  @Range(least = 1, most = 600)
  private int seconds = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "Of each server and kind of mail, before all rounds (default: 60).")
  @Range(least = 1, most = 600)
  private int warmUp = 60;

  @Option(names = "--mails", description = "Of each kind (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 2000)
  private int mails = 200;

  @Option(names = "--bytes", description = "Of a mail (default: ${DEFAULT-VALUE}).")
  @Range(least = 1000, most = 100_000)
  private int bytes = 5_000;

  @Option(
      names = "--share",
      description = "Then asks for --sustain seconds this share of the rate measured last.")
  @Range(least = 0, most = 10, aboveLeast = true)
  private Optional<Double> share = Optional.empty();

  @Option(
      names = "--sustain",
      paramLabel = "SECONDS",
      description = "How long that is (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 36_000)
  private int sustain = 600;

  @Override
  void run(Report report) throws ExperimentException, ProcessException, InterruptedException {
    if (rival.filter(name -> !name.equals(RSPAMD)).isPresent()) {
      throw new ExperimentException(64, "--rivals " + rival.get() + ": there is rspamd");
    }
    if (share.isPresent() && !kinds.contains(Mails.ORDINARY)) {
      throw new ExperimentException(64, "--share asks for ordinary mails: name them in --kinds");
    }
    if (protocol != Protocol.HTTP && peers.realm() > 1) {
      throw new ExperimentException(64, "--realm is for --protocol http");
    }
    LoadExperiment.Setup setup =
        new LoadExperiment.Setup(
            protocol,
            peers.java(),
            peers.settings(),
            rival.isPresent(),
            peers.realm(),
            mails,
            bytes,
            seed());
    try (LoadExperiment experiment = LoadExperiment.open(setup, report.progress())) {
      Map<Key, List<Sample>> samples = rounds(experiment, report);
      report.heading(TABLE);
      samples.forEach((key, all) -> report.print(TABLE, median(key, all)));
      judge(samples, report);
      if (share.isPresent()) {
        sustain(experiment, samples, report);
      }
    }
  }

  private Map<Key, List<Sample>> rounds(LoadExperiment experiment, Report report)
      throws ProcessException, InterruptedException {
    Map<Key, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = 0; round <= rounds; round++) {
      report.progress().accept(round == 0 ? "warms up" : "round " + round + " of " + rounds);
      for (int at : clients) {
        Duration length = Duration.ofSeconds(round == 0 ? warmUp : seconds);
        for (Seen seen : experiment.round(kinds, at, length)) {
          Sample sample = seen.sample();
          report.keep(new Row(seen.server(), seen.mails(), at, round, sample));
          report.expect(
              seen.server().equals(RSPAMD) || (sample.wrong() == 0 && sample.lost() == 0));
          if (round > 0) {
            Key key = new Key(seen.server(), seen.mails(), at);
            samples.computeIfAbsent(key, any -> new ArrayList<>()).add(sample);
          }
        }
      }
    }
    return samples;
  }

  private static Row median(Key key, List<Sample> all) {
    return new Row(key.server(), key.mails(), key.clients(), all.size(), Sample.median(all));
  }

  /** Holds what was measured at the first number of clients against what is to be reached. */
  private void judge(Map<Key, List<Sample>> samples, Report report) {
    int at = clients.get(0);
    double ordinary = median(samples, PEER, Mails.ORDINARY, Sample::perCpuSecond);
    double known = median(samples, PEER, Mails.KNOWN, Sample::perCpuSecond);
    if (rival.isPresent()) {
      String times = " mails a CPU-second, times rspamd's";
      double theirOrdinary = median(samples, RSPAMD, Mails.ORDINARY, Sample::perCpuSecond);
      double theirKnown = median(samples, RSPAMD, Mails.KNOWN, Sample::perCpuSecond);
      atLeast(report, "ordinary" + times, ordinary / theirOrdinary, ORDINARY_RATIO);
      atLeast(report, "known" + times, known / theirKnown, KNOWN_RATIO);
    }
    double inRealm = median(samples, REALM, Mails.ORDINARY, Sample::perCpuSecond);
    atMost(
        report,
        "CPU of an ordinary mail in a realm of several, times alone",
        ordinary / inRealm,
        REALM_COST);
    atMost(report, "CPU of a known mail, times an ordinary one's", ordinary / known, KNOWN_COST);
    if (at == 1) {
      double p99 = median(samples, PEER, Mails.KNOWN, Sample::p99Millis);
      atMost(report, "99 % of known mails at one connection, milliseconds", p99, P99_MILLIS);
    }
  }

  /** At the first number of clients; not a number if that was not measured. */
  private double median(
      Map<Key, List<Sample>> samples, String server, Mails mails, ToDoubleFunction<Sample> of) {
    return Sample.median(
        samples.getOrDefault(new Key(server, mails, clients.get(0)), List.of()), of);
  }

  private static void atLeast(Report report, String what, double value, double least) {
    if (!Double.isNaN(value)) {
      String within = value >= least ? "yes" : "NO";
      report.line("%s: %.2f; at least %.1f: %s", what, value, least, within);
      report.expect(value >= least);
    }
  }

  private static void atMost(Report report, String what, double value, double most) {
    if (!Double.isNaN(value)) {
      String within = value <= most ? "yes" : "NO";
      report.line("%s: %.2f; at most %.1f: %s", what, value, most, within);
      report.expect(value <= most);
    }
  }

  private void sustain(LoadExperiment experiment, Map<Key, List<Sample>> samples, Report report)
      throws ProcessException, InterruptedException {
    int at = clients.get(clients.size() - 1);
    double capacity =
        Sample.median(
            samples.getOrDefault(new Key(PEER, Mails.ORDINARY, at), List.of()), Sample::perSecond);
    double rate = share.orElse(0.0) * capacity;
    report
        .progress()
        .accept(String.format(Locale.ROOT, "%d s of %.0f mails a second", sustain, rate));
    Sample sample = experiment.paced(at, Duration.ofSeconds(sustain), rate);
    report.row(TABLE, new Row("paced", Mails.ORDINARY, at, 0, sample));
    boolean overload = share.orElse(0.0) > 1;
    report.expect(sample.lost() == 0 && sample.wrong() == 0);
    if (!overload) {
      report.expect(sample.refused() == 0);
      atMost(report, "99 % of paced mails, milliseconds", sample.p99Millis(), SUSTAINED_P99_MILLIS);
    }
  }
}
