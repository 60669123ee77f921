package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.spamwatch.simulator.analytic.OutbreakExperiment;
import org.spamwatch.simulator.analytic.OutbreakExperiment.Outcome;
import org.spamwatch.simulator.analytic.OutbreakExperiment.Way;
import org.spamwatch.simulator.analytic.Reading;
import org.spamwatch.simulator.analytic.Topology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim outbreak}: how many see a new spam before it is known. */
@Command(
    name = "outbreak",
    header = "How many users see a new spam before enough others have marked it.",
    description = {
      "A copy comes to each user within two hours, is opened three hours later on average, and is",
      "asked about when it is opened: within a TTL, on the full route, or in what peers announce.",
      "Who sees it may mark it; who meets a pointer of a mark learns of all votes. A user is a",
      "node, tables are settled, and questions take no time. A TTL counts hops, or digits if the",
      "reading does; who asks is not counted.",
      "Exit code 1: not as is known (4,096, 65,536 and 1,000,000 users, three votes, three",
      "fingerprints, paper-b)."
    },
    footer = "  spamwatch-sim outbreak --users 65536 --rates 0.01,0.1 --out outbreak.csv")
final class OutbreakCommand extends PlottedCommand {
  /** What the way is called that ends at the root. */
  static final String FULL_ROUTE = "full route";

  private static final int MOST_USERS = 2_000_000;
  private static final int MOST_VOTES = 100;

  /** By what share of users what is known of a TTL may be missed, or by three deviations. */
  private static final double TOLERANCE = .02;

  /** How many may see it if the full route is asked, or what is announced, by 10^6 users. */
  private static final double MOST_SEEN = .001;

  private static final String KNOWN_READING = "paper-b";

  /** What is known does not say how many there were; with so many ours is alike. */
  private static final int KNOWN_FINGERPRINTS = 3;

  /** Users, rate, and shares that see it at TTLs from 1 on, of another program. */
  private static final double[][] KNOWN = {
    {4_096, .01, .775, .325, .139},
    {65_536, .01, .740, .279, .057},
    {65_536, .1, .365, .075, .0105},
    {1_000_000, .01, .741, .284, .062}
  };

  /**
   * What came of all spams of a rate and way.
   *
   * @param ttl of questions, empty for the full route and what is announced
   * @param seen the mean share of users who saw one
   * @param deviation between the spams
   * @param marks the mean number of those who marked one
   * @param known of another program
   */
  record Row(
      String reading,
      int users,
      double rate,
      String way,
      @Nullable Integer ttl,
      double seen,
      double deviation,
      double marks,
      @Nullable Double known) {}

  @Option(
      names = "--users",
      split = ",",
      description = "Users, each a node (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = MOST_USERS)
  private List<Integer> users = List.of(10_000, 65_536);

  @Option(
      names = "--rates",
      split = ",",
      description = "How probably one who sees it marks it (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, aboveLeast = true, belowMost = true)
  private List<Double> rates = List.of(.01);

  @Option(
      names = "--ttls",
      split = ",",
      description = "TTLs of questions, beside the full route (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 64)
  private List<Integer> ttls = List.of(1, 2, 3);

  @Option(names = "--votes", description = "Votes needed (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = MOST_VOTES)
  private int votes = 3;

  @Option(
      names = "--fingerprints",
      description = "Of the spam, each published and asked for (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 64)
  private int fingerprints = 10;

  @Option(
      names = "--spread",
      paramLabel = "SECONDS",
      description = {
        "After which all peers know a mark by what is announced; 5.3 is what 99 %% of peers needed",
        "in `summaries` (default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0, most = 86_400)
  private double spread = 5.3;

  @Option(names = "--spams", description = "Of each size (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1_000)
  private int spams = 4;

  @Mixin private ReadingOption reading = new ReadingOption(KNOWN_READING);

  @Mixin private TopologyOption topology = new TopologyOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    Reading chosen = reading.reading();
    Topology ground = topology.topology(seed());
    List<Way> ways = new ArrayList<>(ttls.stream().map(Way::within).toList());
    ways.add(Way.within(Integer.MAX_VALUE));
    ways.add(Way.announced(spread));
    report.line(
        "%s, %d fingerprints, %d votes needed, %d spams",
        chosen.name(), fingerprints, votes, spams);
    Table<Row> table = table();
    report.heading(table);
    Units units = report.units((double) spams * users.stream().mapToLong(size -> size).sum());
    List<List<Row>> seen = new ArrayList<>();
    for (int size : users) {
      OutbreakExperiment experiment =
          new OutbreakExperiment(
              chosen, size, rates, votes, fingerprints, ways, threads.number(), seed());
      List<Outcome> all = new ArrayList<>();
      for (int i = 0; i < spams; i++) {
        int spam = i;
        all.addAll(
            units.run(
                size + " users, spam " + (spam + 1),
                size,
                new TypeReference<>() {},
                () -> experiment.run(ground, spam)));
      }
      for (double rate : rates) {
        List<Row> rows = ways.stream().map(way -> row(chosen, size, rate, way, all)).toList();
        rows.forEach(row -> report.row(table, row));
        seen.add(rows);
      }
    }
    report.plot(OutbreakPlot.of(seen));
  }

  private Table<Row> table() {
    return new Table<>(this::isWithin)
        .column("users  ", "%7d", Row::users)
        .column("mark rate", "%9s", Row::rate)
        .column("way       ", "%-10s", Row::way)
        .column(
            "see it (sd), %",
            "%6.3f (%5.3f)", row -> 100 * row.seen(), row -> 100 * row.deviation())
        .column("known", "%5s", row -> percent(row.known()))
        .column("marks  ", "%7.1f", Row::marks)
        .within("within?", "%s");
  }

  private static String percent(@Nullable Double share) {
    return share == null ? "" : String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private Row row(Reading chosen, int size, double rate, Way way, List<Outcome> all) {
    List<Outcome> some =
        all.stream().filter(one -> one.rate() == rate && one.way().equals(way)).toList();
    double seen = some.stream().collect(Collectors.averagingDouble(Outcome::seen));
    double variance =
        some.stream().collect(Collectors.averagingDouble(one -> Math.pow(one.seen() - seen, 2)));
    boolean isTtl = way.spreadSeconds() < 0 && way.ttl() < Integer.MAX_VALUE;
    return new Row(
        chosen.name(),
        size,
        rate,
        isTtl ? "TTL " + way.ttl() : way.spreadSeconds() < 0 ? FULL_ROUTE : "announced",
        isTtl ? way.ttl() : null,
        seen,
        Math.sqrt(variance),
        some.stream().collect(Collectors.averagingInt(Outcome::marks)),
        isTtl ? known(chosen, size, rate, way.ttl()) : null);
  }

  private @Nullable Double known(Reading chosen, int size, double rate, int ttl) {
    boolean isKnown =
        chosen.name().equals(KNOWN_READING) && votes == 3 && fingerprints == KNOWN_FINGERPRINTS;
    for (double[] row : KNOWN) {
      if (isKnown && row[0] == size && row[1] == rate && ttl > 0 && ttl + 1 < row.length) {
        return row[ttl + 1];
      }
    }
    return null;
  }

  private boolean isWithin(Row row) {
    if (row.ttl() == null) {
      return row.users() < 1_000_000 || row.rate() < .01 || votes > 3 || row.seen() <= MOST_SEEN;
    }
    return row.known() == null
        || Math.abs(row.known() - row.seen()) <= Math.max(TOLERANCE, 3 * row.deviation());
  }
}
