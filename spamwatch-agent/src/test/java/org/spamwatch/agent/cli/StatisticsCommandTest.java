package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));

  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  StatisticsCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private LivePeer start(StatisticsMode mode) throws Exception {
    Settings settings = ALONE.with(StatisticsSetting.MODE, mode);
    LivePeer peer = LivePeer.start(settings, directory.resolve("data"), line -> {});
    environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + peer.http().getPort());
    return peer;
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return SpamWatch.run(console(), arguments);
  }

  private Console console() {
    return new Console(
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        false,
        environment,
        new Places(
            directory.resolve("none.toml"), directory.resolve("data"), directory.resolve("user")));
  }

  private String out() {
    return out.toString(UTF_8);
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
      assertThat(run("statistics", "train", "spam", mbox(true, 300))).isZero();
      assertThat(out()).isEqualTo("trained\tlearnt=300 changed=0 unlearnt=0 known=0\n");
      assertThat(run("statistics", "status")).isZero();
      assertThat(out()).contains("you      300 spam, 0 ham", "judges   nothing yet: it takes 200");
      assertThat(run("check", mail(true))).isZero();
      assertThat(run("statistics", "train", "ham", mbox(false, 300))).isZero();
      assertThat(run("check", mail(true))).isEqualTo(ExitCode.SPAM);
      assertThat(out()).startsWith("spam\tvotes=0/0 match=0/").contains("source=statistics");
      assertThat(run("check", mail(false))).isZero();
      assertThat(out()).startsWith("unknown\t");
      assertThat(run("explain", mail(true))).isZero();
      assertThat(out())
          .contains("words    the statistical filter says spam", "  word   ", "pill")
          .contains("statistics train ham");
      String file = directory.resolve("exported").toString();
      assertThat(run("statistics", "export", file)).isZero();
      assertThat(run("statistics", "check", "--filter", file, "--mbox", mbox(true, 9)))
          .isEqualTo(ExitCode.SPAM);
      assertThat(out().lines().filter(line -> line.startsWith("spam\tindicator="))).hasSize(9);
      assertThat(run("statistics", "check", mail(false))).isZero();
      assertThat(out()).startsWith("ham\tindicator=0.");
      assertThat(run("statistics", "train", "forget", mbox(true, 300))).isZero();
      assertThat(out()).isEqualTo("trained\tlearnt=0 changed=0 unlearnt=300 known=0\n");
      assertThat(run("check", mail(true))).isZero();
      assertThat(run("statistics", "forget")).isZero();
      assertThat(out()).isEqualTo("forgotten\tmails=300\n");
    }
  }

  @Test
  void adviceIsUnsureAndIsThereAgainAfterARestart() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ADVISE)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(run("statistics", "train", "--site", "spam", mbox(true, 300))).isZero();
      assertThat(run("statistics", "train", "--site", "ham", mbox(false, 300))).isZero();
    }
    try (LivePeer peer = start(StatisticsMode.ADVISE)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(run("statistics", "train", "--site", "ham", mbox(false, 300))).isZero();
      assertThat(out()).isEqualTo("trained\tlearnt=0 changed=0 unlearnt=0 known=300\n");
      assertThat(run("check", "--exit-style", "bogofilter", mail(true))).isEqualTo(2);
      assertThat(out()).startsWith("unsure\t").contains("source=statistics");
    }
  }

  @Test
  void marksTeachWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      String letter = letter();
      assertThat(run("mark", "spam", letter)).isZero();
      assertThat(run("statistics", "status", "--json")).isZero();
      assertThat(out()).contains("\"own\":{\"spam\":0,\"ham\":0}");
      environment.put("SPAMWATCH_TEACH", "yes");
      assertThat(run("mark", "spam", letter)).isZero();
      assertThat(run("statistics", "status", "--json")).isZero();
      assertThat(out()).contains("\"own\":{\"spam\":1,\"ham\":0}");
      assertThat(run("mark", "withdraw", letter)).isZero();
      assertThat(run("statistics", "status", "--json")).isZero();
      assertThat(out()).contains("\"own\":{\"spam\":0,\"ham\":0}");
    }
  }

  @Test
  void ownHamTeachesWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      String letter = letter();
      String[] learn = {"ham", "learn", "--source", "directory", letter};
      assertThat(run(learn)).isZero();
      assertThat(ownHam()).isZero();
      environment.put("SPAMWATCH_TEACH", "yes");
      assertThat(run(learn)).isZero();
      assertThat(run(learn)).isZero();
      assertThat(ownHam()).isEqualTo(1);
      assertThat(run("ham", "forget", letter)).isZero();
      assertThat(ownHam()).isZero();
    }
  }

  @Test
  void mailboxesAreJudgedByWordsAndMovesTeachWhereTheUserSaysSo() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      AtomicLong nanos = new AtomicLong();
      PeerClient client =
          new PeerClient(URI.create(environment.get("SPAMWATCH_PEER")), Optional.empty());
      ImapPerson person = new ImapPerson(client, console(), nanos::get);
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(run("statistics", "train", "spam", mbox(true, 300))).isZero();
      assertThat(run("statistics", "train", "ham", mbox(false, 300))).isZero();
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.UNKNOWN);
      nanos.addAndGet(TimeUnit.MINUTES.toNanos(10));
      assertThat(person.check(read(WordyMails.mail(true, 5))).verdict()).isEqualTo(Verdict.SPAM);
      assertThat(person.check(read(WordyMails.mail(false, 5))).verdict())
          .isEqualTo(Verdict.UNKNOWN);
      ReadMail moved = read(Files.readAllBytes(Path.of(letter())));
      assertThat(person.vote(moved, VoteValue.HAM).accepted()).isTrue();
      assertThat(ownHam()).isEqualTo(300);
      environment.put("SPAMWATCH_TEACH", "yes");
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
    assertThat(run("statistics", "status", "--json")).isZero();
    return Integer.parseInt(
        out().replaceFirst("(?s).*\"own\":\\{\"spam\":[0-9]+,\"ham\":([0-9]+)\\}.*", "$1"));
  }

  @Test
  void whatIsNoMailIsNotLearnt() throws Exception {
    try (LivePeer peer = start(StatisticsMode.ON)) {
      assertThat(peer.http().getPort()).isPositive();
      byte[] bytes = new byte[100_000];
      new Random(7).nextBytes(bytes);
      Path noise = Files.write(directory.resolve("noise"), bytes);
      Path few = Files.writeString(directory.resolve("few"), "Subject: x\n\ngood bye\n");
      assertThat(run("statistics", "train", "spam", noise.toString(), few.toString()))
          .isEqualTo(ExitCode.DATA);
      assertThat(err.toString(UTF_8)).hasLineCount(2).contains("nothing to learn: no header field");
      assertThat(out()).startsWith("trained\tlearnt=0 ");
    }
  }

  @Test
  void aPeerWithoutAFilterIsALine() throws Exception {
    try (LivePeer peer = start(StatisticsMode.OFF)) {
      assertThat(peer.http().getPort()).isPositive();
      assertThat(run("statistics", "status")).isNotZero();
      assertThat(err.toString(UTF_8)).hasLineCount(1).contains("statistics.mode");
      assertThat(run("check", mail(true))).isZero();
    }
  }
}
