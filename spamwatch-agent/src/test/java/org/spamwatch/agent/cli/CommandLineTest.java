package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.request.FakeHam;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;

final class CommandLineTest {
  private static final String TEXT =
      "Buy this wonderful thing today and never regret it in your whole long life again. ";

  private final Path directory;
  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";

  CommandLineTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, settings(), peer, NoUsers.USERS);
  }

  private static Settings settings() throws IOException {
    try {
      return new SettingsReader(Settings.DEFAULTS).pair("ratelimit.limits=few 2/1h").settings();
    } catch (ConfigurationException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aScriptCountsAndThePostmasterSeesWhoIsOverALimit() {
    assertThat(run("ratelimit", "count", "few", "ada@x.example", "a")).isZero();
    assertThat(out()).startsWith("new\tlimit=few\trate=1.00 of=2\n");
    assertThat(run("ratelimit", "count", "few", "ADA@x.example", "A")).isZero();
    assertThat(out()).startsWith("repeat\t");
    assertThat(run("ratelimit", "count", "few", "ada@x.example", "b", "--source", "h")).isZero();
    assertThat(run("ratelimit", "count", "few", "ada@x.example", "c")).isEqualTo(ExitCode.SPAM);
    assertThat(out()).startsWith("over\tlimit=few\trate=2.00 of=2\n");
    assertThat(run("ratelimit", "show", "few", "ada@x.example")).isZero();
    assertThat(out()).startsWith("over\t");
    assertThat(run("ratelimit", "list")).isZero();
    assertThat(out())
        .contains("limit\tfew 2/1h counts=successes over=defer\tkeys=1\tforgotten=0\tbytes=")
        .contains("over\tfew\tada@x.example\ttimes=1\trate=");
    assertThat(run("ratelimit", "list", "--json")).isZero();
    assertThat(out()).startsWith("{\"limits\":[{\"limit\":\"few 2/1h");
    assertThat(run("ratelimit", "forget", "few", "ada@x.example")).isZero();
    assertThat(out()).isEqualTo("forgotten\n");
    assertThat(run("ratelimit", "forget", "few", "ada@x.example")).isZero();
    assertThat(out()).isEqualTo("nothing was known of it\n");
    assertThat(run("ratelimit", "count", "many", "a", "b")).isEqualTo(ExitCode.DATA);
    assertOneLine("404", "there is no such limit", "ratelimit.limits has [few]");
    assertThat(run("ratelimit")).isEqualTo(ExitCode.USAGE);
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
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            Map.of("SPAMWATCH_PEER", "http://127.0.0.1:" + port.address().getPort()),
            new Places(
                directory.resolve("none.toml"),
                directory.resolve("data"),
                directory.resolve("user")));
    return SpamWatch.run(console, arguments);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private void assertOneLine(String... parts) {
    assertThat(err.toString(UTF_8)).startsWith("spamwatch: ").hasLineCount(1).contains(parts);
    assertThat(err.toString(UTF_8)).doesNotContain("\tat ");
  }

  private void beOperator() throws IOException {
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("data/operator"), FakeHam.OPERATOR + "\n");
  }

  @Test
  void aPostmasterListsShowsAndOverrulesACampaign() throws Exception {
    beOperator();
    String guid = FakePeer.MESSAGE.toString();
    assertThat(run("campaign", "list", "--limit", "7")).isZero();
    assertThat(out())
        .hasLineCount(2)
        .contains(guid + " spam=12 ham=1 sites=2 first=2023-11-13T22:13:20Z")
        .contains("schemes=char50 fingerprints=10 kept rule=-")
        .contains("more with --from c0ffee");
    assertThat(peer.campaigns.limits).containsExactly(7);
    assertThat(run("campaign", "list", "--votes", "14")).isZero();
    assertThat(out()).isEqualTo("no campaign is known\n");
    assertThat(run("campaign", "allow", guid, "--note", "a customer's & news")).isZero();
    assertThat(out()).hasLineCount(1).contains("rule allow since ", ": a customer's & news");
    assertThat(run("campaign", "show", guid)).isZero();
    assertThat(out())
        .contains("rule=allow")
        .contains("2023-11-13 spam=4     ham=0     ####")
        .contains("2023-11-14 spam=8     ham=1     ####################################-----")
        .contains("through " + FakePeer.SITE)
        .contains("9999-12-31");
    assertThat(run("campaign", "list", "--ruled")).isZero();
    assertThat(out()).hasLineCount(1).contains("rule=allow");
    assertThat(run("campaign", "block", guid)).isZero();
    assertThat(run("campaign", "reset", guid)).isZero();
    assertThat(out()).isEqualTo(guid + " rule removed\n");
    assertThat(peer.campaigns.rules.all()).isEmpty();
  }

  @Test
  void aPostmastersMistakesAreOneLineEach() throws Exception {
    String guid = FakePeer.MESSAGE.toString();
    assertThat(run("campaign", "allow", guid)).isNotZero();
    assertOneLine("operator");
    beOperator();
    assertThat(run("campaign")).isEqualTo(ExitCode.USAGE);
    assertOneLine("list, show, allow, block or reset");
    assertThat(run("campaign", "reset", guid)).isEqualTo(ExitCode.DATA);
    assertOneLine("there is no rule on it");
    assertThat(run("campaign", "allow", "xyz")).isEqualTo(ExitCode.USAGE);
    assertOneLine("a message's GUID of 40 hexadecimal digits");
    assertThat(run("campaign", "allow", guid, "--note", "n".repeat(201))).isEqualTo(ExitCode.USAGE);
    assertOneLine("allowed are 200 characters");
    assertThat(run("campaign", "list", "--limit", "201")).isEqualTo(ExitCode.USAGE);
    assertThat(run("campaign", "show", "aa".repeat(20))).isEqualTo(ExitCode.DATA);
    assertOneLine("404", "knows nothing of that message");
    peer.campaigns.failing = true;
    assertThat(run("campaign", "block", guid)).isEqualTo(ExitCode.DATA);
    assertOneLine("in force but not on disk: no space");
  }

  @Test
  void anAuthorityRevokesAndTakesBack() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String list = directory.resolve("list").toString();
    assertThat(run("authority", "init", "--key", key)).isZero();
    String realm = out().lines().findFirst().orElseThrow().substring("realm ".length());
    String node = "aa".repeat(20);
    String voter = "bb".repeat(20);
    String[] first = {"authority", "revoke", "--key", key, "--list", list, "--node", node};
    assertThat(run(first)).isZero();
    assertThat(out()).hasLineCount(1).contains("realm " + realm, "nodes=1 voters=0");
    long sequence = RevocationFile.read(Path.of(list)).orElseThrow().list().sequence();
    assertThat(run("authority", "revoke", "--key", key, "--list", list, "--voter", voter)).isZero();
    assertThat(out()).contains("nodes=1 voters=1");
    assertThat(run("authority", "list", "--list", list)).isZero();
    assertThat(out()).hasLineCount(3).contains("node " + node, "voter " + voter);
    assertThat(run("authority", "revoke", "--key", key, "--list", list, "--restore", node))
        .isZero();
    RevocationFile last = RevocationFile.read(Path.of(list)).orElseThrow();
    assertThat(last.list().nodes()).isEmpty();
    assertThat(last.list().sequence()).isGreaterThanOrEqualTo(sequence + 2);

    assertThat(run("authority", "revoke", "--key", key, "--list", list, "--restore", node))
        .isEqualTo(ExitCode.DATA);
    assertOneLine("not on the list");
    assertThat(run("authority", "revoke", "--key", key, "--list", list)).isEqualTo(ExitCode.USAGE);
    assertThat(run("authority", "revoke", "--key", key, "--list", list, "--node", "xyz"))
        .isEqualTo(ExitCode.USAGE);
    String other = directory.resolve("other.pem").toString();
    assertThat(run("authority", "init", "--key", other)).isZero();
    assertThat(run("authority", "revoke", "--key", other, "--list", list, "--node", node))
        .isEqualTo(ExitCode.DATA);
    assertOneLine("of another authority");
    Files.writeString(Path.of(list), "garbage");
    assertThat(run("authority", "list", "--list", list)).isEqualTo(ExitCode.DATA);
    assertOneLine("no revocation list");
  }

  @Test
  void anAuthorityBeginsARealmAndAdmitsAPeer() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String node = directory.resolve("node").toString();
    assertThat(run("authority", "init", "--key", key)).isZero();
    List<String> begun = out().lines().toList();
    assertThat(begun.get(0)).matches("realm [0-9a-f]{40}");
    assertThat(begun.get(1)).matches("authority [0-9a-f]{64}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))))
        .isEqualTo("rw-------");
    assertThat(run("peer", "key", "--data", node)).isZero();
    List<String> peer = out().lines().toList();
    assertThat(peer.get(0)).matches("node [0-9a-f]{40}");
    String digits = peer.get(1).substring("key ".length());

    assertThat(run("authority", "admit", "--key", key, "--node", digits)).isZero();
    Path file = directory.resolve("membership");
    Files.writeString(file, out());
    MembershipFile printed = MembershipFile.read(file);
    assertThat(printed.node()).hasToString(digits);
    assertThat(Duration.between(printed.from(), printed.to())).isEqualTo(Duration.ofDays(90));
    Realm realm = Realm.closed(printed.authority());
    assertThat(begun.get(0)).endsWith(realm.id().toString());
    assertThat(printed.objection(realm, printed.node(), Instant.now())).isEmpty();

    String pem = directory.resolve("node/node.pem").toString();
    String[] again = {
      "authority", "admit", "--key", key, "--node", pem, "--days", "7", "-o", file.toString()
    };
    assertThat(run(again)).isZero();
    assertThat(out()).isEmpty();
    MembershipFile written = MembershipFile.read(file);
    assertThat(written.node()).isEqualTo(printed.node());
    assertThat(Duration.between(written.from(), written.to())).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void anAuthoritysMistakesAreOneLineEach() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String digits = "ab".repeat(32);
    assertThat(run("authority", "admit", "--key", key, "--node", digits)).isEqualTo(65);
    assertOneLine("no such key; spamwatch authority init makes one");
    assertThat(run("authority", "init", "--key", key)).isZero();
    assertThat(run("authority", "init", "--key", key)).isEqualTo(65);
    assertOneLine("exists already");
    assertThat(run("authority", "admit", "--key", key)).isEqualTo(64);
    assertOneLine("--node");
    assertThat(run("authority", "admit", "--key", key, "--node", "abc")).isEqualTo(65);
    assertOneLine("abc: no such file");
    assertThat(run("authority", "admit", "--key", key, "--node", write("x.pem", "x")))
        .isEqualTo(65);
    assertOneLine("it has no PUBLIC KEY block");
    assertThat(run("authority", "admit", "--key", key, "--node", "00".repeat(32))).isEqualTo(65);
    assertOneLine("anybody can sign under it");
    assertThat(run("authority", "admit", "--key", key, "--node", digits, "--days", "0"))
        .isEqualTo(64);
    assertOneLine("--days 0: allowed is 1 to 3650");
    String nowhere = directory.resolve("none/at/all").toString();
    assertThat(run("authority", "admit", "--key", key, "--node", digits, "-o", nowhere))
        .isEqualTo(74);
    assertOneLine("cannot be written");
    assertThat(run("authority")).isEqualTo(64);
    assertOneLine("a command is needed: init, admit, revoke or list");
    assertThat(run("peer", "key", "--data", write("file", ""))).isEqualTo(65);
    assertOneLine("not a directory");
  }

  private String mail(String name) throws IOException {
    return write(name, "Subject: offer " + name + "\n\n" + TEXT.repeat(6) + name + "\n");
  }

  private String write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return Files.writeString(file, content).toString();
  }

  @Test
  void checkPrintsALineAMailAndExitsWithOneForSpam() throws Exception {
    peer.verdict = Verdict.SPAM;
    String file = mail("a.eml");
    assertThat(run("check", file)).isEqualTo(1);
    assertThat(out())
        .matches("spam\tvotes=12/1 match=9/10 source=overlay ms=[0-9.]+\t\\Q" + file + "\\E\n");
    peer.verdict = Verdict.UNKNOWN;
    assertThat(run("check", file)).isZero();
    assertThat(out()).startsWith("unknown\tvotes=0/0 match=0/10 source=overlay ms=");
    assertThat(err.size()).isZero();
  }

  @Test
  void bogofiltersExitCodesAreThere() throws Exception {
    String file = mail("a.eml");
    peer.verdict = Verdict.SPAM;
    assertThat(run("check", "--exit-style", "bogofilter", file)).isZero();
    peer.verdict = Verdict.UNKNOWN;
    assertThat(run("check", "--exit-style", "bogofilter", file)).isEqualTo(1);
    peer.verdict = Verdict.UNSURE;
    assertThat(run("check", "--exit-style=bogofilter", file)).isEqualTo(2);
  }

  @Test
  void checkPassesItsOptionsOn() throws Exception {
    assertThat(run("check", "--ttl", "2", "--thres", "4", "--votes", "3", mail("a.eml"))).isZero();
    assertThat(peer.questions.get(0).ttl()).isEqualTo(2);
    assertThat(peer.questions.get(0).threshold().asked()).hasValue(4);
    assertThat(peer.questions.get(0).votesNeeded()).isEqualTo(3);
  }

  @Test
  void whoAsksAndMarksMayChooseTheSchemes() throws Exception {
    assertThat(run("check", mail("a.eml"))).isZero();
    assertThat(run("check", "--schemes", "word", mail("a.eml"))).isZero();
    assertThat(run("explain", "--schemes=rabin50,char50", mail("a.eml"))).isZero();
    assertThat(peer.questions)
        .extracting(question -> question.vectors().stream().map(v -> v.scheme().label()).toList())
        .containsExactly(List.of("char50", "word"), List.of("word"), List.of("rabin50", "char50"));
    assertThat(run("mark", "--schemes", "word", "spam", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.get(0).vectors()).hasSize(1);
    assertThat(run("check", "--schemes", "word,md5", mail("a.eml"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("--schemes md5: allowed are rabin50, char50, word");
  }

  @Test
  void whoAsksMayTellLettersApartThatLookAlike() throws Exception {
    String disguised =
        write(
            "disguised.eml",
            "Content-Type: text/plain; charset=utf-8\n\n"
                + TEXT.repeat(6).replace('a', '\u0430')); // Cyrillic
    assertThat(run("check", "--keep-look-alikes", disguised)).isZero();
    assertThat(run("check", disguised)).isZero();
    assertThat(run("explain", "--keep-look-alikes", disguised)).isZero();
    List<FeatureVector> apart = peer.questions.get(0).vectors();
    assertThat(apart).isNotEmpty().isNotEqualTo(peer.questions.get(1).vectors());
    assertThat(peer.questions.get(2).vectors()).isEqualTo(apart);
    assertThat(run("check", "--keep-look-alikes", "--learn", "kept", disguised))
        .isEqualTo(ExitCode.USAGE);
    assertOneLine("--keep-look-alikes is for asking only");
  }

  @Test
  void checkAnswersInJsonALineAMail() throws Exception {
    assertThat(run("check", "--json", mail("a.eml"), mail("b.eml"))).isZero();
    assertThat(out()).hasLineCount(2).contains("{\"name\":", "\"verdict\":\"unknown\"");
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
    write("mbox", one + mark + "Subject: two\n\n" + TEXT.repeat(4) + "\n\n");
    input = "Subject: x\n\n" + TEXT.repeat(3);
    String dir = directory.resolve("dir").toString();
    String box = directory.resolve("box").toString();
    assertThat(run("check", dir, box, directory.resolve("mbox").toString(), "-")).isZero();
    assertThat(out()).hasLineCount(7).contains("mbox#1\n", "mbox#2\n", "\t-\n");
    assertThat(out()).doesNotContain("half-delivered");
  }

  @Test
  void oneBadInputDoesNotKeepTheOthersFromBeingChecked() throws Exception {
    String good = mail("good.eml");
    for (String bad :
        List.of(
            directory.resolve("missing.eml").toString(),
            write("empty.eml", ""),
            write("binary", "\u0000\u0001\u0002\u0003"))) {
      assertThat(run("check", bad, good)).isEqualTo(ExitCode.DATA);
      assertThat(out()).hasLineCount(1).endsWith(good + "\n");
      assertOneLine(bad);
    }
  }

  @Test
  void everyBadInputOfSeveralIsExactlyOneLine() throws Exception {
    String missing = directory.resolve("missing").toString();
    assertThat(run("check", missing, missing + "2", write("empty.eml", "")))
        .isEqualTo(ExitCode.DATA);
    assertThat(err.toString(UTF_8)).hasLineCount(3);
  }

  @Test
  void aNameThatIsNoneIsOneLine() {
    for (String command : List.of("check", "fingerprint", "explain")) {
      assertThat(run(command, "a\0b")).isEqualTo(ExitCode.DATA);
      assertOneLine("a?b: not a file name");
    }
  }

  @Test
  void aFilesNameCannotForgeALineOfOutput() throws Exception {
    String file = mail("a\nspam\tvotes=9/0\tb.eml");
    String masked = directory.resolve("a?spam?votes=9/0?b.eml").toString();
    for (List<String> command : List.of(List.of("check", file), List.of("mark", "spam", file))) {
      assertThat(run(command.toArray(String[]::new))).isZero();
      assertThat(out()).hasLineCount(1).endsWith("\t" + masked + "\n");
    }
    assertThat(run("fingerprint", file, file)).isZero();
    assertThat(out().lines()).hasSizeGreaterThan(20).allMatch(line -> line.endsWith("\t" + masked));
  }

  @Test
  void aDirectoryWithoutMailSaysSo() throws Exception {
    String empty = Files.createDirectory(directory.resolve("empty")).toString();
    assertThat(run("check", empty)).isEqualTo(ExitCode.DATA);
    assertOneLine("holds no mail");
    assertThat(run("explain", empty)).isEqualTo(ExitCode.DATA);
    assertOneLine("a directory");
  }

  @Test
  void markSignsWithTheUsersOwnKey() throws Exception {
    assertThat(run("mark", "spam", mail("a.eml"), mail("b.eml"))).isZero();
    assertThat(out()).hasLineCount(2).startsWith("accepted\tmessage=").contains(" holders=4\t");
    assertThat(run("mark", "withdraw", directory.resolve("a.eml").toString())).isZero();
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
    assertThat(run("mark", "withdraw", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.subList(1, 3))
        .extracting(voteRequest -> voteRequest.vote().digests())
        .isEqualTo(variants);
    assertThat(peer.voteRequests)
        .allMatch(voteRequest -> VoteVerifier.isSigned(voteRequest.vote()))
        .allMatch(voteRequest -> voteRequest.vote().value() == VoteValue.WITHDRAWN);
  }

  @Test
  void aVoteThatIsRefusedOrImpossibleIsOneLine() throws Exception {
    assertThat(run("mark", "spam", write("short.eml", "Subject: x\n\nhi\n")))
        .isEqualTo(ExitCode.DATA);
    assertOneLine("too little text to vote on");
    peer.accepting = false;
    assertThat(run("mark", "ham", mail("a.eml"))).isEqualTo(ExitCode.DATA);
    assertOneLine("not accepted: the vote's signature does not hold");
  }

  @Test
  void markSaysWhenAQuotaIsFreeAgain() throws Exception {
    peer.overQuota = 3_600_000;
    assertThat(run("mark", "spam", mail("a.eml"))).isEqualTo(ExitCode.TRY_AGAIN);
    assertOneLine("429: over quota (try again in 3600 s)");
  }

  @Test
  void anImportSaysThatItIsOne() throws Exception {
    assertThat(run("mark", "--import", "spam", mail("a.eml"))).isZero();
    assertThat(peer.voteRequests.get(0).vote().origin()).isEqualTo(VoteOrigin.IMPORT);
  }

  @Test
  void checkPassesTheRuleOn() throws Exception {
    assertThat(run("check", "--rule", "own", mail("a.eml"))).isZero();
    assertThat(peer.questions.get(0).rule()).isEqualTo(Rule.OWN);
    assertThat(run("check", "--rule", "all", mail("a.eml"))).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void explainTellsMatchesAndVoters() throws Exception {
    peer.verdict = Verdict.SPAM;
    assertThat(run("explain", mail("a.eml"))).isZero();
    assertThat(out())
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
    assertThat(run("explain", file)).isZero();
    assertThat(out())
        .endsWith(
            "If this mail is spam:\n  spamwatch mark spam " + file + "  says so to everybody\n");
  }

  @Test
  void fingerprintNeedsNoPeer() throws Exception {
    port.close();
    assertThat(run("fingerprint", mail("a.eml"))).isZero();
    assertThat(out().lines()).allMatch(line -> line.matches("(char50|word)\t[0-9a-f]{32}0{8}"));
    assertThat(run("fingerprint", "--scheme", "word", mail("a.eml"))).isZero();
    assertThat(out().lines()).hasSizeBetween(12, 60).allMatch(line -> line.startsWith("word\t"));
    assertThat(run("fingerprint", "--scheme", "rabin50", mail("a.eml"), mail("b.eml"))).isZero();
    assertThat(out().lines()).allMatch(line -> line.matches("rabin50\t[0-9a-f]{16}0{24}\t.+"));
    assertThat(run("fingerprint", "--scheme", "md5", mail("a.eml"))).isEqualTo(ExitCode.USAGE);
    assertOneLine("allowed are rabin50, char50, word");
  }

  @Test
  void statusIsShown() {
    assertThat(run("peer", "status")).isZero();
    assertThat(out()).contains("realm          aa", "neighbours     1", "votes          4");
    assertThat(out())
        .contains("revocations    list 7 of 2023-11-14T22:13:20Z, nodes=0 voters=0")
        .contains(
            "announced      37 messages by 3 peers, synchronised (3 MB, filter 25 % full,"
                + " 0.039 % false); others were asked for 3 of 15 checks (20.0 %)")
        .contains("features       10, of others at most 1000")
        .contains("not taken      3 (forged 1, stale 2)")
        .contains("own not taken  1; last by 127.0.0.1:9461: dated too far ahead");
    assertThat(run("peer", "status", "--json")).isZero();
    assertThat(out()).startsWith("{\"id\":").hasLineCount(1);
  }

  @Test
  void aRouteIsShownHopByHop() {
    assertThat(run("peer", "route", "beef")).isZero();
    assertThat(out().lines().toList())
        .hasSize(3)
        .first()
        .isEqualTo(" 0  0100000000000000000000000000000000000000  127.0.0.1:9460");
    assertThat(out())
        .contains("\n 1  0200000000000000000000000000000000000000  127.0.0.1:9461  root\n")
        .containsPattern("\n1 hops, [0-9.]+ ms\n");
    assertThat(run("peer", "route", "--json", "beef")).isZero();
    assertThat(out()).startsWith("{\"key\":\"beef0000").contains("\"atRoot\":true,\"hops\":1");
    peer.answering = false;
    assertThat(run("peer", "route", "beef")).isEqualTo(ExitCode.TRY_AGAIN);
    assertOneLine("the end of the route did not answer in time");
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
      assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitCode.UNAVAILABLE);
      assertOneLine("no peer at " + url, "spamwatch peer start");
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
    assertThat(run(arguments)).isEqualTo(ExitCode.USAGE);
    assertOneLine("spamwatch");
    assertThat(out()).isEmpty();
  }

  @Test
  void aPeerIsNotStartedWithAWrongConfiguration() throws Exception {
    assertThat(run("peer", "start", "--set", "http.thread=2")).isEqualTo(ExitCode.CONFIGURATION);
    assertOneLine("did you mean http.threads?");
    String toml = write("x.toml", "[check]\nvotes = 0\n");
    assertThat(run("peer", "start", "--config", toml)).isEqualTo(ExitCode.CONFIGURATION);
    assertOneLine("x.toml:2: check.votes = 0: allowed is 1 to 1000");
    assertThat(run("peer", "start", "--http", "0.0.0.0:0")).isEqualTo(ExitCode.CONFIGURATION);
    assertOneLine("beyond loopback http.token must be set");
    assertThat(run("peer", "start", "--listen", "nonsense")).isEqualTo(ExitCode.CONFIGURATION);
    assertOneLine("--listen: overlay.listen = nonsense: allowed is HOST:PORT");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("spamwatch ");
    for (String command : List.of("check", "mark", "explain", "fingerprint", "demo", "peer")) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out()).contains("Usage: spamwatch " + command);
    }
    assertThat(err.size()).isZero();
  }

  @Test
  void aPeerSaysItsPortsAndEndsWhenTheThreadThatWritesItsVotesDoes() throws Exception {
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(
            () ->
                run(
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
      assertThat(exit.isDone()).as(err.toString(UTF_8)).isFalse();
      Thread.onSpinWait();
    }
    byte[] file = Files.readAllBytes(directory.resolve("ready"));
    Started started = ApiJson.readAnswer(file, Started.class);
    String spamd = started.ports().get("spamd.listen");
    assertThat(spamd).matches("localhost:[1-9][0-9]*");
    assertThat(out())
        .startsWith("ready overlay=" + started.overlay() + " http=" + started.http() + " milter.s")
        .endsWith("=" + directory.resolve("milter") + " spamd.listen=" + spamd + "\n");
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("store-writer"))
        .forEach(Thread::interrupt);
    assertThat(exit.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INPUT_OUTPUT);
    assertOneLine("the store's writer has ended");
  }
}
