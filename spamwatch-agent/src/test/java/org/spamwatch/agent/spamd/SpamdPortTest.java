package org.spamwatch.agent.spamd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.config.TellPlace;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.ata.AddressedMail;

/** The port as clients meet it that speak well, badly or not at all. */
@Tag("live")
final class SpamdPortTest {
  private static final String MAIL =
      "Subject: offer\r\n\r\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);
  private static final String SPAM = "Spam: True ; 15.0 / 5.0\r\n";
  private static final String UNKNOWN = "Spam: False ; 0.0 / 5.0\r\n";
  private static final int MOST = 65_536;

  private final FakePeer peer = new FakePeer();

  @TempDir private Path directory;
  private BoundPort bound;

  @BeforeEach
  void open() throws IOException {
    bound = open(Settings.DEFAULTS);
  }

  private BoundPort open(Settings settings) throws IOException {
    Settings small =
        settings
            .with(Setting.MAIL_MAX_BYTES, MOST)
            .with(PortSetting.HTTP_THREADS, 2)
            .with(PortSetting.HTTP_QUEUE, 1);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BoundPort port = BoundPort.at("spamd", any, HttpPort.limits(small));
    SpamdPort.serve(
        port, small, new MailRequests(peer, small), new Access(small, Users.in(directory)));
    return port;
  }

  @AfterEach
  void close() {
    bound.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(bound.address().getAddress(), bound.address().getPort());
    socket.setSoTimeout(20_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  /** Says something, as spamc does, which then says no more; what comes back. */
  private String say(byte[] bytes) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private String say(String text) throws IOException {
    return say(text.getBytes(ISO_8859_1));
  }

  /** Says something and waits for the answer without saying that this was all, as rspamd does. */
  private String sayAndWait(String text) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String request(String method, String headers, String mail) {
    return method
        + " SPAMC/1.5\r\n"
        + headers
        + "Content-length: "
        + mail.length()
        + "\r\n\r\n"
        + mail;
  }

  private static String ask(String method) {
    return request(method, "User: ada\r\n", MAIL);
  }

  private List<String> votes() {
    return peer.voteRequests.stream()
        .map(request -> request.vote())
        .map(vote -> vote.value() + " " + vote.origin())
        .toList();
  }

  @Test
  void checksAMail() throws Exception {
    assertThat(say(ask("CHECK"))).isEqualTo("SPAMD/1.1 0 EX_OK\r\n" + UNKNOWN + "\r\n");
    peer.verdict = Verdict.SPAM;
    assertThat(say(ask("CHECK"))).isEqualTo("SPAMD/1.1 0 EX_OK\r\n" + SPAM + "\r\n");
    assertThat(sayAndWait(ask("CHECK"))).contains(SPAM);
    assertThat(say(ask("SYMBOLS"))).endsWith("\r\n\r\nSPAMWATCH,SPAMWATCH_STRANGERS");
    assertThat(say(ask("REPORT"))).contains("a test says so");
    assertThat(sayAndWait(ask("HEADERS")))
        .endsWith("Subject: offer\r\n\r\n")
        .contains("Yes, score=");
    assertThat(say(ask("PROCESS"))).endsWith(MAIL.substring(MAIL.indexOf("\r\n\r\n")));
  }

  @Test
  void whatIsGivenBackCarriesTheFingerprintsByWhichItIsKnownAgain() throws Exception {
    MailRequests requests = new MailRequests(peer, Settings.DEFAULTS);
    String forged = "X-SpamWatch-Fingerprints: v=1; guid=00; mac=AA==; vectors=AA==\r\n" + MAIL;
    for (String method : List.of("PROCESS", "HEADERS")) {
      String answer = say(request(method, "", forged));
      byte[] given = answer.substring(answer.indexOf("\r\n\r\n") + 4).getBytes(ISO_8859_1);
      AddressedMail known = requests.opened(given);
      AddressedMail whole = requests.addressed(MAIL.getBytes(ISO_8859_1));
      assertThat(known.guid()).isEqualTo(whole.guid()).isPresent();
      assertThat(known.vectors()).isEqualTo(whole.vectors()).isNotEmpty();
    }
    assertThat(say(request("PROCESS", "", "Subject: short\r\n\r\n\r\n")))
        .contains("X-SpamWatch-Status: unknown")
        .doesNotContain("Fingerprints");
  }

  @Test
  void aMailWithoutALengthEndsWithTheClient() throws Exception {
    assertThat(say("PROCESS SPAMC/1.5\r\n\r\n" + MAIL)).contains(UNKNOWN).endsWith("regret it. ");
    assertThat(say("SYMBOLS SPAMC/1.0\r\n" + MAIL)).contains(UNKNOWN);
    assertThat(peer.questions).hasSize(2);
  }

  @Test
  void howARequestIsCutIntoSegmentsDoesNotMatter() throws Exception {
    byte[] bytes = ask("PROCESS").getBytes(ISO_8859_1);
    String whole = say(bytes);
    for (int piece : new int[] {1, 7, 100}) {
      try (Socket socket = connect()) {
        for (int at = 0; at < bytes.length; at += piece) {
          socket.getOutputStream().write(bytes, at, Math.min(piece, bytes.length - at));
        }
        assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1)).isEqualTo(whole);
      }
    }
  }

  @Test
  void saysThatItIsThere() throws Exception {
    assertThat(sayAndWait("PING SPAMC/1.5\r\n\r\n")).isEqualTo("SPAMD/1.5 0 PONG\r\n");
    assertThat(sayAndWait("PING SPAMC/1.2\r\n")).isEqualTo("SPAMD/1.5 0 PONG\r\n");
    assertThat(say("PING SPAMC/1.5\r\n")).isEqualTo("SPAMD/1.5 0 PONG\r\n");
    assertThat(sayAndWait("SKIP SPAMC/1.2\r\n")).isEmpty();
    assertThat(say("")).isEmpty();
  }

  @Test
  void aTellIsAVote() throws Exception {
    String spam = "Message-class: spam\r\nSet: local, remote\r\n";
    assertThat(say(request("TELL", spam, MAIL)))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nDidSet: local,remote\r\n\r\n");
    String ham = "Message-class: ham\r\nSet: local\r\nRemove: remote\r\n";
    assertThat(say(request("TELL", ham, MAIL)))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nDidSet: local\r\nDidRemove: remote\r\n\r\n");
    assertThat(say(request("TELL", "Remove: local\r\n", MAIL)))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nDidRemove: local\r\n\r\n");
    assertThat(votes()).containsExactly("SPAM spamc", "HAM spamc", "WITHDRAWN spamc");
    assertThat(peer.voteRequests.get(0).vote().guid())
        .isEqualTo(peer.voteRequests.get(1).vote().guid());
  }

  /** spamc names who runs it, whoever that is; the same person votes elsewhere without a name. */
  @Test
  void whoNamesHimselfIsWhoNamesNobody() throws Exception {
    String tell = "Message-class: spam\r\nSet: local\r\n";
    say(request("TELL", tell, MAIL));
    say(request("TELL", "User: " + System.getProperty("user.name") + "\r\n" + tell, MAIL));
    say(request("TELL", "User: ada\r\n" + tell, MAIL));
    assertThat(peer.signers).containsExactly("local", "local", "ada");
  }

  @Test
  void whatCastsNoVoteDoesNothing() throws Exception {
    bound.close();
    bound = open(Settings.DEFAULTS.with(PortSetting.SPAMD_TELL, TellPlace.REMOTE));
    assertThat(say(request("TELL", "Message-class: spam\r\nSet: local\r\n", MAIL)))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\n\r\n");
    assertThat(votes()).isEmpty();
  }

  @Test
  void aVoteThatIsNotTakenIsToldAsSpamcUnderstandsIt() throws Exception {
    peer.accepting = false;
    assertThat(say(request("TELL", "Message-class: spam\r\nSet: local\r\n", MAIL)))
        .startsWith("SPAMD/1.5 69 EX_UNAVAILABLE: the vote was not accepted: ")
        .endsWith("\r\n")
        .doesNotEndWith("\r\n\r\n");
    assertThat(say(request("TELL", "Message-class: spam\r\nSet: local, remote\r\n", MAIL)))
        .endsWith("\r\n\r\n");
    peer.overQuota = 1_500;
    assertThat(say(request("TELL", "Message-class: spam\r\nSet: local\r\n", MAIL)))
        .startsWith("SPAMD/1.5 75 EX_TEMPFAIL: ")
        .contains("try again in 2 s");
    assertThat(say(request("TELL", "Message-class: spam\r\nSet: local\r\n", "Subject: x\r\n\r\n")))
        .startsWith("SPAMD/1.5 65 EX_DATAERR: the mail has too little text to vote on");
  }

  private static byte[] zlib(byte[] mail) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(mail);
    }
    return bytes.toByteArray();
  }

  private String sayCompressed(String method, byte[] compressed) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head =
        method
            + " SPAMC/1.5\r\nCompress: zlib\r\nContent-length: "
            + compressed.length
            + "\r\n\r\n";
    all.writeBytes(head.getBytes(ISO_8859_1));
    all.writeBytes(compressed);
    return say(all.toByteArray());
  }

  @Test
  void aMailMayBeCompressed() throws Exception {
    assertThat(sayCompressed("PROCESS", zlib(MAIL.getBytes(ISO_8859_1))))
        .contains(UNKNOWN)
        .endsWith(MAIL.substring(MAIL.indexOf("\r\n\r\n")));
  }

  @Test
  void whatInflatesToTooMuchOrToNothingIsRefused() throws Exception {
    byte[] bomb = zlib(new byte[MOST * 100]);
    assertThat(bomb).hasSizeLessThan(MOST);
    assertThat(sayCompressed("PROCESS", bomb))
        .startsWith("SPAMD/1.5 65 EX_DATAERR: the mail is longer than " + MOST + " bytes");
    byte[] whole = zlib(MAIL.getBytes(ISO_8859_1));
    assertThat(sayCompressed("CHECK", whole)).contains(UNKNOWN);
    assertThat(sayCompressed("CHECK", Arrays.copyOf(whole, whole.length / 2)))
        .startsWith("SPAMD/1.5 65 EX_DATAERR: the compressed mail is cut off");
    assertThat(sayCompressed("CHECK", MAIL.getBytes(ISO_8859_1)))
        .startsWith("SPAMD/1.5 65 EX_DATAERR: the mail is not compressed by zlib");
    assertThat(sayCompressed("CHECK", new byte[0])).contains("cut off");
  }

  @Test
  void aMailThatIsTooLongIsUnknownAndNeverCutOff() throws Exception {
    String tooLong = MAIL + "x".repeat(MOST);
    assertThat(say(request("CHECK", "", tooLong))).contains(UNKNOWN);
    assertThat(say(request("REPORT", "", tooLong))).contains("the mail is longer than");
    assertThat(say(request("PROCESS", "", tooLong)))
        .startsWith("SPAMD/1.5 65 EX_DATAERR: the mail is longer than " + MOST + " bytes");
    String endless = "PROCESS SPAMC/1.5\r\nContent-length: 999999999999\r\n\r\nSubject: x";
    assertThat(sayAndWait(endless)).startsWith("SPAMD/1.5 65 EX_DATAERR: ");
  }

  @Test
  void whatIsNoMailIsUnknownAndGivenBack() throws Exception {
    assertThat(say(request("CHECK", "", ""))).contains(UNKNOWN);
    assertThat(say(request("PROCESS", "", "\u0001\u0002\u0000\u0003".repeat(100))))
        .contains(UNKNOWN)
        .endsWith("\u0001\u0002\u0000\u0003");
  }

  @Test
  void aLengthThatIsNotTheMailsIsRefused() throws Exception {
    String mail = "Content-length: %d\r\n\r\n" + MAIL;
    assertThat(say("PROCESS SPAMC/1.5\r\n" + mail.formatted(MAIL.length() + 1)))
        .startsWith("SPAMD/1.5 76 EX_PROTOCOL: Content-length says ");
    assertThat(say("PROCESS SPAMC/1.5\r\n" + mail.formatted(MAIL.length() - 1)))
        .startsWith("SPAMD/1.5 76 EX_PROTOCOL: the mail goes on ");
    assertThat(say("CHECK SPAMC/1.5\r\n" + mail.formatted(MAIL.length()) + "\r\n"))
        .contains(UNKNOWN);
    assertThat(say("TELL SPAMC/1.5\r\nMessage-class: spam\r\nSet: local\r\n" + mail.formatted(9)))
        .startsWith("SPAMD/1.5 76 ");
    assertThat(votes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nTELL SPAMC/1.5\r\nMessage-class: spam\r\n\r\n",
        "TELL / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "CHECK SPAMC/1.5\r\nContent-length: -1\r\n\r\n",
        "CHECK SPAMC/1.5\r\nUser: a",
        "\u0000\u0000\u0000",
      })
  void whatIsNoRequestIsToldSo(String text) throws Exception {
    assertThat(say(text)).startsWith("SPAMD/1.5 76 EX_PROTOCOL: ");
    assertThat(votes()).isEmpty();
  }

  /** Its answer would be lost if the connection was reset under it. */
  @Test
  void whoGoesOnSendingFindsTheRefusal() throws Exception {
    try (Socket socket = connect()) {
      byte[] megabyte = new byte[1 << 20];
      socket.getOutputStream().write("nonsense\r\n".getBytes(ISO_8859_1));
      for (int i = 0; i < 8; i++) {
        socket.getOutputStream().write(megabyte);
      }
      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .startsWith("SPAMD/1.5 76 EX_PROTOCOL: ");
    }
  }

  @Test
  void somethingIsCountedByARateLimit() throws Exception {
    Settings settings =
        new SettingsReader(Settings.DEFAULTS).pair("ratelimit.limits=few 2/1h").settings();
    bound.close();
    bound = open(settings);
    String asked = "RATELIMIT SPAMC/1.2\r\nLimit: few\r\nKey: ada@x.example\r\n";
    String answered = "SPAMD/1.5 0 EX_OK\r\nRatelimit: %s / 2\r\n\r\n";
    assertThat(say(asked + "Unique: a\r\n\r\n")).isEqualTo(answered.formatted("new ; 1.0"));
    assertThat(say(asked + "Unique: A\r\n\r\n")).isEqualTo(answered.formatted("repeat ; 1.0"));
    assertThat(sayAndWait(asked + "Unique: b\r\nSource: 192.0.2.1\r\n\r\n"))
        .isEqualTo(answered.formatted("new ; 2.0"));
    assertThat(say(asked + "Unique: c\r\n\r\n")).isEqualTo(answered.formatted("over ; 2.0"));
    assertThat(say(asked + "\r\n")).isEqualTo(answered.formatted("over ; 2.0"));
    assertThat(say(asked.replace("few", "none") + "\r\n"))
        .isEqualTo(
            "SPAMD/1.5 65 EX_DATAERR: there is no such limit; ratelimit.limits has [few]\r\n");
    assertThat(say(asked + "Unique: " + "a".repeat(1_025) + "\r\n\r\n"))
        .startsWith("SPAMD/1.5 76 EX_PROTOCOL: ");
  }

  @Test
  void whoIsOneTooManyIsToldToComeAgain() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    int room = 3; // two workers and a queue of one
    for (int i = 0; i < room; i++) {
      assertThat(
              bound.work(
                  () -> {
                    Uninterruptibles.awaitUninterruptibly(over);
                    bound.isDone();
                  }))
          .isTrue();
    }
    try {
      assertThat(sayAndWait(ask("CHECK")))
          .startsWith("SPAMD/1.5 75 EX_TEMPFAIL: the peer has more requests than it can work on;");
      assertThat(sayAndWait("PING SPAMC/1.5\r\n\r\n")).contains("PONG");
    } finally {
      over.countDown();
    }
  }

  @Test
  void aVoteOfAClientThatStopsInTheMiddleIsNone() throws Exception {
    String tell = request("TELL", "Message-class: spam\r\nSet: local\r\n", MAIL);
    assertThat(say(tell.substring(0, tell.length() - 1))).startsWith("SPAMD/1.5 76 ");
    try (Socket socket = connect()) {
      socket.getOutputStream().write(tell.substring(0, 60).getBytes(ISO_8859_1));
      socket.setSoLinger(true, 0);
    }
    assertThat(sayAndWait("PING SPAMC/1.5\r\n\r\n")).contains("PONG");
    assertThat(votes()).isEmpty();
  }
}
