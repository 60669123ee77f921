package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.simulator.detection.BulkExperiment.People;
import org.spamwatch.simulator.detection.BulkExperiment.Row;

final class BulkExperimentTest {
  @TempDir private Path directory = Path.of("");

  private List<Row> run(Path corpus, People people) throws Exception {
    return new BulkExperiment(corpus, Optional.empty(), people, 20, 400_000, 2).run(line -> {});
  }

  @Test
  void whatManyGetIsBulkAndOwnHamIsNot() throws Exception {
    TinyCorpus corpus = new TinyCorpus(directory);
    String campaign = corpus.text(900);
    String newsletter = corpus.text(900);
    for (int i = 0; i < 30; i++) {
      corpus.add("spam", "2026-01-01", "one", "", campaign + "\n" + corpus.text(60));
      corpus.add("ham", "2026-01-01", "two", "", newsletter + "\n" + corpus.text(60));
      corpus.add("spam", "2026-01-01", "three", "", corpus.text(900));
    }
    Path written = corpus.write();

    Row spam = run(written, People.MAIL).get(0);
    Row ham = run(written, People.MAIL).get(1);
    // Not all of a campaign: what is added to a copy is among its own highest features.
    assertThat(spam.bulk()).isBetween(10, 15).isEqualTo(spam.notHam()).isEqualTo(spam.unlisted());
    assertThat(spam.asked()).isEqualTo(30);
    assertThat(ham).isEqualTo(new Row("made-up", false, 15, 15, 15, 15, 0));
    assertThat(run(written, People.MAILBOX))
        .as("each of three people got all of his")
        .extracting(Row::bulk)
        .containsOnly(0);
  }
}
