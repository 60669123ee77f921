package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  HamCommandTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, Settings.DEFAULTS, peer, NoUsers.USERS);
    environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + port.address().getPort());
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("data/operator"), FakeHam.OPERATOR + "\n");
  }

  @AfterEach
  void close() {
    port.close();
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            environment,
            new Places(
                directory.resolve("none.toml"),
                directory.resolve("data"),
                directory.resolve("user")));
    return SpamWatch.run(console, arguments);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private void assertOneLine(String part) {
    assertThat(err.toString(UTF_8)).startsWith("spamwatch: ").hasLineCount(1).contains(part);
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
    assertThat(run("ham", "learn", "--source", "sent", mail("a"), mail("b"), tiny)).isZero();
    assertThat(out()).isEqualTo("learnt\tmails=2 known=0 refused=0 features=30\n");
    assertThat(peer.ham.learnt)
        .hasSize(2)
        .allMatch(one -> one.source() == HamSource.SENT && one.mostToday().isEmpty());
    peer.ham.outcome = Outcome.KNOWN;
    assertThat(run("ham", "learn", "--source", "LIST", mail("a"))).isZero();
    assertThat(out()).isEqualTo("learnt\tmails=0 known=1 refused=0 features=0\n");
    String b = mail("b");
    assertThat(run("ham", "forget", b)).isZero();
    assertThat(out()).isEqualTo("forgotten\tfeatures=7 of=20\t" + b + "\n");
    assertThat(peer.ham.forgotten).containsExactly(peer.ham.learnt.get(1).mail());
    assertThat(run("ham", "forget", "--source", "kept", "--before", "2026-01-31")).isZero();
    assertThat(out()).isEqualTo("forgotten\tmails=3\n");
    assertThat(peer.ham.forgotten).contains("Optional[KEPT] OptionalLong[1769817600000]");
  }

  @Test
  void whatIsRefusedIsALineAMailAndTheOthersAreLearnt() throws Exception {
    peer.ham.outcome = Outcome.SPAM;
    assertThat(run("ham", "learn", "--source", "sent", mail("a"), mail("b")))
        .isEqualTo(ExitCode.DATA);
    assertThat(out()).isEqualTo("learnt\tmails=0 known=0 refused=2 features=0\n");
    assertThat(err.toString(UTF_8)).hasLineCount(2).contains("409", "mark ham FILE");
    peer.ham.outcome = Outcome.FULL; // concerns them all: one line
    assertThat(run("ham", "learn", "--source", "sent", mail("a"), mail("b")))
        .isEqualTo(ExitCode.DATA);
    assertOneLine("the own-ham filter is full");
  }

  @Test
  void onlyWhoCanReadTheDataDirectoryIsTheOperator() throws Exception {
    Files.delete(directory.resolve("data/operator"));
    assertThat(run("ham", "learn", "--source", "sent", mail("a"))).isEqualTo(ExitCode.DATA);
    assertOneLine("does not take own ham of source sent from its clients");
    assertThat(run("ham", "forget", mail("a"))).isEqualTo(ExitCode.DATA);
    assertOneLine("only the peer's operator may do that");
    environment.put("SPAMWATCH_OPERATOR", FakeHam.OPERATOR);
    assertThat(run("ham", "forget", mail("a"))).isZero();
    environment.put("SPAMWATCH_OPERATOR", "secret");
    assertThat(run("ham", "forget", mail("a"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("allowed are 64 hexadecimal digits");
  }

  @Test
  void misuseIsOneLine() throws Exception {
    assertThat(run("ham")).isEqualTo(ExitCode.USAGE);
    assertOneLine("learn, info or forget");
    assertThat(run("ham", "learn", mail("a"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("--source");
    assertThat(run("ham", "learn", "--source", "spam", mail("a"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("spam");
    assertThat(run("ham", "forget")).isEqualTo(ExitCode.USAGE);
    assertOneLine("either mails or --source");
    assertThat(run("ham", "forget", "--source", "sent", mail("a"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("either mails or --source");
    assertThat(run("ham", "forget", "--before", "soon")).isEqualTo(ExitCode.USAGE);
    assertOneLine("--before soon: allowed is a day such as 2026-01-31");
    assertThat(run("ham", "learn", "--source", "sent", directory.resolve("none").toString()))
        .isEqualTo(ExitCode.DATA);
    assertOneLine("none");
    assertThat(peer.ham.learnt).isEmpty();
    assertThat(peer.ham.forgotten).isEmpty();
  }

  @Test
  void infoShowsALineAGeneration() {
    assertThat(run("ham", "info")).isZero();
    assertThat(out().lines()).hasSize(3);
    assertThat(out())
        .containsPattern("sent +2023-11-14 +12 +3400 +5 +0\\.25 +1\\.00e-04 +2023-11-14\n")
        .contains("1.00 of 64 MiB", "with probability 2.00e-04");
    assertThat(run("ham", "info", "--json")).isZero();
    assertThat(out()).startsWith("{\"bytes\":1048576,");
  }

  @Test
  void checkSendsProbesAndLearns() throws Exception {
    assertThat(run("check", "--learn", "kept", "--json", mail("a"))).isZero();
    assertThat(peer.questions.get(0).probes()).isNotEmpty();
    assertThat(out()).contains("does not take own ham of source kept"); // not the operator
    assertThat(run("check", "--learn", "kept", mail("b"))).isZero();
    assertThat(out()).hasLineCount(1).startsWith("unknown\t");
    assertOneLine(": not learnt: this peer does not take own ham of source kept");
  }

  @Test
  void whatIsCheckedUnderOneSchemeIsLearntUnderAll() throws Exception {
    Settings settings = Settings.DEFAULTS.with(Setting.HAM_SOURCES, List.of(HamSource.KEPT));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort taking = HttpPort.open(any, settings, peer, NoUsers.USERS)) {
      environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + taking.address().getPort());
      assertThat(run("check", "--schemes", "word", "--learn", "kept", mail("a"))).isZero();
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
    assertThat(run("explain", file)).isZero();
    assertThat(out())
        .contains("own ham  1 fingerprints count for nothing")
        .containsPattern("  text   at [0-9]+, [0-9]+ characters: \".{30,}\"\n")
        .contains("  votes  2023-11-14: 1 spam, 0 ham\n")
        .contains("spamwatch mark ham " + file, "spamwatch ham learn --source directory " + file)
        .contains("spamwatch campaign allow " + FakePeer.MESSAGE);
    peer.verdict = Verdict.UNKNOWN;
    assertThat(run("explain", "--json", file)).isZero();
    assertThat(out()).hasLineCount(1).contains("\"ownHamText\":[{\"from\":", "\"text\":\"");
    assertThat(run("explain", file)).isZero();
    assertThat(out()).doesNotContain("If this mail is wanted");
  }

  @Test
  void explainNamesTheProvenSenderOrSaysWhyThereIsNone() throws Exception {
    String unproven = mail("a");
    Path proven = directory.resolve("proven");
    String header = "Authentication-Results: mx.example; dmarc=pass header.from=brand.com\n";
    Files.writeString(
        proven, header + "From: a@mail.brand.com\n" + Files.readString(Path.of(unproven)));
    assertThat(run("explain", proven.toString())).isZero();
    assertThat(out())
        .contains("sender   not proven: the peer takes no mail server's word on it (proof.");
    Settings settings = Settings.DEFAULTS.with(ProofSetting.AUTHSERV_IDS, List.of("mx.example"));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort believing = HttpPort.open(any, settings, peer, NoUsers.USERS)) {
      environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + believing.address().getPort());
      assertThat(run("explain", proven.toString())).isZero();
      assertThat(out()).contains("sender   brand.com, proven; no own ham is from there\n");
      assertThat(run("explain", "--json", proven.toString())).isZero();
      assertThat(out()).contains("\"provenSender\":\"brand.com\"");
      assertThat(run("explain", unproven)).isZero();
      assertThat(out()).contains("sender   not proven: not by what mx.example says in the mail\n");
    }
  }
}
