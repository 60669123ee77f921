package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.api.OpenApi;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.ata.ApproximateText;

/** Many mails in one request. */
@Tag("live")
final class BatchTest {
  private static final String CHECK = "POST /v1/check HTTP/1.1\r\nHost: localhost\r\n";
  private static final String LINES = "Content-Type: application/x-ndjson\r\n";
  private static final String MBOX = "Content-Type: application/mbox\r\n";
  private static final String LAST =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);
  private static final String POSTMARK = "From a@example.org Mon Jan  1 10:00:00 2024\n";

  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final RawHttp http;

  BatchTest() throws IOException {
    Settings settings =
        Settings.DEFAULTS.with(Setting.MAIL_MAX_BYTES, 4096).with(PortSetting.HTTP_THREADS, 4);
    port =
        HttpPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            settings,
            peer,
            NoUsers.USERS);
    http = new RawHttp(port.address());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private static String features() throws Exception {
    MailFeatures features =
        MailFeatures.of(ApproximateText.standard().address(MAIL.getBytes(ISO_8859_1)));
    return ApiJson.line(MailBody.of(features));
  }

  private static String request(String type, String body) {
    return CHECK + type + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  /** The lines of the first answer, which came in chunks. */
  private static List<JsonNode> lines(String answers) throws IOException {
    assertThat(answers)
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("content-type: application/x-ndjson")
        .containsIgnoringCase("transfer-encoding: chunked");
    StringBuilder text = new StringBuilder();
    int at = answers.indexOf("\r\n\r\n") + 4;
    while (true) {
      int end = answers.indexOf("\r\n", at);
      int length = Integer.parseInt(answers.substring(at, end), 16);
      if (length == 0) {
        break;
      }
      text.append(answers, end + 2, end + 2 + length);
      at = end + 2 + length + 2;
    }
    return json(text.toString());
  }

  private static List<JsonNode> json(String text) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i).path("index").asInt()).isEqualTo(i);
    }
    return lines;
  }

  private static List<String> told(List<JsonNode> lines) {
    return lines.stream()
        .map(line -> line.path(line.has("error") ? "status" : "verdict").asText())
        .toList();
  }

  @Test
  void eachLineIsAMailAndABadOneEndsNoOther() throws Exception {
    peer.verdict = Verdict.SPAM;
    String good = features();
    String tooLong = "[" + " ".repeat(ApiJson.MAX_BYTES) + "]";
    String body = String.join("\n", good, "nonsense", "", good, "{}", tooLong, "null", good) + "\n";
    for (int piece : new int[] {900, 70_000, 1 << 20}) {
      String answers = say(request(LINES, body) + LAST, piece);
      assertThat(told(lines(answers)))
          .as("in pieces of %d", piece)
          .containsExactly("spam", "400", "spam", "400", "413", "400", "spam");
      assertThat(answers).contains("\"alive\"");
    }
    assertThat(peer.questions).hasSize(9);
  }

  private String say(String request, int piece) throws IOException {
    try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(20_000);
      byte[] bytes = request.getBytes(ISO_8859_1);
      for (int at = 0; at < bytes.length; at += piece) {
        socket.getOutputStream().write(bytes, at, Math.min(piece, bytes.length - at));
      }
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void anMboxIsManyMails() throws Exception {
    String body =
        POSTMARK
            + MAIL
            + "\n\n"
            + POSTMARK
            + "Subject: long\n\n"
            + "y".repeat(5000)
            + "\n\n"
            + POSTMARK
            + MAIL
            + "\n\n"
            + POSTMARK
            + "\n"
            + POSTMARK
            + MAIL;
    for (int piece : new int[] {1, 100, 1 << 20}) {
      List<String> told = told(lines(say(request(MBOX, body) + LAST, piece)));
      assertThat(told).containsExactly("unknown", "413", "unknown", "400", "unknown");
    }
  }

  @Test
  void theLinesAreAsDocumented() throws Exception {
    JsonNode closed = OpenApi.closed();
    JsonNode schemas = closed.path("components").path("schemas");
    List<JsonNode> lines = lines(http.say(request(LINES, features() + "\n{\n") + LAST));
    assertThat(schemas.has("CheckedMail") && schemas.has("UncheckedMail")).isTrue();
    for (String name : List.of("CheckedMail", "UncheckedMail")) {
      JsonNode line = lines.get(name.equals("CheckedMail") ? 0 : 1);
      List<String> members = new ArrayList<>();
      line.fieldNames().forEachRemaining(members::add);
      List<String> known = new ArrayList<>();
      schemas.path(name).path("properties").fieldNames().forEachRemaining(known::add);
      assertThat(known).containsAll(members);
      schemas
          .path(name)
          .path("required")
          .forEach(each -> assertThat(line.has(each.asText())).as("%s", each).isTrue());
    }
  }

  @Test
  void anEmptyBodyHasNoLinesAndAnOldClientsLinesEndWithTheConnection() throws Exception {
    assertThat(lines(http.say(request(LINES, "\n\n") + LAST))).isEmpty();
    assertThat(lines(http.say(request(MBOX, "") + LAST))).isEmpty();
    String old = request(LINES, features() + "\n{}").replace("HTTP/1.1", "HTTP/1.0") + LAST;
    String answer = http.say(old);
    assertThat(answer).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("chunked");
    assertThat(json(answer.substring(answer.indexOf("\r\n\r\n") + 4))).hasSize(2);
  }

  @Test
  void whatConcernsAllIsRefusedAtOnce() throws Exception {
    String body = features() + "\n";
    String parameter = request(LINES, body).replace("/v1/check", "/v1/check?thres=no");
    assertThat(http.say(parameter + LAST)).startsWith("HTTP/1.1 400 ").contains("alive");
    String elsewhere = request(MBOX, MAIL).replace("/v1/check", "/v1/votes?verdict=spam");
    assertThat(http.say(elsewhere + LAST)).startsWith("HTTP/1.1 415 ").contains("alive");
    assertThat(peer.voteRequests).isEmpty();
  }

  @Test
  void thereAreNotMoreMailsThanMayBe() throws Exception {
    String body = "{}\n".repeat(Batch.MAX_MAILS + 50);
    String answers = http.say(request(LINES, body) + LAST);
    List<JsonNode> lines = lines(answers);
    assertThat(lines).hasSize(Batch.MAX_MAILS + 1);
    JsonNode last = lines.get(Batch.MAX_MAILS);
    assertThat(last.path("status").asInt()).isEqualTo(413);
    assertThat(last.path("limit").asInt()).isEqualTo(Batch.MAX_MAILS);
    assertThat(answers).contains("\"alive\"");
  }

  @Test
  void whatIsNoHttpCutsTheAnswerOff() throws Exception {
    String chunk = features() + "\n";
    String request =
        CHECK
            + LINES
            + "Transfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(chunk.length())
            + "\r\n"
            + chunk
            + "\r\nnonsense\r\n";
    assertThat(http.say(request)).doesNotContain("0\r\n\r\n").doesNotContain("HTTP/1.1 400");
  }

  @Test
  void whoDoesNotReadIsNotReadFromAndLosesNothing() throws Exception {
    String body = "{}\n".repeat(9_000);
    ByteBuffer request = ByteBuffer.wrap((request(LINES, body) + LAST).getBytes(ISO_8859_1));
    try (SocketChannel client = SocketChannel.open();
        Selector selector = Selector.open()) {
      client.socket().setReceiveBufferSize(4096);
      client.connect(port.address());
      client.configureBlocking(false);
      SelectionKey key = client.register(selector, SelectionKey.OP_WRITE);
      while (request.hasRemaining() && selector.select(300) > 0) {
        selector.selectedKeys().clear();
        client.write(request);
      }
      key.cancel();
      selector.selectNow();
      client.configureBlocking(true);
      Thread writer =
          new Thread(
              () -> {
                try {
                  client.write(request);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      writer.start();
      String answers = new String(Channels.newInputStream(client).readAllBytes(), ISO_8859_1);
      writer.join();
      assertThat(lines(answers)).hasSize(9_000);
    }
  }

  @Test
  void whoLeavesInTheMiddleLeavesNothingBehind() throws Exception {
    String half = request(MBOX, POSTMARK + MAIL + "\n\n" + POSTMARK + MAIL).substring(0, 700);
    for (int i = 0; i < 300; i++) {
      try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
        socket.getOutputStream().write(half.getBytes(ISO_8859_1));
      }
    }
    assertThat(lines(http.say(request(MBOX, POSTMARK + MAIL) + LAST))).hasSize(1);
  }
}
