package org.spamwatch.agent.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.config.StatisticsSetting;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.agent.statistics.CountStore.Outcome;
import org.spamwatch.agent.statistics.Statistics.QuotaException;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.statistics.Clues.Clue;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

final class StatisticsTest {
  private static final int ENOUGH = TrainingRecord.LEAST_MAILS;
  private static final Settings ON =
      Settings.DEFAULTS.with(StatisticsSetting.MODE, StatisticsMode.ON);
  private static final byte[] SECRET = {1, 2, 3};

  private final Path directory;
  private final AtomicLong millis = new AtomicLong(TimeUnit.DAYS.toMillis(20_000));
  private Statistics statistics;

  StatisticsTest(@TempDir Path directory) {
    this.directory = directory;
    statistics = open(ON);
  }

  private Statistics open(Settings settings) {
    return Statistics.open(settings, directory, SECRET, millis::get).orElseThrow();
  }

  @AfterEach
  void close() {
    statistics.close();
  }

  private List<Outcome> teach(String user, boolean isSpam, int from, int count, String words)
      throws IOException {
    TokenReader reader = new TokenReader(statistics.key());
    List<Marked> said = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      TokenSet tokens = reader.read(WordyMails.mail(isSpam, i, words)).orElseThrow();
      said.add(new Marked(user, isSpam ? VoteValue.SPAM : VoteValue.HAM, tokens));
    }
    List<Outcome> outcomes = statistics.learn(said);
    statistics.settle();
    return outcomes;
  }

  private Optional<Classification> says(boolean isSpam, String user) {
    return statistics
        .judge(WordyMails.mail(isSpam, 999_999), Optional.of(user))
        .map(Judgement::classification);
  }

  @Test
  void itSaysNothingBeforeEnoughOfBothWasTaught() throws IOException {
    teach("ada", true, 0, 2 * ENOUGH, "");
    teach("ada", false, 0, ENOUGH - 1, "");
    assertThat(says(true, "ada")).isEmpty();
    assertThat(statistics.state(Optional.of("ada")).judging()).isEmpty();
    teach("ada", false, ENOUGH, 1, "");
    assertThat(says(true, "ada")).contains(Classification.SPAM);
    assertThat(says(false, "ada")).contains(Classification.HAM);
    assertThat(statistics.state(Optional.of("ada")).judging().orElseThrow().spamMails())
        .isEqualTo(2 * ENOUGH);
  }

  @Test
  void hamThatIsLikeSpamRaisesTheThreshold() throws IOException {
    double usual = Combination.DEFAULT.thresholds().spam();
    teach("ada", true, 0, ENOUGH, "");
    teach("ada", false, 0, LastMails.MOST - 3, "");
    assertThat(threshold("ada")).isEqualTo(usual);
    TokenReader reader = new TokenReader(statistics.key());
    for (int i = 0; i < 3; i++) {
      TokenSet tokens = reader.read(WordyMails.mail(true, 10_000 + i)).orElseThrow();
      statistics.learn(List.of(new Marked("ada", VoteValue.HAM, tokens)));
    }
    statistics.settle();
    assertThat(threshold("ada")).isGreaterThan(usual);
  }

  private double threshold(String user) {
    byte[] file = statistics.file(Optional.of(user)).orElseThrow().bytes();
    return StatisticalFilter.read(file, FilterParameters.MOST_BYTES).thresholds().spam();
  }

  @Test
  void whatOneUserHasTaughtJudgesForNobodyElse() throws IOException {
    teach("ada", true, 0, ENOUGH, "");
    teach("ada", false, 0, ENOUGH, "");
    assertThat(says(true, "ada")).contains(Classification.SPAM);
    assertThat(says(true, "berta")).isEmpty();
    assertThat(statistics.judge(WordyMails.mail(true, 1), Optional.empty())).isEmpty();
    assertThat(statistics.file(Optional.of("berta"))).isEmpty();
  }

  @Test
  void theSitesFilterHasWordsOfThreeUsersAlone() throws IOException {
    for (String user : List.of("ada", "berta", "cleo")) {
      String secret = user.equals("ada") ? "divorcelawyer" : "sharedword";
      teach(user, true, user.hashCode() % 1000, ENOUGH / 2, "");
      teach(user, false, user.hashCode() % 1000, ENOUGH / 2, secret + " everybodysword");
    }
    byte[] mail = "To: x\n\ndivorcelawyer sharedword everybodysword\n".getBytes(US_ASCII);
    assertThat(says(true, "dora")).contains(Classification.SPAM);
    assertThat(statistics.clues(mail, Optional.of("dora")))
        .extracting(Clue::token)
        .contains("everybodysword")
        .doesNotContain("divorcelawyer", "sharedword");
  }

  @Test
  void nobodyTeachesOthersHamToBeSpamOrSpamToBeHam() throws IOException {
    for (int i = 0; i < 4; i++) {
      teach("user" + i, true, i * ENOUGH, ENOUGH / 2, "");
      teach("user" + i, false, i * ENOUGH, ENOUGH / 2, "");
    }
    TokenReader reader = new TokenReader(statistics.key());
    for (boolean isSpam : new boolean[] {true, false}) {
      VoteValue wrong = isSpam ? VoteValue.HAM : VoteValue.SPAM;
      List<Marked> poison = new ArrayList<>();
      for (int i = 0; i < 20 * ENOUGH; i++) {
        byte[] mail = WordyMails.mail(isSpam, 10_000 + i);
        poison.add(new Marked("eve", wrong, reader.read(mail).orElseThrow()));
      }
      statistics.learn(poison);
    }
    statistics.settle();
    assertThat(says(true, "user0")).contains(Classification.SPAM);
    assertThat(says(false, "user0")).contains(Classification.HAM);
    assertThat(statistics.file(Optional.of("user0")).orElseThrow().etag())
        .isNotEqualTo(statistics.file(Optional.of("eve")).orElseThrow().etag());
  }

  @Test
  void whatTheOperatorTeachesForTheSiteJudgesForAll() throws IOException {
    teach(Marked.SITE, true, 0, ENOUGH, "");
    teach(Marked.SITE, false, 0, ENOUGH, "onlyonce".repeat(1));
    assertThat(says(true, "ada")).contains(Classification.SPAM);
    assertThat(statistics.judge(WordyMails.mail(false, 7), Optional.empty()).orElseThrow())
        .satisfies(said -> assertThat(said.verdict(StatisticsMode.ON)).isEmpty());
    assertThat(statistics.state(Optional.empty()).users()).isZero();
  }

  @Test
  void aMarkTakenBackIsUnlearntAndAnotherWordReplacesIt() throws IOException {
    byte[] mail = WordyMails.mail(true, 1);
    statistics.mark("ada", VoteValue.SPAM, mail);
    statistics.mark("ada", VoteValue.SPAM, mail);
    assertThat(statistics.state(Optional.of("ada")).own().spam()).isEqualTo(1);
    statistics.mark("ada", VoteValue.HAM, mail);
    assertThat(statistics.state(Optional.of("ada")).own()).isEqualTo(new UserMails("", 0, 1));
    statistics.mark("ada", VoteValue.WITHDRAWN, mail);
    assertThat(statistics.state(Optional.of("ada")).all().mails()).isZero();
  }

  @Test
  void oneUserTeachesSoManyMailsADay() throws IOException {
    statistics.close();
    statistics = open(ON.with(StatisticsSetting.DAILY_LIMIT, 3));
    teach("ada", true, 0, 3, "");
    assertThat(teach("berta", true, 0, 1, "")).containsExactly(Outcome.LEARNT);
    assertThatThrownBy(() -> teach("ada", true, 3, 1, ""))
        .isInstanceOf(QuotaException.class)
        .hasMessageContaining("3 mails today");
    statistics.mark("ada", VoteValue.SPAM, WordyMails.mail(true, 9)); // said in the log alone
    assertThat(statistics.state(Optional.of("ada")).own().spam()).isEqualTo(3);
    millis.addAndGet(TimeUnit.DAYS.toMillis(1));
    assertThat(teach("ada", true, 3, 1, "")).containsExactly(Outcome.LEARNT);
  }

  @Test
  void oneRequestGoesNoFurtherThanTheDaysMails() throws IOException {
    statistics.close();
    statistics = open(ON.with(StatisticsSetting.DAILY_LIMIT, 3));
    teach("ada", true, 0, 1, "");
    assertThatThrownBy(() -> teach("ada", true, 0, 9, ""))
        .isInstanceOf(QuotaException.class)
        .hasMessageEndingWith("2 of these are learnt");
    assertThat(statistics.state(Optional.of("ada")).own().spam()).isEqualTo(3);
    assertThat(teach("ada", true, 0, 3, "")).containsOnly(Outcome.KNOWN); // which takes no room
    teach(Marked.SITE, true, 0, 9, "");
    millis.addAndGet(TimeUnit.DAYS.toMillis(1));
    assertThat(teach("ada", true, 0, 6, ""))
        .endsWith(Outcome.LEARNT, Outcome.LEARNT, Outcome.LEARNT);
    assertThat(statistics.state(Optional.of("ada")).own().spam()).isEqualTo(6);
  }

  @Test
  void aFilterIsThereAgainAfterARestart() throws IOException {
    teach(Marked.SITE, true, 0, ENOUGH, "");
    teach(Marked.SITE, false, 0, ENOUGH, "");
    String before = statistics.file(Optional.empty()).orElseThrow().etag();
    statistics.close();
    statistics = open(ON);
    statistics.settle();
    assertThat(statistics.file(Optional.empty()).orElseThrow().etag()).isEqualTo(before);
    assertThat(statistics.forget(Marked.SITE)).isEqualTo(2 * ENOUGH);
    assertThat(statistics.file(Optional.empty())).isEmpty();
  }

  @Test
  void mailOfRandomWordsAndOfNoneHarmsNothing() throws IOException {
    teach("ada", true, 0, ENOUGH, "");
    teach("ada", false, 0, ENOUGH, "");
    StringBuilder random = new StringBuilder("Subject: x\n\n");
    for (int i = 0; i < 100_000; i++) {
      random.append(Integer.toHexString(i * 0x9E3779B9)).append(' ');
    }
    byte[] many = random.toString().getBytes(US_ASCII);
    statistics.mark("ada", VoteValue.SPAM, many);
    statistics.mark("ada", VoteValue.SPAM, new byte[0]);
    assertThat(statistics.state(Optional.of("ada")).own().spam()).isEqualTo(ENOUGH + 1);
    assertThat(
            statistics
                .judge(new byte[0], Optional.of("ada"))
                .orElseThrow()
                .verdict(StatisticsMode.ADVISE))
        .isEmpty();
    assertThat(says(true, "ada")).contains(Classification.SPAM);
  }

  @Test
  void offIsTheDefaultAndMakesNoFile(@TempDir Path other) throws IOException {
    assertThat(Statistics.open(Settings.DEFAULTS, other, SECRET, millis::get)).isEmpty();
    assertThat(other).isEmptyDirectory();
    Path blocked = Files.writeString(other.resolve("statistics"), "a file in its way");
    assertThat(Statistics.open(ON, other, SECRET, millis::get)).isEmpty(); // the peer goes on
    assertThat(blocked).hasContent("a file in its way");
  }

  @Test
  void adviceIsNeverMoreThanUnsure() {
    Judgement spam = new Judgement(Classification.SPAM, 1, 9);
    Judgement unsure = new Judgement(Classification.UNSURE, .6, 9);
    assertThat(spam.verdict(StatisticsMode.ADVISE)).contains(Verdict.UNSURE);
    assertThat(unsure.verdict(StatisticsMode.ADVISE)).isEmpty();
    assertThat(spam.verdict(StatisticsMode.ON)).contains(Verdict.SPAM);
    assertThat(unsure.verdict(StatisticsMode.ON)).contains(Verdict.UNSURE);
  }
}
