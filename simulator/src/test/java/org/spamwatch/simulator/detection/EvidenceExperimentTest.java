package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.EvidenceExperiment.Row;
import org.spamwatch.simulator.processes.ProcessException;

final class EvidenceExperimentTest {
  @TempDir private Path directory = Path.of("");

  private static Row only(List<Row> rows, String marked, boolean learnt, String source) {
    return rows.stream()
        .filter(row -> row.evidence().equals("the rule"))
        .filter(row -> row.marked().equals(marked) && row.learnt() == learnt)
        .filter(row -> row.source().equals(source) && row.year().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private List<Row> run(Path corpus, Optional<Path> moreHam)
      throws CorpusException, InterruptedException, ProcessException {
    return new EvidenceExperiment(corpus, moreHam, 2, List.of()).run(line -> {});
  }

  @Test
  void rivalsAreToldAndAskedTheSame() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/rspamd")), "rspamd is not installed");
    TinyCorpus corpus = new TinyCorpus(directory);
    String campaign = corpus.text(900);
    for (int i = 0; i < 4; i++) {
      corpus.add("spam", "2026-01-01", "list", "", i < 2 ? campaign : corpus.text(900));
    }
    corpus.add("ham", "2026-01-01", "list", "", corpus.text(900));
    List<Row> rows =
        new EvidenceExperiment(corpus.write(), Optional.empty(), 2, List.of("rspamd"))
            .run(line -> {});

    assertThat(rows)
        .filteredOn(row -> row.evidence().equals("rspamd fuzzy") && row.year().isEmpty())
        .filteredOn(row -> row.source().isEmpty())
        .extracting(Row::marked, Row::asked, Row::called)
        .containsExactly(tuple("even", 2, 1), tuple("all", 1, 0));
  }

  @Test
  void halfOfTheSpamTellsOfTheOtherAndOwnHamOfHam() throws Exception {
    TinyCorpus corpus = new TinyCorpus(directory);
    String campaign = corpus.text(900);
    String newsletter = corpus.text(900);
    for (int i = 0; i < 4; i++) {
      corpus.add("spam", "2026-01-01", "list", "", campaign + "\n" + corpus.text(60));
    }
    for (int i = 0; i < 4; i++) {
      corpus.add("spam", "2027-01-01", "list", "", i == 0 ? newsletter : corpus.text(900));
    }
    corpus.add("ham", "2026-01-01", "list", "", newsletter);
    corpus.add("ham", "2026-01-01", "list", "", newsletter);
    List<Row> rows = run(corpus.write(), Optional.empty());

    Row byName = only(rows, "even", false, "made-up");
    assertThat(byName.spam()).isTrue();
    assertThat(byName.asked()).isEqualTo(4);
    assertThat(byName.called()).as("two of the campaign").isEqualTo(2);
    assertThat(only(rows, "earlier", false, "made-up").called())
        .as("of two marks of the campaign one or none came before either")
        .isBetween(1, 2);
    assertThat(only(rows, "all", false, "made-up").called()).isEqualTo(2);
    Row knownHam = only(rows, "all", true, "made-up");
    assertThat(knownHam.asked()).isEqualTo(1);
    assertThat(knownHam.called()).isZero();
    assertThat(rows)
        .filteredOn(row -> row.evidence().equals("text") && row.year().equals("2026"))
        .filteredOn(row -> row.marked().equals("even") && !row.learnt())
        .extracting(Row::asked)
        .containsExactly(2);
  }

  @Test
  void aCorpusWithoutManifestAndMoreHam() throws Exception {
    TinyCorpus texts = new TinyCorpus(directory);
    String campaign = texts.text(900);
    Path corpus = directory.resolve("corpus");
    for (String folder : List.of("easy-ham-1", "easy-ham-2", "hard-ham-1", "spam-1", "spam-2")) {
      boolean isSpam = folder.startsWith("spam");
      TinyCorpus.mail(corpus.resolve(folder), 1, isSpam ? campaign : texts.text(900));
    }
    TinyCorpus.mail(directory.resolve("more").resolve("shop"), 1, campaign);
    List<Row> rows = run(corpus, Optional.of(directory.resolve("more")));

    assertThat(only(rows, "even", false, "spam").called()).isEqualTo(1);
    assertThat(only(rows, "all", false, "ham").asked()).isEqualTo(3);
    assertThat(only(rows, "all", false, "ham").called()).isZero();
    assertThat(only(rows, "all", false, "shop").called()).isEqualTo(1);
  }
}
