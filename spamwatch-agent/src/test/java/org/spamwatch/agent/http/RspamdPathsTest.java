package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.vote.VoteValue;

/** The HTTP port as rspamd's clients know it. */
@SuppressWarnings("StringConcatToTextBlock") // the line ends are what matters
final class RspamdPathsTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);

  /** What rspamc 3.4 says behind the first line, which has no Host. */
  private static final String RSPAMC =
      "Connection: close\r\nContent-Type: text/plain\r\nUser-Agent: rspamc\r\n"
          + "Filename: mail.eml\r\nFlags: body_block\r\n";

  private static final Settings SETTINGS = Settings.DEFAULTS.with(Setting.MAIL_MAX_BYTES, 4096);

  private final FakePeer peer = new FakePeer();
  private HttpPort port;

  RspamdPathsTest() throws IOException {
    port = open(SETTINGS);
  }

  @AfterEach
  void close() {
    port.close();
  }

  private HttpPort open(Settings settings) throws IOException {
    return HttpPort.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), settings, peer, NoUsers.USERS);
  }

  private void reopen(Settings settings) throws IOException {
    port.close();
    port = open(settings);
  }

  private String ask(String line, String headers, String body) throws IOException {
    return new RawHttp(port.address())
        .say(
            line
                + " HTTP/1.0\r\nContent-Length: "
                + body.length()
                + "\r\n"
                + RSPAMC
                + headers
                + "\r\n"
                + body);
  }

  private static JsonNode json(String answer) throws IOException {
    return new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }

  @Test
  void spamHasPointsASymbolAndAnAction() throws IOException {
    peer.verdict = Verdict.SPAM;
    String answer = ask("POST /checkv2", "", MAIL);
    assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("ontent-type: application/json");
    ObjectNode json = (ObjectNode) json(answer);
    assertThat(json.remove("time_real").isNumber()).isTrue();
    assertThat(json.toString())
        .isEqualTo(
            "{\"is_skipped\":false,\"score\":15.0,\"required_score\":5.0,"
                + "\"action\":\"add header\",\"thresholds\":{\"add header\":5.0},"
                + "\"symbols\":{\"SPAMWATCH\":{\"name\":\"SPAMWATCH\",\"score\":15.0,"
                + "\"metric_score\":15.0,\"description\":\"Marked as spam by SpamWatch users\","
                + "\"options\":[\"votes=12/1\",\"match=9/10\",\"source=overlay\"]}},"
                + "\"messages\":{\"spamwatch\":\"a test says so\"}}");
  }

  @Test
  void silenceIsNoSymbolAndDoubtHasNoPoints() throws IOException {
    JsonNode unknown = json(ask("POST /checkv2", "", MAIL));
    assertThat(unknown.path("action").asText()).isEqualTo("no action");
    assertThat(unknown.path("score").asDouble()).isZero();
    assertThat(unknown.path("symbols").isEmpty()).isTrue();
    peer.verdict = Verdict.UNSURE;
    JsonNode unsure = json(ask("POST /checkv2", "", MAIL));
    assertThat(unsure.path("action").asText()).isEqualTo("no action");
    assertThat(unsure.path("symbols").path("SPAMWATCH_UNSURE").path("score").asDouble()).isZero();
    assertThat(unsure.path("symbols")).hasSize(1);
  }

  @Test
  void learningVotesAndOnlyAPersonsWordDoes() throws IOException {
    assertThat(ask("POST /learnspam", "", MAIL)).contains("200 OK").endsWith("{\"success\":true}");
    assertThat(ask("POST /learnham", "", MAIL)).endsWith("{\"success\":true}");
    ask("POST /checkv2", "", MAIL);
    assertThat(peer.voteRequests)
        .extracting(request -> request.vote().value())
        .containsExactly(VoteValue.SPAM, VoteValue.HAM);
    peer.accepting = false;
    assertThat(ask("POST /learnspam", "", MAIL))
        .startsWith(
            "HTTP/1.1 409 the vote is not accepted: the vote's signature does not hold\r\n");
  }

  @Test
  void theRecipientsPreferencesHoldElseTheUsers() throws IOException {
    Preference three =
        new Preference("ann", Optional.empty(), Optional.empty(), Optional.of(3), Optional.empty());
    reopen(SETTINGS.with(Setting.CHECK_USERS, List.of(three)));
    ask("POST /checkv2", "", MAIL);
    ask("POST /checkv2", "User: ann\r\n", MAIL);
    ask("POST /checkv2", "Deliver-To: ann\r\nUser: bob\r\n", MAIL);
    ask("POST /checkv2", "Deliver-To: bob\r\nUser: ann\r\n", MAIL);
    assertThat(peer.questions)
        .extracting(question -> question.votesNeeded())
        .containsExactly(1, 3, 3, 1);
  }

  @Test
  void thePasswordIsTheToken() throws IOException {
    reopen(SETTINGS.with(PortSetting.HTTP_TOKEN, Optional.of("0123456789abcdef")));
    assertThat(ask("POST /checkv2", "", MAIL)).startsWith("HTTP/1.1 401 the token is missing");
    assertThat(ask("POST /learnspam", "Password: wrong\r\n", MAIL)).startsWith("HTTP/1.1 401 ");
    assertThat(ask("POST /learnspam", "Password: 0123456789abcdef\r\n", MAIL)).contains(" 200 OK");
    assertThat(peer.voteRequests).hasSize(1);
  }

  /** What stands in the first line is all that rspamc shows. */
  @ParameterizedTest
  @CsvSource({
    "Compression: zstd, 415 compressed mail is not read here",
    "Content-Encoding: gzip, 415 compressed mail is not read here",
    "Key: abc, 415 encrypted requests are not read here",
    "File: /etc/passwd, 415 a mail is not read from a file here",
    "Path: /etc/passwd, 415 a mail is not read from a file here",
    "Shm: /mail, 415 a mail is not read from shared memory here",
    "Origin: http://evil.example, 403 requests of web pages are refused",
    "Origin: null, 403 requests of web pages are refused",
    "Host: evil.example, 403 this peer answers to loopback names only",
  })
  void whatIsNotReadHereIsRefusedInTheFirstLine(String header, String status) throws IOException {
    for (String path : List.of("/checkv2", "/learnspam", "/learnham")) {
      String answer = ask("POST " + path, header + "\r\n", MAIL);
      assertThat(answer).startsWith("HTTP/1.1 " + status + "\r\n");
      assertThat(json(answer).path("hint").asText()).isNotEmpty();
    }
    assertThat(peer.questions).isEmpty();
    assertThat(peer.voteRequests).isEmpty();
  }

  @Test
  void aMailIsBoundedAndMustBeOne() throws IOException {
    assertThat(ask("POST /checkv2", "", "x".repeat(4097))).startsWith("HTTP/1.1 413 the mail is");
    assertThat(ask("POST /checkv2", "", "")).startsWith("HTTP/1.1 400 the mail is empty");
    assertThat(ask("POST /learnspam", "", "a: b\n\nhi"))
        .startsWith("HTTP/1.1 400 the mail has too");
    assertThat(ask("GET /checkv2", "", "")).startsWith("HTTP/1.1 405 ").contains("Allow: POST");
    assertThat(ask("POST /fuzzyadd", "", MAIL)).startsWith("HTTP/1.1 404 no such path");
    // without a Host nobody is let in who speaks as browsers do
    String head = "POST /checkv2 HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    assertThat(new RawHttp(port.address()).say(head)).startsWith("HTTP/1.1 400 one Host header");
    assertThat(peer.questions).isEmpty();
  }

  @Test
  void statAndPingSayThatThePeerIsThere() throws IOException {
    ask("POST /checkv2", "", MAIL);
    ask("POST /learnspam", "", MAIL);
    JsonNode stat = json(ask("GET /stat", "", ""));
    assertThat(stat.path("scanned").asInt()).isEqualTo(1);
    assertThat(stat.path("learned").asInt()).isEqualTo(1);
    assertThat(json(ask("GET /auth", "", "")).path("auth").asText()).isEqualTo("ok");
    assertThat(ask("GET /ping", "", "")).contains("text/plain").endsWith("\r\n\r\npong\r\n");
    RawHttp http = new RawHttp(port.address());
    assertThat(json(http.ask("GET", "/v1/status", "", "")).path("requests").path("checks").asInt())
        .isEqualTo(1);
  }
}
