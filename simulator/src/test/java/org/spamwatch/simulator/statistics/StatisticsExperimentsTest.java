package org.spamwatch.simulator.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.detection.SplitExperiment;
import org.spamwatch.simulator.statistics.AccuracyExperiment.PaperFigure;
import org.spamwatch.simulator.statistics.AccuracyExperiment.Row;
import org.spamwatch.statistics.Combination;

class StatisticsExperimentsTest {
  private static final int TOKENS = 5_000;

  @TempDir private Path directory = Path.of("");

  private Halves halves = new Halves("", List.of(), List.of());

  @BeforeEach
  void write() throws Exception {
    halves = Halves.spamAssassin(new GeneratedCorpus().write(directory, 120));
  }

  private Learnt learnt(String... rivals) throws Exception {
    return Learnt.of(halves, new Learnt.Settings(List.of(rivals), 1, 1, line -> {}));
  }

  @Test
  void neitherMailboxNorYearSaysWhatAMailIs() {
    List<Corpus.Mail> mails = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      boolean isSpam = i % 4 > 0;
      String year = i % 5 == 0 ? "2020" : "2021";
      String mailbox = i % 7 == 0 ? "a" : "b";
      String cluster = isSpam && i % 3 == 0 ? "J" + i / 30 : "";
      mails.add(
          new Corpus.Mail(
              Path.of("m" + i), isSpam, "lists", year + "-01-01", mailbox, cluster, ""));
    }
    mails.add(new Corpus.Mail(Path.of("alone"), true, "lists", "2020-01-01", "c", "", ""));
    Halves matched = Halves.matched(new Corpus(Path.of(""), mails));
    Map<String, Integer> moreSpam = new TreeMap<>();
    List<Corpus.Mail> all = new ArrayList<>(matched.trained());
    all.addAll(matched.asked());
    all.forEach(
        mail ->
            moreSpam.merge(mail.mailbox() + Halves.year(mail), mail.spam() ? 1 : -1, Integer::sum));
    assertThat(moreSpam).hasSize(4);
    assertThat(moreSpam.values()).containsOnly(0);
    assertThat(all).doesNotHaveDuplicates().hasSize(200);
    Set<String> known =
        matched.trained().stream().map(Corpus.Mail::cluster).collect(Collectors.toSet());
    known.remove("");
    assertThat(matched.asked()).extracting(Corpus.Mail::cluster).doesNotContainAnyElementsOf(known);
    assertThat(matched.asked()).hasSizeBetween(90, 110);
  }

  @Test
  void aDictionaryIsFilledUpWithTokensThatCount() throws Exception {
    Learnt learnt = learnt();
    Combination combination = Combination.DEFAULT;
    assertThat(Dictionary.counting(learnt.counts(), combination)).isLessThan(TOKENS);
    assertThat(
            Dictionary.counting(
                Dictionary.filled(learnt.counts(), combination, TOKENS, 1), combination))
        .isEqualTo(TOKENS);
    List<HashedMail> few = Dictionary.upTo(200, learnt.trained(), combination);
    assertThat(Dictionary.counting(Dictionary.of(few), combination)).isBetween(100, 200);
  }

  @Test
  void everyFigureHasTheFiltersThatThePaperHas() throws Exception {
    AccuracyExperiment experiment = new AccuracyExperiment(learnt(), TOKENS, 1);
    for (PaperFigure figure : PaperFigure.values()) {
      List<Row> rows = experiment.rows(figure);
      assertThat(rows).allMatch(row -> row.ham() == 60 && row.spam() == 60);
      rows.stream()
          .filter(row -> row.kilobytes() >= 512 && row.threshold() == .5)
          .filter(row -> !row.variant().startsWith("qsf") && row.hashes() == 4)
          .forEach(
              row -> {
                assertThat(row.falsePositives()).as("%s", row).isZero();
                assertThat(row.falseNegatives()).as("%s", row).isLessThan(4);
              });
    }
    assertThat(experiment.rows(PaperFigure.FIG_16)).hasSize(1 + 2 * 16);
    assertThat(experiment.rows(PaperFigure.FIG_17)).hasSize(1 + 15 * 4);
    assertThat(experiment.rows(PaperFigure.FIG_18))
        .extracting(Row::variant)
        .contains("conservative", "random", "aggressive");
  }

  @Test
  void whatVotesAreSilentOfStatisticsFind() throws Exception {
    List<TogetherExperiment.Row> rows =
        new TogetherExperiment(SplitExperiment.even(directory), learnt(), 1).run(1);
    TogetherExperiment.Row votes = rows.get(0);
    TogetherExperiment.Row both = rows.get(rows.size() - 1);
    assertThat(votes.caught()).as("no mail is a copy of another").isLessThan(10);
    assertThat(both.caught()).isGreaterThan(55);
    assertThat(both.falsePositives()).isZero();
  }

  @Test
  void indicatorsAreWhatTheySayAndGoodWordsHideSpam() throws Exception {
    CalibrationExperiment calibration = new CalibrationExperiment(learnt(), 1);
    assertThat(calibration.reliability()).hasSize(20);
    assertThat(calibration.reliability().get(19).spam()).isEqualTo(1);
    assertThat(calibration.drift())
        .singleElement()
        .satisfies(year -> assertThat(year.caught()).isGreaterThan(55));
    assertThat(calibration.cascades())
        .singleElement()
        .satisfies(cascade -> assertThat(cascade.falsePositives()).isZero());
    List<GoodWordsExperiment.Row> rows = new GoodWordsExperiment(learnt(), 1).run();
    assertThat(rows.get(0).called()).isGreaterThan(55);
    assertThat(rows.get(rows.size() - 1).called()).as("a thousand sure signs of ham").isZero();
  }

  @Test
  void stagesTakeTimeAndBogofilterIsAskedTheSame() throws Exception {
    Learnt learnt = learnt();
    Stages stages = new Stages(learnt.askedBytes(), learnt.asked());
    double parsing = stages.parsing();
    assertThat(parsing).isPositive();
    assertThat(stages.hashing(HashFunction.KEYED.with(1))).isPositive();
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/bogofilter")));
    TrainedRival.Answer answer =
        Objects.requireNonNull(learnt("bogofilter").rivals().get("bogofilter"));
    Indicators said = Indicators.of(learnt.asked(), answer.indicators());
    assertThat(said.falsePositives(.9)).isZero();
    assertThat(said.falseNegatives(.5)).isLessThan(10);
  }
}
