package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.Started;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

final class CommandLineTest {
  private static final String TEXT =
      "Buy this wonderful thing today and never regret it in your whole long life again. ";

  private final Path directory;
  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final CommandRun commands;

  CommandLineTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, Settings.DEFAULTS, peer, NoUsers.USERS);
    commands = new CommandRun(directory);
    commands.ask(port.address());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private String mail(String name) throws IOException {
    return commands.write(name, "Subject: offer " + name + "\n\n" + TEXT.repeat(6) + name + "\n");
  }

  @Test
  void checkPrintsALineAMailAndExitsWithOneForSpam() throws Exception {
    peer.verdict = Verdict.SPAM;
    String file = mail("a.eml");
    assertThat(commands.run("check", file)).isEqualTo(1);
    assertThat(commands.out())
        .matches("spam\tvotes=12/1 match=9/10 source=overlay ms=[0-9.]+\t\\Q" + file + "\\E\n");
    peer.verdict = Verdict.UNKNOWN;
    assertThat(commands.run("check", file)).isZero();
    assertThat(commands.out()).startsWith("unknown\tvotes=0/0 match=0/10 source=overlay ms=");
    assertThat(commands.err()).isEmpty();
  }

  @Test
  void bogofiltersExitCodesAreThere() throws Exception {
    String file = mail("a.eml");
    peer.verdict = Verdict.SPAM;
    assertThat(commands.run("check", "--exit-style", "bogofilter", file)).isZero();
    peer.verdict = Verdict.UNKNOWN;
    assertThat(commands.run("check", "--exit-style", "bogofilter", file)).isEqualTo(1);
    peer.verdict = Verdict.UNSURE;
    assertThat(commands.run("check", "--exit-style=bogofilter", file)).isEqualTo(2);
  }

  @Test
  void checkPassesItsOptionsOn() throws Exception {
    assertThat(commands.run("check", "--ttl", "2", "--thres", "4", "--votes", "3", mail("a.eml")))
        .isZero();
    assertThat(peer.questions.get(0).ttl()).isEqualTo(2);
    assertThat(peer.questions.get(0).threshold().asked()).hasValue(4);
    assertThat(peer.questions.get(0).votesNeeded()).isEqualTo(3);
  }

  @Test
  void whoAsksAndMarksMayChooseTheSchemes() throws Exception {
    assertThat(commands.run("check", mail("a.eml"))).isZero();
    assertThat(commands.run("check", "--schemes", "word", mail("a.eml"))).isZero();
    assertThat(commands.run("explain", "--schemes=rabin50,char50", mail("a.eml"))).isZero();
    assertThat(peer.questions)
        .extracting(question -> question.vectors().stream().map(v -> v.scheme().label()).toList())
        .containsExactly(List.of("char50", "word"), List.of("word"), List.of("rabin50", "char50"));
    assertThat(commands.run("mark", "--schemes", "word", "spam", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.get(0).vectors()).hasSize(1);
    assertThat(commands.run("check", "--schemes", "word,md5", mail("a.eml")))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("--schemes md5: allowed are rabin50, char50, word");
  }

  @Test
  void whoAsksMayTellLettersApartThatLookAlike() throws Exception {
    String disguised =
        commands.write(
            "disguised.eml",
            "Content-Type: text/plain; charset=utf-8\n\n"
                + TEXT.repeat(6).replace('a', '\u0430')); // Cyrillic
    assertThat(commands.run("check", "--keep-look-alikes", disguised)).isZero();
    assertThat(commands.run("check", disguised)).isZero();
    assertThat(commands.run("explain", "--keep-look-alikes", disguised)).isZero();
    List<FeatureVector> apart = peer.questions.get(0).vectors();
    assertThat(apart).isNotEmpty().isNotEqualTo(peer.questions.get(1).vectors());
    assertThat(peer.questions.get(2).vectors()).isEqualTo(apart);
    assertThat(commands.run("check", "--keep-look-alikes", "--learn", "kept", disguised))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("--keep-look-alikes is for asking only");
  }

  @Test
  void checkAnswersInJsonALineAMail() throws Exception {
    assertThat(commands.run("check", "--json", mail("a.eml"), mail("b.eml"))).isZero();
    assertThat(commands.out()).hasLineCount(2).contains("{\"name\":", "\"verdict\":\"unknown\"");
  }

  @Test
  void directoriesMaildirsMboxesAndStandardInputAreTakenApart() throws Exception {
    mail("dir/sub/a.eml");
    mail("dir/b.eml");
    mail("box/cur/c:2,S");
    mail("box/new/d");
    mail("box/tmp/half-delivered");
    String mark = "From x@y.example Mon Jan  5 10:00:00 2026\n";
    String one = mark + "Subject: one\n\n" + TEXT.repeat(3) + "\n\n";
    commands.write("mbox", one + mark + "Subject: two\n\n" + TEXT.repeat(4) + "\n\n");
    commands.type("Subject: x\n\n" + TEXT.repeat(3));
    String dir = directory.resolve("dir").toString();
    String box = directory.resolve("box").toString();
    assertThat(commands.run("check", dir, box, directory.resolve("mbox").toString(), "-")).isZero();
    assertThat(commands.out()).hasLineCount(7).contains("mbox#1\n", "mbox#2\n", "\t-\n");
    assertThat(commands.out()).doesNotContain("half-delivered");
  }

  @Test
  void oneBadInputDoesNotKeepTheOthersFromBeingChecked() throws Exception {
    String good = mail("good.eml");
    for (String bad :
        List.of(
            directory.resolve("missing.eml").toString(),
            commands.write("empty.eml", ""),
            commands.write("binary", "\u0000\u0001\u0002\u0003"))) {
      assertThat(commands.run("check", bad, good)).isEqualTo(ExitCode.DATA);
      assertThat(commands.out()).hasLineCount(1).endsWith(good + "\n");
      commands.assertOneLine(bad);
    }
  }

  @Test
  void everyBadInputOfSeveralIsExactlyOneLine() throws Exception {
    String missing = directory.resolve("missing").toString();
    assertThat(commands.run("check", missing, missing + "2", commands.write("empty.eml", "")))
        .isEqualTo(ExitCode.DATA);
    assertThat(commands.err()).hasLineCount(3);
  }

  @Test
  void aNameThatIsNoneIsOneLine() {
    for (String command : List.of("check", "fingerprint", "explain")) {
      assertThat(commands.run(command, "a\0b")).isEqualTo(ExitCode.DATA);
      commands.assertOneLine("a?b: not a file name");
    }
  }

  @Test
  void aFilesNameCannotForgeALineOfOutput() throws Exception {
    String file = mail("a\nspam\tvotes=9/0\tb.eml");
    String masked = directory.resolve("a?spam?votes=9/0?b.eml").toString();
    for (List<String> command : List.of(List.of("check", file), List.of("mark", "spam", file))) {
      assertThat(commands.run(command.toArray(String[]::new))).isZero();
      assertThat(commands.out()).hasLineCount(1).endsWith("\t" + masked + "\n");
    }
    assertThat(commands.run("fingerprint", file, file)).isZero();
    assertThat(commands.out().lines())
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.endsWith("\t" + masked));
  }

  @Test
  void aDirectoryWithoutMailSaysSo() throws Exception {
    String empty = Files.createDirectory(directory.resolve("empty")).toString();
    assertThat(commands.run("check", empty)).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("holds no mail");
    assertThat(commands.run("explain", empty)).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("a directory");
  }

  @Test
  void markSignsWithTheUsersOwnKey() throws Exception {
    assertThat(commands.run("mark", "spam", mail("a.eml"), mail("b.eml"))).isZero();
    assertThat(commands.out())
        .hasLineCount(2)
        .startsWith("accepted\tmessage=")
        .contains(" holders=4\t");
    assertThat(commands.run("mark", "withdraw", directory.resolve("a.eml").toString())).isZero();
    assertThat(peer.voteRequests)
        .extracting(voteRequest -> voteRequest.vote().value())
        .containsExactly(VoteValue.SPAM, VoteValue.SPAM, VoteValue.WITHDRAWN);
    assertThat(peer.voteRequests)
        .extracting(voteRequest -> voteRequest.vote().voter())
        .containsOnly(peer.voteRequests.get(0).vote().voter());
    assertThat(peer.voteRequests)
        .allMatch(voteRequest -> VoteVerifier.isSigned(voteRequest.vote()))
        .allMatch(voteRequest -> voteRequest.vote().realm().equals(FakePeer.REALM))
        .allMatch(voteRequest -> voteRequest.vote().site().equals(FakePeer.SITE));
    assertThat(peer.voteRequests.get(2).vote().supersedes(peer.voteRequests.get(0).vote()))
        .isTrue();
    assertThat(directory.resolve("user/voter.pem")).exists();
  }

  @Test
  void whatElseTheVoterSaidOfTheMessageIsWithdrawnWithIt() throws Exception {
    List<List<Id>> variants =
        List.of(List.of(Id.ofHex("ab".repeat(20))), List.of(Id.ofHex("cd".repeat(20))));
    peer.standing = variants;
    assertThat(commands.run("mark", "withdraw", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.subList(1, 3))
        .extracting(voteRequest -> voteRequest.vote().digests())
        .isEqualTo(variants);
    assertThat(peer.voteRequests)
        .allMatch(voteRequest -> VoteVerifier.isSigned(voteRequest.vote()))
        .allMatch(voteRequest -> voteRequest.vote().value() == VoteValue.WITHDRAWN);
  }

  @Test
  void aVoteThatIsRefusedOrImpossibleIsOneLine() throws Exception {
    assertThat(commands.run("mark", "spam", commands.write("short.eml", "Subject: x\n\nhi\n")))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("too little text to vote on");
    peer.accepting = false;
    assertThat(commands.run("mark", "ham", mail("a.eml"))).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("not accepted: the vote's signature does not hold");
  }

  @Test
  void markSaysWhenAQuotaIsFreeAgain() throws Exception {
    peer.overQuota = 3_600_000;
    assertThat(commands.run("mark", "spam", mail("a.eml"))).isEqualTo(ExitCode.TRY_AGAIN);
    commands.assertOneLine("429: over quota (try again in 3600 s)");
  }

  @Test
  void anImportSaysThatItIsOne() throws Exception {
    assertThat(commands.run("mark", "--import", "spam", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.get(0).vote().origin()).isEqualTo(VoteOrigin.IMPORT);
  }

  @Test
  void checkPassesTheRuleOn() throws Exception {
    assertThat(commands.run("check", "--rule", "own", mail("a.eml"))).isZero();
    assertThat(peer.questions.get(0).rule()).isEqualTo(Rule.OWN);
    assertThat(commands.run("check", "--rule", "all", mail("a.eml"))).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void explainTellsMatchesAndVoters() throws Exception {
    peer.verdict = Verdict.SPAM;
    assertThat(commands.run("explain", mail("a.eml"))).isZero();
    assertThat(commands.out())
        .contains("verdict  spam", "because  a test says so", "shares 9 of 10 (char50)")
        .contains("change   1 ham vote of one's own people would overrule")
        .contains("vote   spam by cafe", ", weight 0.25 (button) at 2023-11-14T22:13:20Z")
        .contains("If this mail is wanted:\n  spamwatch mark ham ")
        .contains("\n  spamwatch campaign allow " + FakePeer.MESSAGE + "  overrules")
        .doesNotContain("If this mail is spam:");
  }

  @Test
  void whoMissesASpamReadsWhatToDo() throws Exception {
    String file = mail("a.eml");
    assertThat(commands.run("explain", file)).isZero();
    assertThat(commands.out())
        .endsWith(
            "If this mail is spam:\n  spamwatch mark spam " + file + "  says so to everybody\n");
  }

  @Test
  void fingerprintNeedsNoPeer() throws Exception {
    port.close();
    assertThat(commands.run("fingerprint", mail("a.eml"))).isZero();
    assertThat(commands.out().lines())
        .allMatch(line -> line.matches("(char50|word)\t[0-9a-f]{32}0{8}"));
    assertThat(commands.run("fingerprint", "--scheme", "word", mail("a.eml"))).isZero();
    assertThat(commands.out().lines())
        .hasSizeBetween(12, 60)
        .allMatch(line -> line.startsWith("word\t"));
    assertThat(commands.run("fingerprint", "--scheme", "rabin50", mail("a.eml"), mail("b.eml")))
        .isZero();
    assertThat(commands.out().lines())
        .allMatch(line -> line.matches("rabin50\t[0-9a-f]{16}0{24}\t.+"));
    assertThat(commands.run("fingerprint", "--scheme", "md5", mail("a.eml")))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("allowed are rabin50, char50, word");
  }

  @Test
  void statusIsShown() {
    assertThat(commands.run("peer", "status")).isZero();
    assertThat(commands.out())
        .contains("realm          aa", "neighbours     1", "votes          4");
    assertThat(commands.out())
        .contains("revocations    list 7 of 2023-11-14T22:13:20Z, nodes=0 voters=0")
        .contains(
            "announced      37 messages by 3 peers, synchronised (3 MB, filter 25 % full,"
                + " 0.039 % false); others were asked for 3 of 15 checks (20.0 %)")
        .contains("features       10, of others at most 1000")
        .contains("not taken      3 (forged 1, stale 2)")
        .contains("own not taken  1; last by 127.0.0.1:9461: dated too far ahead");
    assertThat(commands.run("peer", "status", "--json")).isZero();
    assertThat(commands.out()).startsWith("{\"id\":").hasLineCount(1);
  }

  @Test
  void aRouteIsShownHopByHop() {
    assertThat(commands.run("peer", "route", "beef")).isZero();
    assertThat(commands.out().lines().toList())
        .hasSize(3)
        .first()
        .isEqualTo(" 0  0100000000000000000000000000000000000000  127.0.0.1:9460");
    assertThat(commands.out())
        .contains("\n 1  0200000000000000000000000000000000000000  127.0.0.1:9461  root\n")
        .containsPattern("\n1 hops, [0-9.]+ ms\n");
    assertThat(commands.run("peer", "route", "--json", "beef")).isZero();
    assertThat(commands.out())
        .startsWith("{\"key\":\"beef0000")
        .contains("\"atRoot\":true,\"hops\":1");
    peer.answering = false;
    assertThat(commands.run("peer", "route", "beef")).isEqualTo(ExitCode.TRY_AGAIN);
    commands.assertOneLine("the end of the route did not answer in time");
  }

  @Test
  void withoutAPeerEveryCommandSaysHowToStartOne() throws Exception {
    String url;
    try (ServerSocket socket = new ServerSocket(0)) {
      url = "http://127.0.0.1:" + socket.getLocalPort();
    }
    String file = mail("a.eml");
    for (List<String> command :
        List.of(
            List.of("check", file, file),
            List.of("mark", "spam", file),
            List.of("explain", file),
            List.of("peer", "route", "beef"),
            List.of("peer", "status"))) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--peer", url));
      assertThat(commands.run(arguments.toArray(String[]::new))).isEqualTo(ExitCode.UNAVAILABLE);
      commands.assertOneLine("no peer at " + url, "spamwatch peer start");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "frobnicate",
        "check",
        "mark",
        "mark maybe file",
        "mark spam",
        "explain",
        "explain a b",
        "check --ttl x a",
        "check --ttl 99 a",
        "check --nonsense a",
        "check --exit-style x a",
        "check --peer ftp://x a",
        "check --peer :: a",
        "check --peer http://127.0.0.1:65536 a",
        "peer",
        "peer route",
        "peer route beefy",
        "peer route xx",
        "peer fly"
      })
  void wrongUseIsOneLineAndSixtyFour(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");
    assertThat(commands.run(arguments)).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("spamwatch");
    assertThat(commands.out()).isEmpty();
  }

  @Test
  void aPeerIsNotStartedWithAWrongConfiguration() throws Exception {
    assertThat(commands.run("peer", "start", "--set", "http.thread=2"))
        .isEqualTo(ExitCode.CONFIGURATION);
    commands.assertOneLine("did you mean http.threads?");
    String toml = commands.write("x.toml", "[check]\nvotes = 0\n");
    assertThat(commands.run("peer", "start", "--config", toml)).isEqualTo(ExitCode.CONFIGURATION);
    commands.assertOneLine("x.toml:2: check.votes = 0: allowed is 1 to 1000");
    assertThat(commands.run("peer", "start", "--http", "0.0.0.0:0"))
        .isEqualTo(ExitCode.CONFIGURATION);
    commands.assertOneLine("beyond loopback http.token must be set");
    assertThat(commands.run("peer", "start", "--listen", "nonsense"))
        .isEqualTo(ExitCode.CONFIGURATION);
    commands.assertOneLine("--listen: overlay.listen = nonsense: allowed is HOST:PORT");
  }

  @Test
  void aPeerWhoseReadyFileCannotBeWrittenDoesNotSayThatItIsReady(@TempDir Path empty) {
    String file = empty.resolve("none").resolve("ready").toString();
    assertThat(
            commands.run(
                "peer",
                "start",
                "--listen",
                "127.0.0.1:0",
                "--http",
                "127.0.0.1:0",
                "--ready-file",
                file))
        .isEqualTo(ExitCode.INPUT_OUTPUT);
    assertThat(commands.out()).isEmpty();
    assertThat(commands.err()).contains(file + ": the ready file cannot be written");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(commands.run("--version")).isZero();
    assertThat(commands.out()).startsWith("spamwatch ");
    for (String command : List.of("check", "mark", "explain", "fingerprint", "demo", "peer")) {
      assertThat(commands.run(command, "--help")).isZero();
      assertThat(commands.out()).contains("Usage: spamwatch " + command);
    }
    assertThat(commands.err()).isEmpty();
  }

  @Test
  void aPeerSaysItsPortsAndEndsWhenTheThreadThatWritesItsVotesDoes() throws Exception {
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(
            () ->
                commands.run(
                    "peer",
                    "start",
                    "--listen",
                    "127.0.0.1:0",
                    "--http",
                    "127.0.0.1:0",
                    "--set",
                    "spamd.listen=localhost:0",
                    "--set",
                    "milter.socket=" + directory.resolve("milter"),
                    "--ready-file",
                    directory.resolve("ready").toString()));
    while (!Files.exists(directory.resolve("ready"))) {
      assertThat(exit.isDone()).as(commands.err()).isFalse();
      Thread.onSpinWait();
    }
    byte[] file = Files.readAllBytes(directory.resolve("ready"));
    Started started = ApiJson.readAnswer(file, Started.class);
    String spamd = started.ports().get("spamd.listen");
    assertThat(spamd).matches("localhost:[1-9][0-9]*");
    assertThat(commands.out())
        .startsWith("ready overlay=" + started.overlay() + " http=" + started.http() + " milter.s")
        .endsWith("=" + directory.resolve("milter") + " spamd.listen=" + spamd + "\n");
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("store-writer"))
        .forEach(Thread::interrupt);
    assertThat(exit.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INPUT_OUTPUT);
    commands.assertOneLine("the store's writer has ended");
  }
}
