package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;

final class ExperimentsTest {
  @TempDir private Path directory = Path.of("");

  private Corpus unrelated(int spams) throws IOException, CorpusException {
    TinyCorpus corpus = new TinyCorpus(directory);
    for (int i = 0; i < spams; i++) {
      corpus.add("spam", "2026-01-01", "list", "", corpus.text(1_500));
    }
    return Corpus.open(corpus.write());
  }

  @Test
  void copiesLeadToTheMailTheyAreMadeOf() throws Exception {
    ModifiedExperiment.Result result =
        new ModifiedExperiment(unrelated(6), 5, 2, 1).run(List.of(), line -> {});
    assertThat(result.spams()).isEqualTo(5);
    assertThat(result.found().keySet()).containsExactly(Modification.values());
    Map<String, Integer> same = result.found().get(Modification.NEW_HEADERS);
    assertThat(same).containsExactly(Map.entry("spamwatch", 5));
  }

  @Test
  void anUnknownRivalIsRefused() throws Exception {
    ModifiedExperiment experiment = new ModifiedExperiment(unrelated(1), 1, 1, 1);
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                ProcessException.class, () -> experiment.run(List.of("nobody"), line -> {})))
        .hasMessage("nobody: no rival; rspamd and pyzor are");
  }

  @Test
  void paddingOfTheCopyHidesNothing() throws Exception {
    List<PaddingExperiment.Result> results =
        new PaddingExperiment(unrelated(4), 4, 1, 1).run(line -> {});
    assertThat(results).extracting(PaddingExperiment.Result::spams).containsOnly(4);
    assertThat(results).extracting(PaddingExperiment.Result::newPadded).containsOnly(4);
  }

  @Test
  void aKnownHalfTellsOfTheOther() throws Exception {
    TinyCorpus texts = new TinyCorpus(directory);
    String campaign = texts.text(800);
    String footer = texts.text(400);
    for (int i = 0; i < 4; i++) {
      TinyCorpus.mail(directory.resolve("spam-1"), 10 + i, campaign + "\n" + texts.text(50));
      TinyCorpus.mail(directory.resolve("spam-2"), 20 + i, texts.text(700) + "\n" + footer);
      TinyCorpus.mail(directory.resolve("easy-ham-1"), 30 + i, texts.text(700) + "\n" + footer);
      TinyCorpus.mail(directory.resolve("easy-ham-2"), 40 + i, texts.text(600));
      TinyCorpus.mail(directory.resolve("hard-ham-1"), 50 + i, texts.text(600) + "\n" + footer);
    }
    SplitExperiment.Result even =
        SplitExperiment.even(directory).run(1, 1, false, List.of(), line -> {});
    assertThat(even.spam()).isEqualTo(4);
    assertThat(even.ham()).isEqualTo(6);
    SplitExperiment.Row ours = even.rows().get(0);
    assertThat(ours.spamCaught())
        .as("the campaign; the rest shares only what ham has")
        .isEqualTo(2);
    assertThat(ours.hamCalledSpam()).isZero();
    SplitExperiment.Result hard =
        SplitExperiment.hard(directory).run(1, 1, false, List.of(), line -> {});
    assertThat(hard.ham()).isEqualTo(8);
    assertThat(hard.rows().get(0).hamCalledSpam()).isZero();
  }

  @Test
  void modifiedCopiesAreFoundInTheOrderOfTheirDates() throws Exception {
    TinyCorpus corpus = new TinyCorpus(directory);
    String campaign = corpus.text(1_000);
    corpus
        .add("spam", "2026-01-02", "b", "J1", corpus.text(60) + "\n" + campaign)
        .add("spam", "2026-01-01", "a", "J1", campaign)
        .add("spam", "2026-01-03", "c", "J1", campaign)
        .add("spam", "2026-01-03", "c", "J2", corpus.text(1_000))
        .add("ham", "2026-01-04", "d", "", corpus.text(1_000))
        .add("ham", "2026-01-04", "d", "", campaign + "\n" + corpus.text(60));
    DatedExperiment.Result result =
        new DatedExperiment(
                Corpus.open(corpus.write()), Scheme.ACTIVE_BY_DEFAULT, false, false, 1, 1)
            .run(line -> {});
    assertThat(result.spam()).isEqualTo(4);
    assertThat(result.modified()).as("the third has a text that came before").isEqualTo(1);
    assertThat(result.found()).containsExactly(1, 1, 1);
    assertThat(result.ham()).isEqualTo(2);
    assertThat(result.hamMatched()).containsExactly(1, 1, 1);
    assertThat(result.hamCalledSpam()).isEqualTo(1);
  }

  @Test
  void whoeverMarksSparesTheOthers() throws Exception {
    TinyCorpus corpus = new TinyCorpus(directory);
    String campaign = corpus.text(1_000);
    for (int day = 1; day <= 8; day++) {
      corpus.add("spam", "2026-01-0" + day, "list" + day, "J1", campaign);
    }
    List<Corpus.Mail> mails = Corpus.open(corpus.write()).spam();
    ReplayExperiment.Result first =
        new ReplayExperiment(mails, 1, 1, false, 0, 2, false, 1).run(line -> {});
    assertThat(first.marks()).isEqualTo(1);
    assertThat(first.filed()).isEqualTo(7);
    ReplayExperiment.Result third =
        new ReplayExperiment(mails, 1, 3, false, 0, 2, false, 1).run(line -> {});
    assertThat(third.marks()).isEqualTo(3);
    assertThat(third.afterThird()).isEqualTo(5);
    assertThat(third.filedAfterThird()).isEqualTo(5);
    // Read long after all have arrived: whoever opens the others later is spared them.
    ReplayExperiment.Result late =
        new ReplayExperiment(mails, 1, 1, true, 10_000, 2, false, 1).run(line -> {});
    assertThat(late.marks()).isEqualTo(1);
    assertThat(late.filed() + late.filedLater()).isEqualTo(7);
    ReplayExperiment.Result nobody =
        new ReplayExperiment(mails, 0, 1, false, 0, 2, false, 1).run(line -> {});
    assertThat(nobody.filed()).isZero();
    ReplayExperiment.Result strangers =
        new ReplayExperiment(mails, 1, 1, false, 0, 2, true, 1).run(line -> {});
    assertThat(strangers.marks()).as("the first reader of either site").isEqualTo(2);
    assertThat(strangers.filed()).isEqualTo(6);
  }
}
