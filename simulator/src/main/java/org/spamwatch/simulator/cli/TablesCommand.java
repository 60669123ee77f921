package org.spamwatch.simulator.cli;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.corpus.PaperTables;
import org.spamwatch.simulator.corpus.PaperTables.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim tables}: Tables 1 and 2 and Fig. 9 of the SpamWatch paper. */
@Command(
    name = "tables",
    header = "The paper's Tables 1 and 2 and Fig. 9 on a corpus, for several N and L.",
    description = {
      "Compares the fingerprints (the paper's scheme) of the modified copies of the 39 largest"
          + " groups",
      "with what came before, and those of unique spam with those of ham, and tells how large spam",
      "is, beside the paper's numbers; other mail cannot be judged by these. The corpus is a",
      "directory with a manifest.tsv; docs/experiments.md has its columns."
    },
    footer = "  spamwatch-sim tables DIR --fingerprints 5,10,20 --window 30,50 --out tables.csv")
final class TablesCommand extends ExperimentCommand {
  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(
      names = "--fingerprints",
      split = ",",
      description = "N, of a mail (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 64)
  private List<Integer> sizes = List.of(5, 10, 15, 20);

  @Option(
      names = "--window",
      split = ",",
      description = "L, characters of a fingerprint (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 200)
  private List<Integer> windows = List.of(20, 35, 50, 75, 100);

  @Option(names = "--groups", description = "Largest groups looked at (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1_000_000)
  private int groups = 39;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws CorpusException, InterruptedException {
    PaperTables.Result result =
        new PaperTables(corpus.open(), windows, sizes, groups, threads.number()).run();
    PaperTables.Classes classes = result.classes();
    report.keep(classes);
    report.line(
        "%d spams: %d unique, %d modified copies of %d of them, %d exact copies",
        classes.spam(),
        classes.unique(),
        classes.modified(),
        classes.modifiedOf(),
        classes.exact());
    report.line(
        "the paper: 29996 spams: 14925 unique, 9076 modified copies of 4585 of them, 5630 exact"
            + " copies, which add up to 29631");
    report.line("spams up to a size (Fig. 9): %s", sizes(result.bytes()));
    report.line(
        "modified copies of the %d largest groups, which have %d to %d each (the paper: 3440 of 39,"
            + " 5 to 629)",
        result.groups(), result.least(), result.most());
    Table<Row> table =
        new Table<Row>()
            .column("  L", "%3d", Row::window)
            .column(" N", "%2d", Row::size)
            .column("copies", "%6d", Row::copies);
    for (int i = 0; i < 3; i++) {
      int at = i;
      table
          .column("first, " + (3 + i), "%7.2f %%", row -> percent(row, row.first().get(at)))
          .column("earlier, " + (3 + i), "%9.2f %%", row -> percent(row, row.earlier().get(at)));
    }
    table
        .column("pairs sharing 1", "%15d", row -> row.sharing().get(0))
        .column("     2", "%6d", row -> row.sharing().get(1))
        .column("  more", "%6d", row -> row.sharing().get(2))
        .column("of pairs", "%8.3g", row -> (double) row.pairs())
        .column("ham sharing more", "%16d", Row::ham);
    report.heading(table);
    report.line(
        " 50 | 10 |   3440 |   97.56 %% |             |   92.21 %% |             |   86.25 %% |    "
            + "         |             270 |      4 |      0 | 1.43e+08 |                0 | the"
            + " paper");
    result.rows().forEach(row -> report.row(table, row));
  }

  private static double percent(Row row, int copies) {
    return Table.percent(copies, row.copies());
  }

  private static String sizes(List<Integer> bytes) {
    int all = bytes.stream().mapToInt(Integer::intValue).sum();
    StringJoiner shares = new StringJoiner(", ");
    int upTo = 0;
    for (int i = 0; i < PaperTables.BOUNDS.size(); i++) {
      upTo += bytes.get(i);
      shares.add(
          String.format(
              Locale.ROOT,
              "%d KB %.2f %%",
              PaperTables.BOUNDS.get(i) >> 10,
              Table.percent(upTo, all)));
    }
    return shares.toString();
  }
}
