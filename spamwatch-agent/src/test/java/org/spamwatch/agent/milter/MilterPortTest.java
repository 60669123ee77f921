package org.spamwatch.agent.milter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.header.FingerprintSeal;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;

/** Conversations of mail servers with the port. */
@Tag("live")
final class MilterPortTest {
  private static final String TEXT =
      "Buy this today and be glad tomorrow.\r\nNobody sells for less than our shop.\r\n".repeat(20);

  /** Of which nothing was said a moment ago. */
  private static final String OTHER_TEXT = TEXT.replace("glad", "happy");

  private static final String HEAD = "From: a@example.org\r\nSubject: Offer\r\n folded\r\n\r\n";
  private static final String FROM = "LFrom|a@example.org|";
  private static final String SUBJECT = "LSubject|Offer\n folded|";

  private static final String USERS = "check.users=";

  private static final String SPAM =
      "X-SpamWatch-Status|spam; votes=12/1; match=9/10; source=overlay; by=strangers"
          + "\n\t(a test says so)|";
  private static final String UNKNOWN =
      "X-SpamWatch-Status|unknown; votes=0/0; match=0/10; source=overlay; by=nobody"
          + "\n\t(a test says so)|";

  private final FakePeer peer = new FakePeer();
  private MilterPort port;

  MilterPortTest() throws IOException, ConfigurationException {
    port = open();
  }

  private static Settings settings(String... pairs) throws ConfigurationException {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    for (String pair : pairs) {
      if (pair.startsWith(USERS)) {
        String[] users = pair.substring(USERS.length()).split(", ", -1);
        reader.option("test", Setting.CHECK_USERS, List.of(users));
      } else {
        reader.pair(pair);
      }
    }
    return reader.settings();
  }

  private MilterPort open(String... pairs) throws IOException, ConfigurationException {
    Settings settings = settings(pairs);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BoundPort bound = BoundPort.at("milter-test", any, MilterPort.limits(settings));
    return MilterPort.serve(
        bound, settings, new MailRequests(peer, settings), new Access(settings, NoUsers.USERS));
  }

  private void reopen(String... pairs) throws IOException, ConfigurationException {
    port.close();
    port = open(pairs);
  }

  @AfterEach
  void close() {
    port.close();
  }

  private MailServer server() throws IOException {
    return new MailServer(port.address());
  }

  /** What is answered to a mail, fingerprints left out. */
  private static String answered(MailServer server) throws IOException {
    return server.hearAll().replaceAll("(hX-SpamWatch-Fingerprints\\|)v=1;[^|]*", "$1...");
  }

  private static String fields(String status) {
    return "h" + status + "\nhX-SpamWatch-Fingerprints|...|\na\n";
  }

  @Test
  void postfixHasAMailCheckedInFewAnswers() throws IOException {
    peer.verdict = Verdict.SPAM;
    try (MailServer server = server()) {
      server.send(MailServer.options(6, 0x1FF, 0x1FFFFF));
      assertThat(server.hear()).isEqualTo("O[6][11][87c7]");
      server.say("DCj|mx.example.org|{daemon_name}|mx|", "DM{mail_addr}|a@example.org|");
      server.say("R<ada@example.org>|", FROM, SUBJECT, "B" + TEXT);
      assertThat(server.hear()).as("to the text alone").isEqualTo("c");
      server.say("DEi|4F1A|", "E");
      assertThat(answered(server)).isEqualTo("hX-Spam-Flag|YES|\n" + fields(SPAM));
      server.say("Q");
      assertThat(server.hear()).isEqualTo("closed");
    }
  }

  @Test
  void anOldSendmailIsAnsweredAtEveryStep() throws IOException {
    try (MailServer server = server()) {
      server.send(MailServer.options(2, 0x3F, 0x7F));
      assertThat(server.hear()).isEqualTo("O[2][11][47]");
      for (String step :
          List.of(
              "CClient|4?0192.0.2.1|",
              "Hclient|",
              "M<a@example.org>|",
              "R<b@example.org>|",
              FROM,
              SUBJECT,
              "N",
              "B" + TEXT)) {
        assertThat(server.say(step).hear()).as(step).isEqualTo("c");
      }
      server.say("E");
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
  }

  @Test
  void whatIsCheckedIsTheMail() throws Exception {
    try (MailServer server = server().greet()) {
      server.say(FROM, "LX-SpamWatch-Status|x|", SUBJECT, "B" + TEXT.substring(0, 100));
      assertThat(server.hear()).isEqualTo("c");
      server.say("E" + TEXT.substring(100));
      String added = server.hearAll();
      AddressedMail mail =
          ApproximateText.standard().withEvidence().address((HEAD + TEXT).getBytes(ISO_8859_1));
      CheckRequest question = peer.questions.get(0);
      assertThat(question.vectors()).isEqualTo(mail.vectors());
      assertThat(question.probes()).isEqualTo(MailFeatures.of(mail).probes());
      String field = added.substring(added.indexOf("hX-SpamWatch-F") + 1);
      field = field.substring(0, field.indexOf("|\n")).replace("|", ": ") + "\r\n";
      HeaderBlock delivered = HeaderBlock.of((field + HEAD + TEXT).getBytes(ISO_8859_1));
      AddressedMail opened = new FingerprintSeal(peer.secret()).open(delivered);
      assertThat(opened.guid()).isEqualTo(mail.guid());
      assertThat(opened.vectors()).isEqualTo(mail.vectors());
    }
  }

  @Test
  void fieldsThatClaimToBeOursAreTakenOutFromTheLastOn() throws IOException {
    try (MailServer server = server().greet()) {
      server.say(
          FROM,
          "LX-SpamWatch-Status|unknown|",
          "Lx-spamWATCH-status|unknown|",
          "LX-Spam-Flag|NO|",
          "LX-SpamWatch-Fingerprints |v=1|",
          "LX-SpamWatcher|stays|",
          "E" + TEXT);
      String removed =
          "m[2]x-spamwatch-status||\nm[1]x-spamwatch-status||\nm[1]x-spamwatch-fingerprints||\n";
      assertThat(answered(server)).isEqualTo(removed + fields(UNKNOWN));
      peer.verdict = Verdict.SPAM;
      server.say(FROM, "LX-Spam-Flag|NO|", "LX-Spam-Flag|NO|", "E" + TEXT);
      assertThat(answered(server))
          .as("what contradicts us goes too")
          .isEqualTo("m[2]x-spam-flag||\nm[1]x-spam-flag||\nhX-Spam-Flag|YES|\n" + fields(SPAM));
    }
  }

  @Test
  void aMailIsCountedForItsRecipientsAndHowManyGotItIsSaid() throws Exception {
    peer.bulk = Optional.of(new BulkCount(12, 10, 2, 20));
    reopen("bulk.count=true", "bulk.verdict=true");
    try (MailServer server = server().greet()) {
      assertThat(server.say("M<news@example.net>|").hear()).isEqualTo("c");
      server.say("R<Ada@example.org>|", "R<bob+x@example.org>|");
      server.say(FROM, SUBJECT, "E" + TEXT);
      assertThat(server.hearAll())
          .contains("hX-SpamWatch-Bulk|22; own=12; sites=2; bulk|", "by=bulk")
          .contains("hX-Spam-Flag|YES|");
      assertThat(server.say("M<news@example.net>|").hear()).isEqualTo("c");
      server.say("R<eve@example.org>|", FROM, SUBJECT, "E" + TEXT);
      server.hearAll();
    }
    assertThat(peer.counted).containsExactly(Set.of("ada", "bob"), Set.of("eve"));
    reopen("bulk.count=true", "bulk.verdict=true", "milter.spam=reject");
    try (MailServer server = server().greet()) {
      assertThat(server.say("M<news@example.net>|").hear()).isEqualTo("c");
      server.say("R<ada@example.org>|", FROM, SUBJECT, "E" + TEXT);
      assertThat(server.hearAll()).contains("550 5.7.1 this message is bulk that nobody here");
    }
  }

  @Test
  void aServerThatTakesNoFieldsOutGetsNoneAdded() throws IOException {
    try (MailServer server = server()) {
      server.send(MailServer.options(6, 0x01, 0x1FFFFF));
      assertThat(server.hear()).isEqualTo("O[6][1][87c7]");
      server.say(FROM, "LX-SpamWatch-Status|unknown|", "E" + TEXT);
      assertThat(answered(server)).isEqualTo("a\n");
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
  }

  @Test
  void mailsFollowEachOtherAndOneGivenUpLeavesNothing() throws Exception {
    reopen("check.users=ada votes=20");
    try (MailServer server = server().greet()) {
      server.say("R<ada@example.org>|", FROM, "LX-SpamWatch-Status|unknown|", "B" + TEXT, "A");
      assertThat(server.hear()).isEqualTo("c");
      for (String end : List.of("E", "K", "A")) {
        server.say(FROM, "E" + TEXT);
        assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
        server.say(end.equals("E") ? "DCj|x|" : end);
      }
    }
    assertThat(peer.questions).extracting(CheckRequest::votesNeeded).containsOnly(1);
  }

  @Test
  void recipientsWhoDifferAreAllAskedForUntilItIsNoSpamToOne() throws Exception {
    reopen("check.users=ada votes=5, bob@example.org votes=20, cy votes=30");
    peer.verdict = Verdict.SPAM;
    peer.mostNeeded = 12;
    try (MailServer server = server().greet()) {
      server.say("R<eve@example.org>|", "R<ada@example.org>|", FROM, "E" + TEXT);
      assertThat(answered(server)).isEqualTo("hX-Spam-Flag|YES|\n" + fields(SPAM));
      assertThat(peer.questions).extracting(CheckRequest::votesNeeded).containsExactly(1, 5);
      peer.questions.clear();
      server.say("R<ada@example.org>|", "R<bob@example.org>|", "R<cy@example.org>|");
      server.say(FROM, "E" + OTHER_TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
      assertThat(peer.questions).extracting(CheckRequest::votesNeeded).containsExactly(5, 20);
    }
  }

  @Test
  void spamIsHeldOrRefusedIfThePostmasterSaysSo() throws Exception {
    peer.verdict = Verdict.SPAM;
    reopen("milter.spam=quarantine");
    try (MailServer server = server()) {
      server.send(MailServer.options(6, 0x1FF, 0x1FFFFF));
      assertThat(server.hear()).isEqualTo("O[6][31][87c7]");
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server))
          .endsWith("|...|\nqSpamWatch: people have marked it as spam|\na\n");
    }
    reopen("milter.spam=reject");
    try (MailServer server = server().greet()) {
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server))
          .isEqualTo("y550 5.7.1 people have marked this message as spam|\n");
      peer.verdict = Verdict.UNKNOWN;
      server.say(FROM, "E" + OTHER_TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
  }

  @Test
  void aPeerThatIsNotReadyLetsMailInCleaned() throws IOException {
    peer.ready = false;
    try (MailServer server = server().greet()) {
      server.say(FROM, "LX-SpamWatch-Status|unknown|", "E" + TEXT);
      assertThat(answered(server)).isEqualTo("m[1]x-spamwatch-status||\na\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"E", "LX-Empty||", "LX-Empty", "L"})
  void whatIsNoMailIsLetIn(String packet) throws IOException {
    try (MailServer server = server().greet()) {
      server.say(packet);
      if (!packet.equals("E")) {
        server.say("E");
      }
      assertThat(answered(server)).endsWith("a\n");
    }
  }

  private static final String[] ENVELOPE = {
    "CClient|4\u0010\u0010192.0.2.1|",
    "DMi|4F1A|{auth_authen}|ada|{mail_addr}|a@x.example|",
    "M<a@x.example>|SIZE=1|"
  };

  @Test
  void recipientsOverALimitAreRefused() throws Exception {
    reopen("ratelimit.limits=few 2/1h unique=recipient key=user");
    try (MailServer server = server()) {
      server.send(MailServer.options(6, 0x1FF, 0x1FFFFF));
      assertThat(server.hear()).isEqualTo("O[6][11][7c2]");
      server.say(ENVELOPE);
      assertThat(server.hear() + server.hear()).isEqualTo("cc");
      for (String recipient : List.of("r1", "r2", "<R1>")) {
        assertThat(server.say("R" + recipient + "|").hear()).isEqualTo("c");
      }
      assertThat(server.say("R<r3>|ORCPT=x|").hear())
          .isEqualTo("y450 4.7.1 over the limit few of 2/1h; try again later|");
      server.say(FROM, SUBJECT, "B" + TEXT);
      assertThat(server.hear()).isEqualTo("c");
      assertThat(answered(server.say("E"))).isEqualTo(fields(UNKNOWN));
      assertThat(server.say("M<b@x.example>|", "Rr3|").hear() + server.hear()).startsWith("cy450");
    }
    try (MailServer another = server().greet()) {
      another.say(ENVELOPE[0], ENVELOPE[2], "Rr3|");
      assertThat(another.hear() + another.hear() + another.hear()).as("no user").isEqualTo("ccc");
    }
  }

  @Test
  void aMailOverALimitIsPutAsideIfThatIsSet() throws Exception {
    reopen("ratelimit.limits=few 1/1h unique=recipient key=client over=hold");
    try (MailServer server = server()) {
      server.send(MailServer.options(6, 0x1FF, 0x1FFFFF));
      assertThat(server.hear()).isEqualTo("O[6][31][7c2]");
      server.say(ENVELOPE).say("Rr1|", "Rr2|", FROM, SUBJECT, "E" + TEXT);
      assertThat(server.hear() + server.hear() + server.hear() + server.hear()).isEqualTo("cccc");
      assertThat(answered(server))
          .contains("qSpamWatch: over the limit few of 1/1h|")
          .endsWith("a\n");
      server.say("M<a@x.example>|", "Rr1|", FROM, SUBJECT, "E" + TEXT);
      assertThat(server.hear() + server.hear()).isEqualTo("cc");
      assertThat(answered(server)).doesNotContain("qSpamWatch");
    }
  }

  @Test
  void ofALongMailTheFirstPartIsChecked() throws Exception {
    reopen("mail.max-bytes=2000");
    try (MailServer server = server().greet()) {
      server.say(FROM, SUBJECT, "B" + TEXT.substring(0, 1_000));
      assertThat(server.hear()).isEqualTo("c");
      server.say("B" + TEXT.repeat(40));
      assertThat(server.hear()).as("the rest is not needed").isEqualTo("s");
      server.say("E" + TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
    byte[] first =
        (HEAD + TEXT.substring(0, 1_000) + TEXT).substring(0, 2_000).getBytes(ISO_8859_1);
    assertThat(peer.questions.get(0).vectors())
        .isEqualTo(ApproximateText.standard().withEvidence().address(first).vectors());
  }

  @Test
  void headersWithoutEndAreLookedAtOnlyByName() throws Exception {
    try (MailServer server = server().greet()) {
      String filler = "LX-Filler|" + "x".repeat(100_000) + "|";
      for (int i = 0; i < 40; i++) {
        server.say(filler);
      }
      server.say("LX-SpamWatch-Status|unknown|", "E" + TEXT);
      assertThat(answered(server)).isEqualTo("m[1]x-spamwatch-status||\n" + fields(UNKNOWN));
    }
    assertThat(peer.questions.get(0).vectors())
        .isEqualTo(
            ApproximateText.standard().address((HEAD + TEXT).getBytes(ISO_8859_1)).vectors());
  }

  @Test
  void aMailFullOfForgedFieldsIsRefused() throws IOException {
    try (MailServer server = server().greet()) {
      String[] forged = new String[Removals.MOST + 1];
      for (int i = 0; i < forged.length; i++) {
        forged[i] = "LX-SpamWatch-" + i + "|x|";
      }
      server.say(forged).say("E" + TEXT);
      assertThat(answered(server)).startsWith("y550 5.6.0 more than 1000 X-SpamWatch");
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server)).as("the next is let in").isEqualTo(fields(UNKNOWN));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"E", "B", "LFrom|a|", "Q", "?", "GET / HTTP/1.1"})
  void whoeverDoesNotGreetIsClosed(String packet) throws IOException {
    try (MailServer server = server()) {
      assertThat(server.say(packet).hear()).isEqualTo("closed");
    }
  }

  @Test
  void aWrongLengthOrAnUnknownPacketEndsTheConnection() throws IOException {
    for (byte[] wrong :
        List.of(
            new byte[] {0, 0, 0, 0},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0x7F, 0, 0, 0, 'B'},
            MailServer.packet("?"),
            MailServer.packet("Oshort"),
            MailServer.options(1, 1, 1))) {
      try (MailServer server = server().greet()) {
        assertThat(server.send(wrong).hear()).isEqualTo("closed");
      }
    }
    try (MailServer server = server().greet()) {
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
  }

  @Test
  void bytesThatComeOneByOneAreTheSameMail() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(MailServer.options(6, 0x1FF, 0x1FFFFF));
    for (int i = 0; i < 3; i++) {
      all.writeBytes(MailServer.packet("DMi|1|"));
      all.writeBytes(MailServer.packet(FROM));
      all.writeBytes(MailServer.packet("LX-SpamWatch-Status|unknown|"));
      all.writeBytes(MailServer.packet("E" + TEXT));
    }
    byte[] bytes = all.toByteArray();
    try (MailServer server = server()) {
      for (int at = 0; at < bytes.length; ) {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(40));
        server.send(Arrays.copyOfRange(bytes, at, end));
        at = end;
      }
      assertThat(server.hear()).startsWith("O[6]");
      for (int i = 0; i < 3; i++) {
        assertThat(answered(server)).isEqualTo("m[1]x-spamwatch-status||\n" + fields(UNKNOWN));
      }
    }
    assertThat(peer.questions)
        .extracting(CheckRequest::vectors)
        .containsOnly(peer.questions.get(0).vectors());
  }

  @Test
  void noBytesAtRandomDoHarm() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    String letters = "ABCDEHKLMNORTUQ?";
    for (int run = 0; run < 60; run++) {
      try (MailServer server = server().greet()) {
        String[] packets = new String[1 + random.nextInt(12)];
        for (int i = 0; i < packets.length; i++) {
          StringBuilder text = new StringBuilder();
          text.append(letters.charAt(random.nextInt(letters.length())));
          for (int length = random.nextInt(60); length > 0; length--) {
            text.append(random.nextInt(5) == 0 ? '|' : (char) random.nextInt(256));
          }
          packets[i] = text.toString();
        }
        server.say(packets);
      }
    }
    try (MailServer server = server().greet()) {
      server.say(FROM, "E" + TEXT);
      assertThat(answered(server)).isEqualTo(fields(UNKNOWN));
    }
  }
}
