package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.config.StatisticsSetting;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.imap.ReadMail;
import org.spamwatch.agent.live.LivePeer;
import org.spamwatch.agent.statistics.WordyMails;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.ApproximateText;

/** {@code spamwatch statistics} and what it makes of {@code check}, at a peer that runs. */
@Tag("live")
final class StatisticsCommandTest {
  /** Words of which no vote can be found again. */
  private static final String BRIEF = "Subject: hello\n\npilla pillb\n";

  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));

  private final Path directory;
  private final CommandRun commands;

  StatisticsCommandTest(@TempDir Path directory) {
    this.directory = directory;
    commands = new CommandRun(directory);
  }

  private LivePeer start(StatisticsMode mode) throws Exception {
    Settings settings = ALONE.with(StatisticsSetting.MODE, mode);
    LivePeer peer = LivePeer.start(settings, directory.resolve("data"), line -> {});
    commands.ask(peer.http());
    return peer;
  }

  private String mbox(boolean isSpam, int count) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("From a@example.org Mon Jan  5 10:00:00 2026\n");
      text.append(new String(WordyMails.mail(isSpam, i), UTF_8)).append('\n');
    }
    return Files.writeString(directory.resolve(isSpam ? "spam" : "ham"), text).toString();
  }

  private String mail(boolean isSpam) throws IOException {
    Path file = directory.resolve(isSpam ? "new-spam" : "new-ham");
    return Files.write(file, WordyMails.mail(isSpam, 77_777)).toString();
  }

  @Test
  void mailIsTaughtAndJudgedAndForgotten() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(commands.run("statistics", "train", "spam", mbox(true, 300))).isZero();
      assertThat(commands.out()).isEqualTo("trained\tlearnt=300 changed=0 unlearnt=0 known=0\n");
      assertThat(commands.run("statistics", "status")).isZero();
      assertThat(commands.out())
          .contains("you      300 spam, 0 ham", "judges   nothing yet: it takes 200");
      assertThat(commands.run("check", mail(true))).isZero();
      assertThat(commands.run("statistics", "train", "ham", mbox(false, 300))).isZero();
      assertThat(commands.run("check", mail(true))).isEqualTo(ExitCode.SPAM);
      assertThat(commands.out())
          .startsWith("spam\tvotes=0/0 match=0/")
          .contains("source=statistics");
      assertThat(commands.run("check", mail(false))).isZero();
      assertThat(commands.out()).startsWith("unknown\t");
      assertThat(commands.run("explain", mail(true))).isZero();
      assertThat(commands.out())
          .contains("words    the statistical filter says spam", "  word   ", "pill")
          .contains("statistics train ham");
      String brief = Files.writeString(directory.resolve("brief"), BRIEF).toString();
      assertThat(commands.run("explain", brief)).isZero();
      assertThat(commands.out())
          .contains("verdict  spam", "words    the statistical filter says spam", "  word   ")
          .contains("statistics train ham")
          .doesNotContain("mark ham");
      String file = directory.resolve("exported").toString();
      assertThat(commands.run("statistics", "export", file)).isZero();
      assertThat(commands.run("statistics", "check", "--filter", file + "x", mbox(true, 9)))
          .isEqualTo(ExitCode.DATA);
      commands.assertOneLine("x: cannot be read: no such file or directory");
      assertThat(commands.run("statistics", "check", "--filter", file, "--mbox", mbox(true, 9)))
          .isEqualTo(ExitCode.SPAM);
      assertThat(commands.out().lines().filter(line -> line.startsWith("spam\tindicator=")))
          .hasSize(9);
      assertThat(commands.run("statistics", "check", mail(false))).isZero();
      assertThat(commands.out()).startsWith("ham\tindicator=0.");
      assertThat(commands.run("statistics", "train", "forget", mbox(true, 300))).isZero();
      assertThat(commands.out()).isEqualTo("trained\tlearnt=0 changed=0 unlearnt=300 known=0\n");
      assertThat(commands.run("check", mail(true))).isZero();
      assertThat(commands.run("statistics", "forget")).isZero();
      assertThat(commands.out()).isEqualTo("forgotten\tmails=300\n");
    }
  }

  @Test
  void adviceIsUnsureAndIsThereAgainAfterARestart() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ADVISE)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(commands.run("statistics", "train", "--site", "spam", mbox(true, 300))).isZero();
      assertThat(commands.run("statistics", "train", "--site", "ham", mbox(false, 300))).isZero();
    }
    try (LivePeer peer = start(StatisticsMode.ADVISE)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(commands.run("statistics", "train", "--site", "ham", mbox(false, 300))).isZero();
      assertThat(commands.out()).isEqualTo("trained\tlearnt=0 changed=0 unlearnt=0 known=300\n");
      assertThat(commands.run("check", "--exit-style", "bogofilter", mail(true))).isEqualTo(2);
      assertThat(commands.out()).startsWith("unsure\t").contains("source=statistics");
    }
  }

  @Test
  void marksTeachWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      String letter = letter();
      assertThat(commands.run("mark", "spam", letter)).isZero();
      assertThat(commands.run("statistics", "status", "--json")).isZero();
      assertThat(commands.out()).contains("\"own\":{\"spam\":0,\"ham\":0}");
      commands.environment().put("SPAMWATCH_TEACH", "yes");
      assertThat(commands.run("mark", "spam", letter)).isZero();
      assertThat(commands.run("statistics", "status", "--json")).isZero();
      assertThat(commands.out()).contains("\"own\":{\"spam\":1,\"ham\":0}");
      assertThat(commands.run("mark", "withdraw", letter)).isZero();
      assertThat(commands.run("statistics", "status", "--json")).isZero();
      assertThat(commands.out()).contains("\"own\":{\"spam\":0,\"ham\":0}");
    }
  }

  @Test
  void ownHamTeachesWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      String letter = letter();
      String[] learn = {"ham", "learn", "--source", "directory", letter};
      assertThat(commands.run(learn)).isZero();
      assertThat(ownHam()).isZero();
      commands.environment().put("SPAMWATCH_TEACH", "yes");
      assertThat(commands.run(learn)).isZero();
      assertThat(commands.run(learn)).isZero();
      assertThat(ownHam()).isEqualTo(1);
      assertThat(commands.run("ham", "forget", letter)).isZero();
      assertThat(ownHam()).isZero();
    }
  }

  @Test
  void mailboxesAreJudgedByWordsAndMovesTeachWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      AtomicLong nanos = new AtomicLong();
      PeerClient client =
          new PeerClient(
              URI.create(commands.environment().get("SPAMWATCH_PEER")), Optional.empty());
      ImapPerson person = new ImapPerson(client, commands.console(), nanos::get);
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(
              commands.run(
                  "statistics", "train", "spam", mbox(true, 300), "--ham", mbox(false, 300)))
          .isZero();
      assertThat(commands.out()).isEqualTo("trained\tlearnt=600 changed=0 unlearnt=0 known=0\n");
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.UNKNOWN);
      nanos.addAndGet(TimeUnit.MINUTES.toNanos(10));
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.SPAM);
      assertThat(person.check(read(WordyMails.mail(false, 5))).verdict())
          .isEqualTo(Verdict.UNKNOWN);
      ReadMail moved = read(Files.readAllBytes(Path.of(letter())));
      assertThat(person.vote(moved, VoteValue.HAM).accepted()).isTrue();
      assertThat(ownHam()).isEqualTo(300);
      commands.environment().put("SPAMWATCH_TEACH", "yes");
      assertThat(person.vote(moved, VoteValue.HAM).accepted()).isTrue();
      assertThat(ownHam()).isEqualTo(301);
      assertThat(person.vote(moved, VoteValue.WITHDRAWN).accepted()).isTrue();
      assertThat(ownHam()).isEqualTo(300);
    }
  }

  private static ReadMail read(byte[] mail) throws Exception {
    return new ReadMail(mail, ApproximateText.standard().address(mail));
  }

  private String letter() throws IOException {
    String text = "Subject: x\n\n" + "buy this wonderful thing and never regret it. ".repeat(20);
    return Files.writeString(directory.resolve("letter"), text).toString();
  }

  private int ownHam() {
    assertThat(commands.run("statistics", "status", "--json")).isZero();
    return Integer.parseInt(
        commands
            .out()
            .replaceFirst("(?s).*\"own\":\\{\"spam\":[0-9]+,\"ham\":([0-9]+)\\}.*", "$1"));
  }

  @Test
  void whatIsNoMailIsNotLearnt() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      byte[] bytes = new byte[100_000];
      new Random(7).nextBytes(bytes);
      Path noise = Files.write(directory.resolve("noise"), bytes);
      Path few = Files.writeString(directory.resolve("few"), "Subject: x\n\ngood bye\n");
      assertThat(commands.run("statistics", "train", "spam", noise.toString(), few.toString()))
          .isEqualTo(ExitCode.DATA);
      assertThat(commands.err()).hasLineCount(2).contains("nothing to learn: no header field");
      assertThat(commands.out()).startsWith("trained\tlearnt=0 ");
    }
  }

  @Test
  void aPeerWithoutAFilterIsALine() throws Exception {
    try (LivePeer peer = start(StatisticsMode.OFF)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(commands.run("statistics", "status")).isNotZero();
      assertThat(commands.err()).hasLineCount(1).contains("statistics.mode");
      assertThat(commands.run("check", mail(true))).isZero();
    }
  }
}
