package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.request.FakeHam;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** Own ham and probes over HTTP: who may do what, and what is refused. */
final class HamPathsTest {
  private static final String MAIL = "Subject: minutes\n\n" + text() + "\n";
  private static final String RFC822 = "Content-Type: message/rfc822\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String OPERATOR = "X-SpamWatch-Operator: " + FakeHam.OPERATOR + "\r\n";

  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final RawHttp http;

  HamPathsTest() throws IOException {
    Settings settings =
        Settings.DEFAULTS
            .with(Setting.HAM_SOURCES, List.of(HamSource.KEPT))
            .with(Setting.HAM_DAILY_LIMIT, 7);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, settings, peer, NoUsers.USERS);
    http = new RawHttp(port.address());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private static String text() {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      for (int letter = 1; letter < 7; letter++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(i % 10 == 9 ? '\n' : ' ');
    }
    return text.toString();
  }

  private static MailFeatures features() throws Exception {
    return MailFeatures.of(
        ApproximateText.standard()
            .withEvidence()
            .address(MAIL.getBytes(StandardCharsets.US_ASCII)));
  }

  private static ObjectNode featuresJson() throws Exception {
    return (ObjectNode) new ObjectMapper().readTree(ApiJson.write(MailBody.of(features())));
  }

  private static JsonNode json(String answer) throws IOException {
    return new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }

  private static void assertError(String answer, int status, String part) throws IOException {
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(json(answer).path("error").asText()).contains(part).doesNotContain("\n");
    assertThat(json(answer).path("hint").asText()).isNotEmpty();
  }

  // Probes -------------------------------------------------------------------------------------

  @Test
  void aMailAndItsFeaturesAskTheSameQuestion() throws Exception {
    assertThat(features().probes().get(0).keys()).hasSizeGreaterThan(50);
    http.ask("POST", "/v1/check", RFC822, MAIL);
    http.ask("POST", "/v1/check", JSON, featuresJson().toString());
    assertThat(peer.questions).hasSize(2);
    assertThat(peer.questions.get(1)).isEqualTo(peer.questions.get(0));
    assertThat(peer.questions.get(0).probes()).isEqualTo(features().probes());
    ObjectNode without = featuresJson();
    ((ObjectNode) without.path("vectors").path(0)).remove("probes");
    http.ask("POST", "/v1/check", JSON, without.toString());
    assertThat(peer.questions.get(2).probes()).isEmpty();
  }

  @Test
  void asManyProbesAsAreAllowedAreTaken() throws Exception {
    ObjectNode json = featuresJson();
    ((ObjectNode) json.path("vectors").path(0)).put("probes", base64(8 * ProbeKeys.MOST));
    assertThat(http.ask("POST", "/v1/check", JSON, json.toString())).startsWith("HTTP/1.1 200 ");
    assertThat(peer.questions.get(0).probes().get(0).keys()).hasSize(ProbeKeys.MOST);
  }

  private static String base64(int bytes) {
    return Base64.getEncoder().encodeToString(new byte[bytes]);
  }

  @Test
  void badProbesAreRefused() throws Exception {
    assertError(withProbes(base64(8 * ProbeKeys.MOST + 20)), 400, "a text or number is too long");
    assertError(withProbes(base64(15)), 400, "\"probes\" are not 0 to 4096 keys of 8 bytes");
    assertError(withProbes("!!!!"), 400, "\"probes\" are not base64");
    ObjectNode json = featuresJson();
    ((ObjectNode) json.path("vectors").path(0)).putArray("probes").add("AAAA");
    assertError(http.ask("POST", "/v1/check", JSON, json.toString()), 400, "not base64");
    assertThat(peer.questions).isEmpty();
  }

  private String withProbes(String text) throws Exception {
    ObjectNode json = featuresJson();
    ((ObjectNode) json.path("vectors").path(0)).put("probes", text);
    return http.ask("POST", "/v1/check", JSON, json.toString());
  }

  // Own ham ------------------------------------------------------------------------------------

  @Test
  void theOperatorTeachesAnySourceWithoutLimit() throws Exception {
    String answer = http.ask("POST", "/v1/ham?source=sent", RFC822 + OPERATOR, MAIL);
    assertThat(answer).startsWith("HTTP/1.1 200 ");
    assertThat(json(answer).toString())
        .isEqualTo("{\"outcome\":\"learnt\",\"features\":20,\"changed\":15}");
    http.ask("POST", "/v1/ham?source=list", JSON + OPERATOR, featuresJson().toString());
    assertThat(peer.ham.learnt)
        .containsExactly(
            new FakeHam.Learning(HamSource.SENT, features(), OptionalLong.empty()),
            new FakeHam.Learning(HamSource.LIST, features(), OptionalLong.empty()));
  }

  @Test
  void othersTeachWhatTheSettingNamesAndSoManyADay() throws Exception {
    assertThat(http.ask("POST", "/v1/ham?source=kept", RFC822, MAIL)).startsWith("HTTP/1.1 200 ");
    assertThat(peer.ham.learnt.get(0).mostToday()).hasValue(7);
    assertError(http.ask("POST", "/v1/ham?source=sent", RFC822, MAIL), 403, "source sent");
    String wrong = "X-SpamWatch-Operator: " + "0e".repeat(32) + "\r\n";
    assertError(http.ask("POST", "/v1/ham?source=sent", RFC822 + wrong, MAIL), 403, "sent");
    assertThat(peer.ham.learnt).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "SPAM, 409, have marked this mail",
    "DAILY_LIMIT, 429, as many mails today",
    "FULL, 507, is full"
  })
  void whatIsNotLearntSaysWhy(Outcome outcome, int status, String part) throws Exception {
    peer.ham.outcome = outcome;
    assertError(http.ask("POST", "/v1/ham?source=kept", RFC822, MAIL), status, part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/ham", "/v1/ham?source=spam", "/v1/ham?source=sent&before=1"})
  void badParametersAreRefused(String path) throws Exception {
    assertError(http.ask("POST", path, RFC822 + OPERATOR, MAIL), 400, "");
    assertThat(peer.ham.learnt).isEmpty();
  }

  @Test
  void anUnknownSourceIsNamedAndShortened() throws Exception {
    assertError(
        http.ask("POST", "/v1/ham?source=zzz", RFC822, MAIL), 400, "source 'zzz' is not known");
    String path = "/v1/ham?source=%0A" + "z".repeat(1_000);
    assertError(
        http.ask("POST", path, RFC822, MAIL), 400, "'?" + "z".repeat(39) + "...' is not known");
  }

  @Test
  void aCheckUnderSomeSchemesLearnsUnderAll() throws Exception {
    http.ask("POST", "/v1/check?learn=kept&schemes=word", RFC822, MAIL);
    assertThat(peer.questions.get(0).vectors())
        .extracting(FeatureVector::scheme)
        .containsExactly(Scheme.WORD, Scheme.EVIDENCE); // which nobody else is asked about
    assertThat(peer.ham.learnt.get(0).mail()).isEqualTo(features());
    assertThat(features().vectors()).hasSize(3);
    assertError(
        http.ask("POST", "/v1/check?schemes=word,mad", RFC822, MAIL), 400, "scheme 'mad' is not");
  }

  @Test
  void aMailWithoutTextIsNotLearnt() throws Exception {
    assertError(
        http.ask("POST", "/v1/ham?source=kept", RFC822, "Subject: x\n\nhi\n"), 400, "too little");
  }

  @Test
  void onlyTheOperatorForgets() throws Exception {
    assertError(http.ask("POST", "/v1/ham/forget", RFC822, MAIL), 403, "operator");
    assertError(http.ask("POST", "/v1/ham/forget?source=kept", RFC822, ""), 403, "operator");
    assertThat(peer.ham.forgotten).isEmpty();
    JsonNode mail = json(http.ask("POST", "/v1/ham/forget", RFC822 + OPERATOR, MAIL));
    assertThat(mail.path("changed").asInt()).isEqualTo(7);
    String path = "/v1/ham/forget?source=kept&before=2026-01-31T00:00:00Z";
    assertThat(json(http.ask("POST", path, OPERATOR, "")).path("mails").asInt()).isEqualTo(3);
    assertThat(peer.ham.forgotten)
        .containsExactly(features(), "Optional[KEPT] OptionalLong[1769817600000]");
    for (String before : List.of("yesterday", "2026-13-01T00:00:00Z", "")) {
      assertError(
          http.ask("POST", "/v1/ham/forget?before=" + before, OPERATOR, ""), 400, "no time");
    }
  }

  @Test
  void whatIsForgottenButNotOnDiskSaysSo() throws Exception {
    peer.ham.diskFails = true;
    String answer = http.ask("POST", "/v1/ham/forget", RFC822 + OPERATOR, MAIL);
    assertError(answer, 500, "done, but not on disk");
  }

  @Test
  void infoTellsWhatWasLearnt() throws Exception {
    JsonNode info = json(http.ask("GET", "/v1/ham/info", "", ""));
    assertThat(info.path("maxBytes").asLong()).isEqualTo(64 << 20);
    assertThat(info.path("generations").path(0).toString())
        .isEqualTo(
            "{\"source\":\"sent\",\"start\":\"2023-11-14T22:13:20Z\",\"mails\":12,"
                + "\"features\":3400,\"forgotten\":5,\"fill\":0.25,"
                + "\"falsePositiveRate\":1.0E-4,\"bytes\":32768,"
                + "\"newest\":\"2023-11-14T22:15:00Z\"}");
    assertError(http.ask("GET", "/v1/ham/info?source=sent", "", ""), 400, "unknown query");
  }

  @Test
  void aCheckLearnsWhatNobodyCallsSpam() throws Exception {
    JsonNode unknown = json(http.ask("POST", "/v1/check?learn=kept", RFC822, MAIL));
    assertThat(unknown.path("verdict").asText()).isEqualTo("unknown");
    assertThat(unknown.path("learnt").path("outcome").asText()).isEqualTo("learnt");
    assertThat(peer.ham.learnt).hasSize(1);
    peer.verdict = Verdict.SPAM;
    JsonNode spam = json(http.ask("POST", "/v1/check?learn=kept", RFC822, MAIL));
    assertThat(spam.path("verdict").asText()).isEqualTo("spam");
    assertThat(spam.path("learnt").path("error").asText()).isEqualTo("somebody calls it spam");
    peer.verdict = Verdict.UNKNOWN;
    JsonNode other = json(http.ask("POST", "/v1/check?learn=sent", RFC822, MAIL));
    assertThat(other.path("verdict").asText()).isEqualTo("unknown");
    assertThat(other.path("learnt").path("error").asText()).contains("source sent");
    assertThat(peer.ham.learnt).hasSize(1);
    assertError(http.ask("POST", "/v1/check?learn=all", RFC822, MAIL), 400, "learn 'all' is not");
  }

  @Test
  void explainNamesWhatIsOwnHam() throws Exception {
    peer.ham.masked = 2;
    JsonNode json = json(http.ask("POST", "/v1/explain", RFC822, MAIL));
    assertThat(json.path("ownHam"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            features().vectors().get(0).keys().subList(0, 2).stream()
                .map(Object::toString)
                .toList());
  }
}
