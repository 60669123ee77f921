package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.OpenApi;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.RateLimitSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ratelimit.RateLimit;
import org.spamwatch.agent.request.FakeHam;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.DistinctRate.Counting;

/** Answers byte for byte as programs got them before; only the time a request took is left out. */
final class AnswersTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);
  private static final String RFC822 = "Content-Type: message/rfc822\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String OPERATOR = "X-SpamWatch-Operator: " + FakeHam.OPERATOR + "\r\n";
  private static final String IDS = "\"" + "ab".repeat(20) + "\"";
  private static final String KEY = "\"" + "ab".repeat(8) + "0".repeat(24) + "\"";
  private static final String VECTOR = "{\"scheme\":\"char50\",\"features\":[" + KEY + "]}";
  private static final String VECTORS = "\"vectors\":[" + VECTOR + "]";
  private static final String VOTE =
      "{\"realm\":R,\"site\":R,\"message\":R,\"digests\":[R],\"verdict\":\"spam\","
              .replace("R", IDS)
          + "\"origin\":\"button\",\"sequence\":1,\"time\":2,\"key\":\""
          + "cd".repeat(32)
          + "\",\"signature\":\""
          + "ef".repeat(64)
          + "\"}";

  private static final RateLimit FEW =
      new RateLimit(
          "few",
          1,
          Duration.ofDays(1),
          Optional.empty(),
          Counting.SUCCESSES,
          RateLimit.Action.DEFER);

  private static final List<String> REQUESTS =
      Arrays.stream(Operation.values()).map(each -> each.method() + " " + each.path()).toList();

  private final FakePeer peer = new FakePeer();
  private final Map<String, String> answers = new LinkedHashMap<>();
  private final JsonNode contract;
  private final List<String> misfits = new ArrayList<>();

  AnswersTest() throws IOException {
    contract = OpenApi.closed();
  }

  @Test
  void answersAreThoseThatProgramsKnow() throws Exception {
    Settings settings =
        Settings.DEFAULTS
            .with(Setting.MAIL_MAX_BYTES, 4096)
            .with(Setting.HAM_SOURCES, List.of(HamSource.KEPT))
            .with(Setting.HAM_DAILY_LIMIT, 7)
            .with(Setting.CHECK_TIMEOUT, Duration.ofMillis(100))
            .with(RateLimitSetting.LIMITS, List.of(FEW));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, settings, peer, NoUsers.USERS)) {
      RawHttp http = new RawHttp(port.address());
      mails(http);
      campaignsAndHam(http);
      state(http);
      problems(http);
      badJson(http);
      rates(http);
    }
    List<String> lines = new ArrayList<>();
    answers.forEach((request, answer) -> lines.add(request + " -> " + answer));
    assertThat(misfits).as("what does not fit docs/openapi.json").isEmpty();
    assertThat(lines).containsExactlyElementsOf(known());
  }

  private static List<String> known() throws IOException {
    try (InputStream in = AnswersTest.class.getResourceAsStream("answers.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private void ask(RawHttp http, String named, String path, String headers, String body)
      throws IOException {
    String method = named.split(" ", 2)[0];
    String answer = http.ask(method, path, headers, body);
    int end = answer.indexOf("\r\n\r\n");
    String request = method + " " + path.split("\\?", 2)[0];
    if (REQUESTS.contains(request)) {
      int status = Integer.parseInt(answer.substring(9, 12));
      misfits.addAll(OpenApi.misfits(contract, request, status, answer.substring(end + 4)));
    }
    String timeless =
        answer
            .substring(end + 4)
            .replaceAll("\"(millis|uptimeSeconds)\":[0-9.]+", "\"$1\":0")
            .replaceAll("\"(rate|firstSeconds|lastSeconds)\":[0-9.E-]+", "\"$1\":0")
            .replaceAll("(\"http.listen\":\"127.0.0.1:)[0-9]+", "$10");
    answers.put(named, answer.substring(9, 12) + " " + timeless);
  }

  private void ask(RawHttp http, String named, String headers, String body) throws IOException {
    ask(http, named, named.split(" ", 3)[1], headers, body);
  }

  private void mails(RawHttp http) throws IOException {
    ask(http, "POST /v1/check unknown", RFC822, MAIL);
    ask(http, "POST /v1/check no text", RFC822, "Subject: x\n\nhi\n");
    peer.verdict = Verdict.SPAM;
    ask(http, "POST /v1/check spam", RFC822, MAIL);
    peer.ham.masked = 2;
    ask(http, "POST /v1/explain spam", RFC822, MAIL);
    ask(http, "POST /v1/check?learn=kept spam", RFC822, MAIL);
    peer.verdict = Verdict.UNKNOWN;
    ask(http, "POST /v1/explain unknown", RFC822, MAIL);
    ask(http, "POST /v1/check?learn=kept learnt", RFC822, MAIL);
    ask(http, "POST /v1/check?learn=sent not allowed", RFC822, MAIL);
    ask(http, "POST /v1/votes?verdict=spam accepted", RFC822, MAIL);
    ask(http, "POST /v1/votes signed", JSON, "{" + VECTORS + ",\"vote\":" + VOTE + "}");
    peer.standing = List.of(List.of(Id.ofHex("ab")), List.of(Id.ofHex("cd"), Id.ofHex("ef")));
    ask(http, "POST /v1/votes?verdict=withdraw standing", RFC822, MAIL);
    peer.standing = List.of();
    peer.accepting = false;
    ask(http, "POST /v1/votes?verdict=spam refused", RFC822, MAIL);
    peer.overQuota = 90_001;
    ask(http, "POST /v1/votes?verdict=spam over quota", RFC822, MAIL);
    peer.answering = false;
    ask(http, "POST /v1/check nobody answers", "/v1/check", RFC822, MAIL);
    ask(http, "GET /v1/route?key=beef nobody answers", "", "");
    peer.answering = true;
  }

  private void campaignsAndHam(RawHttp http) throws IOException {
    String message = "?message=" + FakePeer.MESSAGE;
    ask(http, "GET /v1/campaigns all", "", "");
    ask(http, "GET /v1/campaigns?ruled=1 none", "", "");
    ask(http, "GET /v1/campaigns/show one", "/v1/campaigns/show" + message, "", "");
    String none = "?message=" + "12".repeat(20);
    ask(http, "GET /v1/campaigns/show unknown", "/v1/campaigns/show" + none, "", "");
    String rule = "/v1/campaigns/rule" + message;
    ask(http, "POST /v1/campaigns/rule nobody", rule + "&action=allow", "", "");
    ask(http, "POST /v1/campaigns/rule allow", rule + "&action=allow&note=a%22b", OPERATOR, "");
    ask(http, "GET /v1/campaigns ruled", "", "");
    ask(http, "POST /v1/campaigns/rule reset", rule + "&action=reset", OPERATOR, "");
    ask(http, "POST /v1/campaigns/rule again", rule + "&action=reset", OPERATOR, "");
    ask(http, "POST /v1/campaigns/rule wrong", rule + "&action=forbid", OPERATOR, "");
    peer.campaigns.failing = true;
    ask(http, "POST /v1/campaigns/rule no disk", rule + "&action=block", OPERATOR, "");

    ask(http, "GET /v1/ham/info state", "", "");
    ask(http, "POST /v1/ham?source=sent learnt", RFC822 + OPERATOR, MAIL);
    ask(http, "POST /v1/ham?source=sent not allowed", RFC822, MAIL);
    ask(http, "POST /v1/ham missing", RFC822 + OPERATOR, MAIL);
    for (Outcome outcome : List.of(Outcome.KNOWN, Outcome.SPAM, Outcome.DAILY_LIMIT)) {
      peer.ham.outcome = outcome;
      ask(http, "POST /v1/ham?source=kept " + outcome, RFC822, MAIL);
    }
    peer.ham.outcome = Outcome.FULL;
    ask(http, "POST /v1/ham?source=kept full", RFC822, MAIL);
    ask(http, "POST /v1/ham/forget mail", RFC822 + OPERATOR, MAIL);
    ask(http, "POST /v1/ham/forget?source=sent whole", OPERATOR, "");
    peer.ham.diskFails = true;
    ask(http, "POST /v1/ham/forget no disk", RFC822 + OPERATOR, MAIL);
  }

  private void state(RawHttp http) throws IOException {
    ask(http, "GET /v1/voter owner", "", "");
    ask(http, "GET /v1/status member", "", "");
    peer.client = true;
    ask(http, "GET /v1/status client", "", "");
    ask(http, "GET /v1/route?key=beef root", "", "");
    ask(http, "GET /healthz alive", "", "");
    ask(http, "GET /readyz ready", "", "");
    peer.ready = false;
    ask(http, "GET /readyz not ready", "", "");
  }

  private void problems(RawHttp http) throws IOException {
    ask(http, "GET /v1/check method", "", "");
    ask(http, "GET /nothing path", "", "");
    ask(http, "GET /v1/status origin", "Origin: http://evil.example\r\n", "");
    ask(http, "POST /v1/check type", "Content-Type: text/plain\r\n", MAIL);
    ask(http, "POST /v1/check long", RFC822, "x".repeat(5000));
    ask(http, "GET /v1/campaigns/show?message=1 id", "", "");
    ask(http, "GET /v1/route?key=1 key", "", "");
    for (String query :
        List.of(
            "ttl=33",
            "ttl=x",
            "thres=0",
            "thres=65",
            "votes=0",
            "votes=1001",
            "rule=all",
            "learn=all",
            "schemes=nope",
            "nonsense=1",
            "ttl=1&ttl=2",
            "ttl=%25%zz")) {
      ask(http, "POST /v1/check?" + query, RFC822, MAIL);
    }
    for (String query : List.of("", "?verdict=maybe", "?verdict=ham&origin=filter")) {
      ask(http, "POST /v1/votes" + query + " ", RFC822, MAIL);
    }
    for (String query : List.of("limit=0", "limit=1001", "votes=10001", "ruled=2", "from=x")) {
      ask(http, "GET /v1/campaigns?" + query, "", "");
    }
  }

  private void badJson(RawHttp http) throws IOException {
    List<String> bodies = new ArrayList<>(List.of("", "[]", "{", "7", "{} {}", "{\"a\":tru}"));
    bodies.add("{\"a\":1,\"a\":2}");
    bodies.add("[".repeat(20) + "]".repeat(20));
    bodies.add("{\"" + "a".repeat(65) + "\":1}");
    bodies.add("{\"a\":\"" + "b".repeat(30_000) + "\"}");
    bodies.add("{\"a\":" + "1".repeat(40) + "}");
    bodies.add("{\"unknown\":[{}],\"vectors\":[{\"else\":1," + VECTOR.substring(1) + "]}");
    for (String vectors : List.of("null", "7", "{}", "\"x\"", "[]", "[7]", "[null]", "[{}]")) {
      bodies.add("{\"vectors\":" + vectors + "}");
    }
    bodies.add("{\"vectors\":[" + VECTOR + "," + VECTOR + "]}");
    for (String scheme : List.of("7", "null", "\"nope\"", "[]", "true")) {
      bodies.add("{\"vectors\":[" + VECTOR.replace("\"char50\"", scheme) + "]}");
    }
    for (String whole : List.of("true", "null", "\"true\"", "1", "[]")) {
      bodies.add(vector("\"wholeText\":" + whole));
    }
    for (String probes : List.of("\"\"", "null", "7", "\"?\"", "\"AAAA\"", "[]")) {
      bodies.add(vector("\"probes\":" + probes));
    }
    for (String features : List.of("7", "null", "[]", "[7]", "[\"ab\"]", "[null]", "\"ab\"")) {
      bodies.add("{\"vectors\":[{\"scheme\":\"char50\",\"features\":" + features + "}]}");
    }
    bodies.add("{\"vectors\":[{\"scheme\":\"char50\",\"features\":[" + KEY + "," + KEY + "]}]}");
    for (String body : bodies) {
      ask(http, "POST /v1/check " + brief(body), JSON, body);
    }
    List<String> votes = new ArrayList<>(List.of("null", "7", "{}", "[]"));
    for (String member : List.of("realm", "verdict", "origin", "sequence", "key", "digests")) {
      for (String value : List.of("null", "7", "\"ab\"", "[]", "1e30")) {
        String old = "\"" + member + "\":(\\[[^]]*]|[^,}]*)";
        votes.add(VOTE.replaceFirst(old, "\"" + member + "\":" + value));
      }
    }
    for (String vote : votes) {
      String body = "{\"vote\":" + vote + "," + VECTORS + "}";
      ask(http, "POST /v1/votes " + brief(body), JSON, body);
    }
    ask(http, "POST /v1/votes no vectors", JSON, "{\"vote\":" + VOTE + "}");
    ask(http, "POST /v1/votes none", JSON, "{\"vectors\":[],\"vote\":" + VOTE + "}");
    ask(http, "POST /v1/votes?verdict=ham other", JSON, "{" + VECTORS + ",\"vote\":" + VOTE + "}");
  }

  private void rates(RawHttp http) throws IOException {
    String body = "{\"limit\":\"few\",\"key\":\"ada\",\"unique\":\"%s\",\"source\":\"192.0.2.1\"}";
    ask(http, "GET /v1/ratelimit/info none", "", "");
    for (String unique : List.of("a", "A", "b")) {
      ask(http, "POST /v1/ratelimit " + unique, JSON, body.formatted(unique));
    }
    String look = "{\"limit\":\"few\",\"key\":\"ada\"}";
    ask(http, "POST /v1/ratelimit look", JSON, look);
    ask(http, "GET /v1/ratelimit/info one", "", "");
    ask(http, "POST /v1/ratelimit/forget one", JSON, look);
    ask(http, "POST /v1/ratelimit/forget again", JSON, look);
    for (String path : List.of("POST /v1/ratelimit", "POST /v1/ratelimit/forget")) {
      ask(http, path + " other", JSON, "{\"limit\":\"none\",\"key\":\"ada\"}");
      ask(http, path + " no key", JSON, "{\"limit\":\"few\"}");
      ask(http, path + " long", JSON, look.replace("ada", "a".repeat(1_025)));
      ask(http, path + " mail", RFC822, MAIL);
    }
  }

  private static String vector(String more) {
    return "{\"vectors\":[" + VECTOR.replaceFirst("}$", "," + more + "}") + "]}";
  }

  private static String brief(String body) {
    String shown = body.replaceAll("([0-9a-f]{2})\\1{9,}", "$1..").replace(" ", "_");
    return shown.length() > 300 ? shown.substring(0, 300) + "..." : shown;
  }
}
