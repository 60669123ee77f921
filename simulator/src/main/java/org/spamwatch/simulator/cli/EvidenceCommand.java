package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.EvidenceExperiment;
import org.spamwatch.simulator.detection.EvidenceExperiment.Row;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim evidence}: what text and each kind of evidence beside it find. */
@Command(
    name = "evidence",
    header = "What text and each kind of evidence beside it find, and how much ham.",
    description = {
      "Marks half of the spam of each source of a corpus and compares the other half with it; then",
      "marks all spam and compares all ham: by the rule, and by text, each kind, and pairs of kinds",
      "for themselves. No peers are run, but mails are compared as they do it. DIR has a",
      "manifest.tsv (docs/experiments.md has its columns), or it is the public SpamAssassin corpus",
      "in the directories easy-ham-1, easy-ham-2, hard-ham-1, spam-1 and spam-2. The file of --out",
      "has the sources of ham and the years too."
    },
    footer = "  spamwatch-sim evidence DIR --ham OTHER --out evidence.csv")
final class EvidenceCommand extends ExperimentCommand {
  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  @Option(
      names = "--ham",
      paramLabel = "OTHER",
      description = "A directory of directories of mails that are all ham, asked about as well.")
  private Optional<Path> ham = Optional.empty();

  @Mixin private ThreadsOption threads = new ThreadsOption();
  @Mixin private ReferenceFiltersOption rivals = new ReferenceFiltersOption();

  /** A line of the table: what one kind of evidence finds of each column. */
  private record Line(String evidence, List<Row> cells) {}

  @Override
  void run(Report report) throws CorpusException, InterruptedException, ProcessException {
    List<Row> rows =
        new EvidenceExperiment(directory, ham, threads.number(), rivals.names())
            .run(report.progress());
    rows.forEach(report::keep);
    print("spam called spam, every other one marked", rows, "even", report);
    print("spam called spam, of these marks only earlier ones", rows, "earlier", report);
    print("ham called spam, all spam marked", rows, "all", report);
  }

  private static void print(String title, List<Row> rows, String marked, Report report) {
    Map<String, List<Row>> lines = new LinkedHashMap<>();
    for (boolean learnt : new boolean[] {false, true}) {
      Predicate<Row> isOfTable =
          row ->
              row.spam() != row.source().isEmpty()
                  && row.learnt() == learnt
                  && row.marked().equals(marked)
                  && row.year().isEmpty();
      rows.stream()
          .filter(isOfTable)
          .forEach(
              row -> lines.computeIfAbsent(row.evidence(), name -> new ArrayList<>()).add(row));
    }
    report.line("%s", title);
    Table<Line> table =
        new Table<Line>().column("evidence                ", "%-24s", Line::evidence);
    List<Row> first = lines.values().iterator().next();
    for (int i = 0; i < first.size(); i++) {
      int cell = i;
      Row row = first.get(i);
      String what = row.spam() ? row.source() : row.other() ? "other ham" : "ham";
      String heading = what + (row.learnt() ? ", own ham" : "");
      table.column(
          String.format(Locale.ROOT, "%22s", heading),
          "%" + Math.max(22, heading.length()) + "s",
          line -> cell < line.cells().size() ? cell(line.cells().get(cell)) : "");
    }
    report.heading(table);
    lines.forEach((evidence, cells) -> report.print(table, new Line(evidence, cells)));
  }

  private static String cell(Row row) {
    String format = row.spam() ? "%d of %d %5.1f %%" : "%d of %d";
    return String.format(
        Locale.ROOT, format, row.called(), row.asked(), Table.percent(row.called(), row.asked()));
  }
}
