package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.api.VoteBody;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.SchemeChoice;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.trust.Policy;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

final class HttpPortTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);
  private static final String RFC822 = "Content-Type: message/rfc822\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final Settings SETTINGS =
      Settings.DEFAULTS
          .with(Setting.MAIL_MAX_BYTES, 4096)
          .with(PortSetting.HTTP_THREADS, 2)
          .with(PortSetting.HTTP_QUEUE, 1)
          .with(Setting.CHECK_TIMEOUT, Duration.ofMillis(100));

  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final RawHttp http;

  HttpPortTest() throws IOException {
    port = open(SETTINGS);
    http = new RawHttp(port.address());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private HttpPort open(Settings settings) throws IOException {
    return HttpPort.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), settings, peer, NoUsers.USERS);
  }

  private static JsonNode json(String answer) throws IOException {
    return new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }

  private static void assertError(String answer, int status) throws IOException {
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(json(answer).path("error").asText()).isNotEmpty();
    assertThat(json(answer).path("hint").asText()).isNotEmpty();
  }

  private static String vectors() throws Exception {
    return ApiJson.line(MailBody.of(new MailFeatures(vectorsOfMail(), List.of())));
  }

  private static List<FeatureVector> vectorsOfMail() throws Exception {
    return ApproximateText.standard().address(MAIL.getBytes(StandardCharsets.US_ASCII)).vectors();
  }

  @Test
  void aCheckAnswersInTheDocumentedForm() throws Exception {
    peer.verdict = Verdict.SPAM;
    String answer = http.ask("POST", "/v1/check?ttl=2&thres=4&votes=3", RFC822, MAIL);
    assertThat(answer).startsWith("HTTP/1.1 200 ").contains("ontent-type: application/json");
    JsonNode json = json(answer);
    assertThat(json.path("millis").isNumber()).isTrue();
    ((ObjectNode) json).remove("millis");
    assertThat(json.toString())
        .isEqualTo(
            "{\"verdict\":\"spam\",\"votes\":{\"spam\":12,\"ham\":1},"
                + "\"match\":{\"shared\":9,\"of\":10},\"source\":\"overlay\",\"hops\":2,"
                + "\"messages\":[\"beef000000000000000000000000000000000000\"],"
                + "\"complete\":true,\"reason\":\"a test says so\","
                + "\"decided\":{\"by\":\"strangers\",\"own\":{\"spam\":0,\"ham\":0},"
                + "\"strangers\":{\"spam\":12,\"ham\":1,\"sites\":4,\"voters\":10,\"weight\":7.5,"
                + "\"coverage\":0.75},"
                + "\"needed\":{\"voters\":3,\"weight\":3.0,\"coverage\":0.5},"
                + "\"change\":\"1 ham vote of one's own people would overrule\"}}");
    assertThat(peer.questions.get(0).ttl()).isEqualTo(2);
    assertThat(peer.questions.get(0).threshold().asked()).hasValue(4);
    assertThat(peer.questions.get(0).votesNeeded()).isEqualTo(3);
  }

  @Test
  void vectorsAskTheSameAsTheMailTheyAreOf() throws Exception {
    assertThat(http.ask("POST", "/v1/check", RFC822, MAIL)).startsWith("HTTP/1.1 200 ");
    assertThat(http.ask("POST", "/v1/check", JSON, vectors())).startsWith("HTTP/1.1 200 ");
    assertThat(peer.questions.get(1)).isEqualTo(peer.questions.get(0));
  }

  @Test
  void onlyAskingTellsLettersApartThatLookAlike() throws Exception {
    String mail = "Content-Type: text/html\n\n" + MAIL.substring(16).replace("o", "&#1086;");
    try (HttpPort other = open(SETTINGS.with(Setting.CHECK_LOOK_ALIKES, false))) {
      RawHttp asking = new RawHttp(other.address());
      asking.ask("POST", "/v1/check", RFC822, mail);
      asking.ask("POST", "/v1/check", RFC822, MAIL);
      asking.ask("POST", "/v1/votes?verdict=spam", RFC822, mail);
    }
    http.ask("POST", "/v1/check", RFC822, mail);
    CheckRequest apart = peer.questions.get(0);
    CheckRequest folded = peer.questions.get(2);
    assertThat(peer.questions.get(1).vectors()).isEqualTo(folded.vectors());
    assertThat(apart.vectors()).isNotEqualTo(folded.vectors());
    assertThat(peer.voteRequests.get(0).vectors()).isEqualTo(folded.vectors());
  }

  @Test
  void thePeerAsksUnderTheSchemesThatAreChosenAndVotesUnderAll() throws Exception {
    SchemeChoice word = new SchemeChoice(List.of(Scheme.WORD), 1);
    SchemeChoice byLot = new SchemeChoice(Scheme.ACTIVE_BY_DEFAULT, 1);
    for (SchemeChoice choice : List.of(word, byLot)) {
      try (HttpPort other = open(SETTINGS.with(Setting.CHECK_SCHEMES, choice))) {
        RawHttp asking = new RawHttp(other.address());
        assertThat(asking.ask("POST", "/v1/check", RFC822, MAIL)).startsWith("HTTP/1.1 200 ");
        asking.ask("POST", "/v1/explain", RFC822, MAIL);
        asking.ask("POST", "/v1/check", JSON, vectors()); // who sends them has chosen
        asking.ask("POST", "/v1/votes?verdict=spam", RFC822, MAIL);
      }
      List<Scheme> chosen = choice.chosen(peer.secret());
      assertThat(schemesOf(peer.questions.get(0))).isEqualTo(chosen).hasSize(1);
      assertThat(peer.questions.get(0).probes()).allMatch(p -> chosen.contains(p.scheme()));
      assertThat(schemesOf(peer.questions.get(1))).isEqualTo(chosen);
      assertThat(schemesOf(peer.questions.get(2))).isEqualTo(Scheme.ACTIVE_BY_DEFAULT);
      assertThat(peer.voteRequests.get(0).vote().digests()).hasSize(2);
      peer.questions.clear();
      peer.voteRequests.clear();
    }
  }

  private static List<Scheme> schemesOf(CheckRequest question) {
    return question.vectors().stream().map(FeatureVector::scheme).toList();
  }

  @Test
  void aRouteNamesItsHopsAndItsKeyIsChecked() throws Exception {
    JsonNode route = json(http.ask("GET", "/v1/route?key=beef", "", ""));
    assertThat(route.path("key").asText()).startsWith("beef").hasSize(40);
    assertThat(route.path("atRoot").asBoolean()).isTrue();
    assertThat(route.path("hops").asInt()).isEqualTo(1);
    assertThat(route.path("path").path(1).path("address").asText()).isEqualTo("127.0.0.1:9461");
    for (String bad :
        List.of("", "?key=", "?key=b", "?key=xx", "?key=" + "0".repeat(42), "?k=be")) {
      assertError(http.ask("GET", "/v1/route" + bad, "", ""), 400);
    }
    peer.answering = false;
    assertError(http.ask("GET", "/v1/route?key=beef", "", ""), 503);
  }

  @Test
  void explainTellsWhoVoted() throws Exception {
    peer.verdict = Verdict.SPAM;
    JsonNode match = json(http.ask("POST", "/v1/explain", RFC822, MAIL)).path("matches").path(0);
    assertThat(match.path("scheme").asText()).isEqualTo("char50");
    assertThat(match.path("features").size()).isEqualTo(1);
    assertThat(match.path("voters").path(0).path("origin").asText()).isEqualTo("button");
  }

  @Test
  void aVoteOnAMailIsSignedByThePeer() throws Exception {
    String answer =
        http.ask("POST", "/v1/votes?verdict=withdraw&origin=spamc&user=ada", RFC822, MAIL);
    assertThat(json(answer).path("accepted").asBoolean()).isTrue();
    assertThat(json(answer).path("sequence").asInt()).isEqualTo(3);
    assertThat(json(answer).path("holders").asInt()).isEqualTo(4);
    assertThat(json(answer).path("message").asText()).hasSize(40);
    assertThat(peer.voteRequests.get(0).vote().value()).isEqualTo(VoteValue.WITHDRAWN);
    assertThat(peer.voteRequests.get(0).vote().origin()).isEqualTo(VoteOrigin.SPAMC);
  }

  @Test
  void aSignedVoteArrivesAsItWasSent() throws Exception {
    http.ask("POST", "/v1/votes?verdict=spam", RFC822, MAIL);
    String json = ApiJson.line(VoteBody.of(peer.voteRequests.get(0).vote(), vectorsOfMail()));
    String answer = http.ask("POST", "/v1/votes", JSON, json);
    assertThat(answer).startsWith("HTTP/1.1 200 ");
    assertThat(peer.voteRequests.get(1)).isEqualTo(peer.voteRequests.get(0));
    assertError(http.ask("POST", "/v1/votes?verdict=ham", JSON, json), 400);
  }

  @Test
  void aVoteThatIsNotAcceptedSaysWhy() throws Exception {
    peer.accepting = false;
    JsonNode json = json(http.ask("POST", "/v1/votes?verdict=spam", RFC822, MAIL));
    assertThat(json.path("accepted").asBoolean()).isFalse();
    assertThat(json.path("reason").asText()).contains("signature");
  }

  @Test
  void aVoteOverItsQuotaMayBeSentAgainLater() throws Exception {
    peer.overQuota = 90_001;
    String answer = http.ask("POST", "/v1/votes?verdict=spam", RFC822, MAIL);
    assertError(answer, 429);
    assertThat(answer).containsIgnoringCase("retry-after: 91\r\n");
    assertThat(json(answer).path("error").asText()).isEqualTo("over quota");
  }

  @Test
  void whoeverAsksMayChooseTheRuleAndUsersHaveTheirOwn() throws Exception {
    try (HttpPort chosen =
        open(
            SETTINGS
                .with(Setting.CHECK_RULE, Rule.OWN)
                .with(
                    Setting.CHECK_USERS,
                    List.of(
                        new Preference(
                            "ada",
                            Optional.of(Rule.ANY),
                            Optional.of(Privacy.LOCAL),
                            Optional.of(7),
                            Optional.of(5)))))) {
      RawHttp its = new RawHttp(chosen.address());
      its.ask("POST", "/v1/check", RFC822, MAIL);
      its.ask("POST", "/v1/check?user=ada", RFC822, MAIL);
      its.ask("POST", "/v1/check?user=ada&rule=trust&votes=2&privacy=network", RFC822, MAIL);
      assertError(its.ask("POST", "/v1/check?rule=all", RFC822, MAIL), 400);
      assertError(its.ask("POST", "/v1/check?privacy=none", RFC822, MAIL), 400);
    }
    assertThat(peer.questions.get(0).terms()).isEqualTo(new Policy(Rule.OWN, 1));
    assertThat(peer.questions.get(1).terms()).isEqualTo(new Policy(Rule.ANY, 7));
    assertThat(peer.questions.get(1).threshold().asked()).hasValue(5);
    assertThat(peer.questions.get(2).terms()).isEqualTo(new Policy(Rule.TRUST, 2));
    assertThat(peer.questions)
        .extracting(CheckRequest::privacy)
        .containsExactly(Privacy.SUMMARY, Privacy.LOCAL, Privacy.NETWORK);
  }

  @Test
  void automaticActsDoNotVote() throws Exception {
    String answer = http.ask("POST", "/v1/votes?verdict=spam&origin=filter", RFC822, MAIL);
    assertError(answer, 400);
    assertThat(json(answer).path("hint").asText()).contains("automatic acts do not vote");
    assertThat(peer.voteRequests).isEmpty();
    http.ask("POST", "/v1/votes?verdict=spam&origin=import", RFC822, MAIL);
    assertThat(peer.voteRequests.get(0).vote().origin()).isEqualTo(VoteOrigin.IMPORT);
  }

  @Test
  void aNetworkThatDoesNotAnswerMakesAMailUnknown() throws Exception {
    peer.answering = false;
    JsonNode json = json(http.ask("POST", "/v1/check", RFC822, MAIL));
    assertThat(json.path("verdict").asText()).isEqualTo("unknown");
    assertThat(json.path("complete").asBoolean()).isFalse();
  }

  @Test
  void aMailWithoutTextIsUnknownAndCannotBeVotedOn() throws Exception {
    String bare = "Subject: x\n\nhi\n";
    assertThat(json(http.ask("POST", "/v1/check", RFC822, bare)).path("verdict").asText())
        .isEqualTo("unknown");
    assertError(http.ask("POST", "/v1/votes?verdict=spam", RFC822, bare), 400);
    assertThat(peer.questions).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"vectors\":[]}",
        "{\"vectors\":[{\"scheme\":\"nope\",\"features\":[\"00\"]}]}",
        "{\"vectors\":[{\"scheme\":\"char50\",\"features\":[\"00\"]}]}",
        "{\"vectors\":[{\"scheme\":\"char50\",\"features\":[1]}]}",
        "{\"vectors\":[{\"scheme\":\"char50\",\"features\":{}}]}",
        "{\"vectors\":7} trailing",
        "{\"vectors\":[],\"vectors\":[]}",
        "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
        "\u0000\u0001\u0002"
      })
  void garbageJsonIsRefused(String body) throws Exception {
    assertError(http.ask("POST", "/v1/check", JSON, body), 400);
    assertError(http.ask("POST", "/v1/votes", JSON, body), 400);
  }

  @Test
  void tooManyFeaturesOrOneTwiceAreRefused() throws Exception {
    String feature = "\"" + "0".repeat(40) + "\"";
    String many = (feature + ",").repeat(64) + feature;
    for (String features : List.of(many, feature + "," + feature)) {
      String body = "{\"vectors\":[{\"scheme\":\"char50\",\"features\":[" + features + "]}]}";
      assertError(http.ask("POST", "/v1/check", JSON, body), 400);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ttl=33",
    "ttl=-1",
    "ttl=x",
    "thres=0",
    "thres=65",
    "votes=0",
    "nonsense=1",
    "ttl=1&ttl=2",
    "ttl=%zz"
  })
  void wrongParametersAreRefused(String query) throws Exception {
    String answer = http.ask("POST", "/v1/check?" + query, RFC822, MAIL);
    assertThat(answer).startsWith("HTTP/1.1 400 ");
    assertThat(peer.questions).isEmpty();
  }

  @Test
  void aMalformedAddressIsRefusedAndTheNextRequestIsAnswered() throws Exception {
    for (String path : List.of("/v1/check?ttl=%zz", "/v1/%zz", "/v1/status?%")) {
      assertError(http.ask("GET", path, "", ""), 400);
      assertThat(http.ask("GET", "/healthz", "", "")).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void aVoteNeedsAVerdictAndAKnownOrigin() throws Exception {
    assertError(http.ask("POST", "/v1/votes", RFC822, MAIL), 400);
    assertError(http.ask("POST", "/v1/votes?verdict=maybe", RFC822, MAIL), 400);
    assertError(http.ask("POST", "/v1/votes?verdict=spam&origin=robot", RFC822, MAIL), 400);
    assertThat(peer.voteRequests).isEmpty();
  }

  @Test
  void foreignOriginsAndHostsAreRefused() throws Exception {
    int number = port.address().getPort();
    for (String origin :
        List.of(
            "http://evil.example",
            "null",
            "http://localhost:1",
            "https://127.0.0.1",
            "http://localhost:" + number,
            "http://127.0.0.1:" + number)) {
      assertError(http.ask("GET", "/v1/status", "Origin: " + origin + "\r\n", ""), 403);
    }
    for (String host : List.of("evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]:80")) {
      assertError(
          http.say("GET /v1/status HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n\r\n"),
          403);
    }
    assertError(http.say("GET /v1/status HTTP/1.1\r\nConnection: close\r\n\r\n"), 400);
    assertThat(http.ask("GET", "/v1/status", "Origin: moz-extension://0b1c\r\n", ""))
        .startsWith("HTTP/1.1 200 ");
    assertThat(
            http.say(
                "GET /healthz HTTP/1.1\r\nConnection: close\r\nHost: LOCALHOST:"
                    + number
                    + "\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void wrongMethodsPathsAndTypesAreRefused() throws Exception {
    assertThat(http.ask("GET", "/v1/check", "", "")).contains("405").contains("Allow: POST");
    assertError(http.ask("POST", "/v1/status", JSON, "{}"), 405);
    assertError(http.ask("OPTIONS", "/v1/check", "", ""), 405);
    assertError(http.ask("GET", "/v2/check", "", ""), 404);
    assertError(http.ask("POST", "/v1/check", "", MAIL), 415);
    assertError(http.ask("POST", "/v1/check", "Content-Type: text/plain\r\n", MAIL), 415);
    assertError(http.ask("POST", "/v1/check", RFC822 + "Content-Encoding: gzip\r\n", MAIL), 415);
    assertThat(http.ask("POST", "/v1/check", RFC822 + "Content-Encoding: Identity\r\n", MAIL))
        .startsWith("HTTP/1.1 200 ");
    assertThat(http.ask("POST", "/v1/check", "Content-Type: Message/RFC822; x=y\r\n", MAIL))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aMailBeyondTheLimitIsRefusedWhetherAnnouncedOrNot() throws Exception {
    String large = MAIL + "x".repeat(200_000);
    String answer = http.ask("POST", "/v1/check", RFC822, large);
    assertError(answer, 413);
    assertThat(json(answer).path("limit").asInt()).isEqualTo(4096);
    String chunked =
        "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + RFC822
            + "Transfer-Encoding: chunked\r\n\r\n2000\r\n"
            + "x".repeat(0x2000)
            + "\r\n0\r\n\r\n";
    assertError(http.say(chunked), 413);
    assertError(http.ask("POST", "/v1/check", JSON, " ".repeat(600_000)), 413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000\u0001\u0002\u0003binary", "", "\n\n"})
  void whatIsNoMailIsRefused(String body) throws Exception {
    assertError(http.ask("POST", "/v1/check", RFC822, body), 400);
    assertError(http.ask("POST", "/v1/votes?verdict=spam", RFC822, body), 400);
  }

  @Test
  void theProbesTellAliveFromReady() throws Exception {
    assertThat(http.ask("GET", "/readyz", "", "")).startsWith("HTTP/1.1 200 ");
    peer.ready = false;
    assertThat(http.ask("GET", "/healthz", "", "")).startsWith("HTTP/1.1 200 ");
    String notReady = http.ask("GET", "/readyz", "", "");
    assertError(notReady, 503);
    assertThat(notReady).containsIgnoringCase("Retry-After: 1");
  }

  @Test
  void theStatusCountsRequests() throws Exception {
    http.ask("POST", "/v1/check", RFC822, MAIL);
    http.ask("POST", "/v1/check", RFC822, "");
    JsonNode status = json(http.ask("GET", "/v1/status", "", ""));
    assertThat(status.path("realm").asText()).isEqualTo(FakePeer.REALM.toString());
    assertThat(status.path("neighbours").size()).isEqualTo(1);
    assertThat(status.path("refusedRecords").path("stale").asInt()).isEqualTo(2);
    assertThat(status.path("refusedRecords").path("quota").asInt()).isZero();
    assertThat(status.path("links").toString())
        .isEqualTo(
            "{\"in\":2,\"out\":3,\"bytesIn\":900,\"bytesOut\":800,\"newerPayloads\":5,"
                + "\"unknownCapabilities\":6,\"dropped\":{\"queue_full\":1},\"ended\":{\"idle\":4}}");
    assertThat(status.path("refusedElsewhere").path("count").asInt()).isEqualTo(1);
    assertThat(status.path("refusedElsewhere").path("last").path("by").asText()).startsWith("02");
    assertThat(status.path("requests").path("checks").asInt()).isEqualTo(1);
    assertThat(status.path("requests").path("refused").asInt()).isEqualTo(1);
  }

  @Test
  void aTokenIsAskedForWhereOneIsSet() throws Exception {
    String token = "0123456789abcdef";
    try (HttpPort guarded = open(SETTINGS.with(PortSetting.HTTP_TOKEN, Optional.of(token)))) {
      RawHttp guardedHttp = new RawHttp(guarded.address());
      assertError(guardedHttp.ask("GET", "/v1/status", "", ""), 401);
      String wrong = "Authorization: Bearer 0123456789abcdeX\r\n";
      assertThat(guardedHttp.ask("GET", "/v1/status", wrong, "")).contains("401", "Bearer");
      String right = "Authorization: Bearer " + token + "\r\n";
      assertThat(guardedHttp.ask("GET", "/v1/status", right, "")).startsWith("HTTP/1.1 200 ");
      guarded.reload(SETTINGS);
      assertThat(guardedHttp.ask("GET", "/v1/status", "", "")).startsWith("HTTP/1.1 200 ");
      assertError(guardedHttp.ask("GET", "/v1/status", right, ""), 401);
    }
  }

  @Test
  void clientsThatSayNothingMoreAreCutOffAndOthersAreServed() throws Exception {
    String half = "POST /v1/check HTTP/1.1\r\nHost: localhost\r\n" + RFC822;
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) { // as many as there are threads
        Socket socket = new Socket(port.address().getAddress(), port.address().getPort());
        socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        slow.add(socket);
      }
      for (Socket socket : slow) {
        assertCutOff(socket);
      }
      assertThat(http.ask("GET", "/healthz", "", "")).startsWith("HTTP/1.1 200 ");
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static void assertCutOff(Socket socket) throws IOException {
    socket.setSoTimeout(20_000);
    try {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset"); // a time-out would be another exception
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\r\n\r\n", "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u0016\u0003\u0001"})
  void whatIsNotHttpDoesNoHarm(String bytes) throws Exception {
    try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }
    assertThat(http.ask("GET", "/healthz", "", "")).startsWith("HTTP/1.1 200 ");
  }
}
