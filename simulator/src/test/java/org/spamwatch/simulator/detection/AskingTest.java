package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Asking.Row;
import org.spamwatch.simulator.detection.Asking.Way;

/** Mails that are asked about with every privacy, side by side. */
class AskingTest {
  @TempDir private Path directory = Path.of("");

  /** A campaign of eight days, each to another mailbox, and two ordinary mails. */
  private List<Corpus.Mail> campaign(int length) throws IOException, CorpusException {
    TinyCorpus corpus = new TinyCorpus(directory);
    String text = corpus.text(length);
    for (int day = 1; day <= 8; day++) {
      corpus.add("spam", "2026-01-0" + day, "list" + day, "J1", text);
    }
    corpus.add("ham", "2026-01-05", "list1", "", corpus.text(1_000));
    corpus.add("ham", "2026-01-08", "list2", "", corpus.text(1_000));
    return Corpus.open(corpus.write()).mails();
  }

  private static PrivacyExperiment.Result replay(
      List<Corpus.Mail> mails, int peers, Optional<Duration> within) throws CorpusException {
    return new PrivacyExperiment(mails, 1, 1, 0, peers, within, 1).run(line -> {});
  }

  private static Row row(List<Row> rows, Way way) {
    return rows.stream().filter(row -> row.way() == way).findFirst().orElseThrow();
  }

  @Test
  void whatIsAnnouncedIsFoundAndOrdinaryMailStaysAtHome() throws Exception {
    PrivacyExperiment.Result result = replay(campaign(1_000), 4, Optional.empty());
    assertThat(result.marks()).isEqualTo(1);
    List<Row> rows = result.rows();
    assertThat(rows).extracting(Row::spam).containsOnly(8);
    assertThat(rows).extracting(Row::ham).containsOnly(2);
    assertThat(rows).extracting(Row::hamCalledSpam).containsOnly(0);
    assertThat(row(rows, Way.NETWORK).spamFound()).isEqualTo(7);
    assertThat(row(rows, Way.SUMMARY).spamFound()).isEqualTo(7);
    assertThat(row(rows, Way.SMALL_CACHE).spamFound()).isEqualTo(7);
    assertThat(row(rows, Way.LOCAL).spamFound()).as("at the marking peer").isEqualTo(1);
    assertThat(row(rows, Way.LOCAL).lost()).isEqualTo(6);
    assertThat(row(rows, Way.LOCAL).packets()).isZero();
    assertThat(row(rows, Way.NETWORK).left()).isEqualTo(10);
    assertThat(row(rows, Way.SUMMARY).left()).isEqualTo(7);
    assertThat(row(rows, Way.SUMMARY).hamLeft()).isZero();
    assertThat(row(rows, Way.NETWORK).bytes())
        .isGreaterThan(row(rows, Way.SUMMARY).bytes())
        .isGreaterThan(100 * row(rows, Way.NETWORK).packets() / 2);
  }

  @Test
  void whatComesBeforeItIsAnnouncedIsNotInACache() throws Exception {
    Optional<Duration> within = Optional.of(Duration.ofSeconds(1));
    List<Row> rows = replay(campaign(300), 12, within).rows();
    Row cache = row(rows, Way.SMALL_CACHE);
    assertThat(row(rows, Way.NETWORK).spamFound()).isEqualTo(7);
    assertThat(row(rows, Way.NETWORK).lost()).isZero();
    assertThat(cache.lost()).isBetween(1, 6);
    assertThat(cache.spamFound()).isEqualTo(7 - cache.lost());
    // A peer that keeps records of a message for others knows of it sooner.
    assertThat(row(rows, Way.SUMMARY).lost()).isLessThanOrEqualTo(cache.lost());
  }

  @Test
  void ofOrdinaryMailThatLeavesTheHostWhichIsLikeSpam() throws Exception {
    TinyCorpus corpus = new TinyCorpus(directory);
    String text = corpus.text(1_000);
    corpus.add("spam", "2026-01-01", "a", "", text);
    corpus.add("spam", "2026-01-01", "b", "", corpus.text(1_000));
    corpus.add("spam", "2026-01-01", "b", "", "short");
    corpus.add("ham", "2025-01-01", "c", "", text + "\n" + corpus.text(60));
    corpus.add("ham", "2026-01-01", "d", "", corpus.text(1_000));
    corpus.add("ham", "2026-01-01", "d", "", "short");
    OrdinaryExperiment.Result result =
        new OrdinaryExperiment(Corpus.open(corpus.write()), 3, 1).run(line -> {});
    assertThat(result.marks()).as("one known by its evidence alone").isEqualTo(3);
    assertThat(result.ham()).isEqualTo(3);
    assertThat(result.asked()).isEqualTo(3);
    assertThat(result.left()).isEqualTo(1);
    assertThat(result.calledSpam()).isEqualTo(1);
    assertThat(result.packets()).isPositive();
  }
}
