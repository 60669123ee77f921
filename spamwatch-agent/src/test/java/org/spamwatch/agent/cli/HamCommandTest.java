package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ProofSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.request.FakeHam;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** {@code spamwatch ham}, and what {@code explain} shows of own text. */
final class HamCommandTest {
  private static final String TEXT =
      "Minutes of the meeting: we have talked about the new bicycle stand and about its roof. ";

  private final Path directory;
  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final CommandRun commands;

  HamCommandTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    commands = new CommandRun(directory);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, Settings.DEFAULTS, peer, NoUsers.USERS);
    commands.ask(port.address());
    commands.beOperator();
  }

  @AfterEach
  void close() {
    port.close();
  }

  private String mail(String name) throws IOException {
    Path file = directory.resolve(name);
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder(TEXT);
    for (int i = 0; i < 2000; i++) {
      text.append(random.nextInt(7) == 0 ? ' ' : (char) ('a' + random.nextInt(26)));
    }
    return Files.writeString(file, "Subject: x\n\n" + text + TEXT + name + "\n").toString();
  }

  @Test
  void learnSumsUpAndForgetTellsOfEachMail() throws Exception {
    String tiny = Files.writeString(directory.resolve("tiny"), "Subject: x\n\nhi\n").toString();
    assertThat(commands.run("ham", "learn", "--source", "sent", mail("a"), mail("b"), tiny))
        .isZero();
    assertThat(commands.out()).isEqualTo("learnt\tmails=2 known=0 refused=0 features=30\n");
    assertThat(peer.ham.learnt)
        .hasSize(2)
        .allMatch(one -> one.source() == HamSource.SENT && one.mostToday().isEmpty());
    peer.ham.outcome = Outcome.KNOWN;
    assertThat(commands.run("ham", "learn", "--source", "LIST", mail("a"))).isZero();
    assertThat(commands.out()).isEqualTo("learnt\tmails=0 known=1 refused=0 features=0\n");
    String b = mail("b");
    assertThat(commands.run("ham", "forget", b)).isZero();
    assertThat(commands.out()).isEqualTo("forgotten\tfeatures=7 of=20\t" + b + "\n");
    assertThat(peer.ham.forgotten).containsExactly(peer.ham.learnt.get(1).mail());
    assertThat(commands.run("ham", "forget", "--source", "kept", "--before", "2026-01-31"))
        .isZero();
    assertThat(commands.out()).isEqualTo("forgotten\tmails=3\n");
    assertThat(peer.ham.forgotten).contains("Optional[KEPT] OptionalLong[1769817600000]");
  }

  @Test
  void whatIsRefusedIsALineAMailAndTheOthersAreLearnt() throws Exception {
    peer.ham.outcome = Outcome.SPAM;
    assertThat(commands.run("ham", "learn", "--source", "sent", mail("a"), mail("b")))
        .isEqualTo(ExitCode.DATA);
    assertThat(commands.out()).isEqualTo("learnt\tmails=0 known=0 refused=2 features=0\n");
    assertThat(commands.err()).hasLineCount(2).contains("409", "mark ham FILE");
    peer.ham.outcome = Outcome.FULL; // concerns them all: one line
    assertThat(commands.run("ham", "learn", "--source", "sent", mail("a"), mail("b")))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("the own-ham filter is full");
  }

  @Test
  void onlyWhoCanReadTheDataDirectoryIsTheOperator() throws Exception {
    Files.delete(directory.resolve("data/operator"));
    assertThat(commands.run("ham", "learn", "--source", "sent", mail("a")))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("does not take own ham of source sent from its clients");
    assertThat(commands.run("ham", "forget", mail("a"))).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("only the peer's operator may do that");
    commands.environment().put("SPAMWATCH_OPERATOR", FakeHam.OPERATOR);
    assertThat(commands.run("ham", "forget", mail("a"))).isZero();
    commands.environment().put("SPAMWATCH_OPERATOR", "secret");
    assertThat(commands.run("ham", "forget", mail("a"))).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("allowed are 64 hexadecimal digits");
  }

  @Test
  void misuseIsOneLine() throws Exception {
    assertThat(commands.run("ham")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("learn, info or forget");
    assertThat(commands.run("ham", "learn", mail("a"))).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("--source");
    assertThat(commands.run("ham", "learn", "--source", "spam", mail("a")))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("spam");
    assertThat(commands.run("ham", "forget")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("either mails or --source");
    assertThat(commands.run("ham", "forget", "--source", "sent", mail("a")))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("either mails or --source");
    assertThat(commands.run("ham", "forget", "--before", "soon")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("--before soon: allowed is a day such as 2026-01-31");
    assertThat(
            commands.run("ham", "learn", "--source", "sent", directory.resolve("none").toString()))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("none");
    assertThat(peer.ham.learnt).isEmpty();
    assertThat(peer.ham.forgotten).isEmpty();
  }

  @Test
  void infoShowsALineAGeneration() {
    assertThat(commands.run("ham", "info")).isZero();
    assertThat(commands.out().lines()).hasSize(3);
    assertThat(commands.out())
        .containsPattern("sent +2023-11-14 +12 +3400 +5 +0\\.25 +1\\.00e-04 +2023-11-14\n")
        .contains("1.00 of 64 MiB", "with probability 2.00e-04");
    assertThat(commands.run("ham", "info", "--json")).isZero();
    assertThat(commands.out()).startsWith("{\"bytes\":1048576,");
  }

  @Test
  void checkSendsProbesAndLearns() throws Exception {
    assertThat(commands.run("check", "--learn", "kept", "--json", mail("a"))).isZero();
    assertThat(peer.questions.get(0).probes()).isNotEmpty();
    assertThat(commands.out()).contains("does not take own ham of source kept"); // not the operator
    assertThat(commands.run("check", "--learn", "kept", mail("b"))).isZero();
    assertThat(commands.out()).hasLineCount(1).startsWith("unknown\t");
    commands.assertOneLine(": not learnt: this peer does not take own ham of source kept");
  }

  @Test
  void whatIsCheckedUnderOneSchemeIsLearntUnderAll() throws Exception {
    Settings settings = Settings.DEFAULTS.with(Setting.HAM_SOURCES, List.of(HamSource.KEPT));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort taking = HttpPort.open(any, settings, peer, NoUsers.USERS)) {
      commands.ask(taking.address());
      assertThat(commands.run("check", "--schemes", "word", "--learn", "kept", mail("a"))).isZero();
    }
    assertThat(peer.questions.get(0).vectors())
        .extracting(FeatureVector::scheme)
        .containsExactly(Scheme.WORD, Scheme.EVIDENCE); // which nobody else is asked about
    assertThat(peer.ham.learnt.get(0).mail().vectors())
        .extracting(FeatureVector::scheme)
        .containsExactlyInAnyOrder(Scheme.CHAR50, Scheme.WORD, Scheme.EVIDENCE);
  }

  @Test
  void explainShowsTheTextAndWhatToDo() throws Exception {
    peer.verdict = Verdict.SPAM;
    peer.ham.masked = 1;
    String file = mail("a");
    assertThat(commands.run("explain", file)).isZero();
    assertThat(commands.out())
        .contains("own ham  1 fingerprints count for nothing")
        .containsPattern("  text   at [0-9]+, [0-9]+ characters: \".{30,}\"\n")
        .contains("  votes  2023-11-14: 1 spam, 0 ham\n")
        .contains("spamwatch mark ham " + file, "spamwatch ham learn --source directory " + file)
        .contains("spamwatch campaign allow " + FakePeer.MESSAGE);
    peer.verdict = Verdict.UNKNOWN;
    assertThat(commands.run("explain", "--json", file)).isZero();
    assertThat(commands.out())
        .hasLineCount(1)
        .contains("\"ownHamText\":[{\"from\":", "\"text\":\"");
    assertThat(commands.run("explain", file)).isZero();
    assertThat(commands.out()).doesNotContain("If this mail is wanted");
  }

  @Test
  void explainNamesTheProvenSenderOrSaysWhyThereIsNone() throws Exception {
    String unproven = mail("a");
    Path proven = directory.resolve("proven");
    String header = "Authentication-Results: mx.example; dmarc=pass header.from=brand.com\n";
    Files.writeString(
        proven, header + "From: a@mail.brand.com\n" + Files.readString(Path.of(unproven)));
    assertThat(commands.run("explain", proven.toString())).isZero();
    assertThat(commands.out())
        .contains("sender   not proven: the peer takes no mail server's word on it (proof.");
    Settings settings = Settings.DEFAULTS.with(ProofSetting.AUTHSERV_IDS, List.of("mx.example"));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort believing = HttpPort.open(any, settings, peer, NoUsers.USERS)) {
      commands.ask(believing.address());
      assertThat(commands.run("explain", proven.toString())).isZero();
      assertThat(commands.out()).contains("sender   brand.com, proven; no own ham is from there\n");
      assertThat(commands.run("explain", "--json", proven.toString())).isZero();
      assertThat(commands.out()).contains("\"provenSender\":\"brand.com\"");
      assertThat(commands.run("explain", unproven)).isZero();
      assertThat(commands.out())
          .contains("sender   not proven: not by what mx.example says in the mail\n");
    }
  }
}
