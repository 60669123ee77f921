package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.UserFile;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.TrainAnswer;
import org.spamwatch.agent.api.TrainBody;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.config.StatisticsSetting;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakeHam;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.statistics.SiteKey;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.statistics.TokenReader;
import org.spamwatch.agent.statistics.TokenSet;
import org.spamwatch.agent.statistics.WordyMails;
import org.spamwatch.agent.vote.VoteValue;

/** The statistical filter over HTTP: who teaches it, who gets it, and what it says. */
@Tag("live")
final class StatisticsPathsTest {
  private static final Settings ON =
      Settings.DEFAULTS
          .with(StatisticsSetting.MODE, StatisticsMode.ON)
          .with(StatisticsSetting.DAILY_LIMIT, 500)
          .with(PortSetting.HTTP_TOKEN, Optional.of("everybody"));
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String RFC822 = "Content-Type: message/rfc822\r\n";

  @TempDir private Path directory;
  private final FakePeer peer = new FakePeer();
  private String alice = "";
  private String berta = "";
  private Optional<Statistics> statistics = Optional.empty();
  private HttpPort port;
  private RawHttp http;

  @BeforeEach
  void open() throws IOException {
    UserFile users = new UserFile(directory);
    alice = users.addWithToken("alice");
    berta = users.addWithToken("berta");
    serve(ON);
  }

  private void serve(Settings settings) throws IOException {
    statistics = Statistics.open(settings, directory, peer.secret(), () -> 1_700_000_000_000L);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BoundPort bound = HttpPort.bind(any, settings);
    port =
        HttpPort.serve(
            bound,
            settings,
            new MailRequests(peer, settings, statistics),
            new Access(settings, Users.in(directory)));
    http = new RawHttp(port.address());
  }

  @AfterEach
  void close() {
    port.close();
    statistics.ifPresent(Statistics::close);
  }

  private PeerClient client(String token, Optional<String> operator) {
    URI uri = URI.create("http://127.0.0.1:" + port.address().getPort());
    return new PeerClient(uri, Optional.of(token), operator);
  }

  private PeerClient client(String token) {
    return client(token, Optional.empty());
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token + "\r\n";
  }

  /** A mail as the JSON form has it, which the add-on sends. */
  private static TrainBody.Mail json(VoteValue word, TokenSet tokens) {
    ByteBuffer bytes = ByteBuffer.allocate(tokens.bytes());
    tokens.putTo(bytes);
    return new TrainBody.Mail(word, Base64.getEncoder().encodeToString(bytes.array()));
  }

  private static TrainAnswer teach(PeerClient client, boolean isSpam, int count, boolean site)
      throws Exception {
    SiteKey key = client.statisticalFilter().siteKey().orElseThrow();
    TokenReader reader = new TokenReader(key);
    List<TrainBody.Mail> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(
          json(
              isSpam ? VoteValue.SPAM : VoteValue.HAM,
              reader.read(WordyMails.mail(isSpam, i)).orElseThrow()));
    }
    return client.train(new TrainBody(mails, Optional.of(true)), site);
  }

  private String check(String token, boolean isSpam) throws IOException {
    String mail = new String(WordyMails.mail(isSpam, 99_999), StandardCharsets.US_ASCII);
    return http.ask("POST", "/v1/check", bearer(token) + RFC822, mail);
  }

  @Test
  void aUserTeachesHimselfAndIsJudgedByThat() throws Exception {
    assertThat(teach(client(alice), true, 200, false))
        .isEqualTo(new TrainAnswer(200, 0, 0, 0, Optional.empty()));
    assertThat(teach(client(alice), false, 200, false))
        .isEqualTo(new TrainAnswer(200, 0, 0, 0, Optional.empty()));
    assertThat(teach(client(alice), false, 200, false))
        .isEqualTo(new TrainAnswer(0, 0, 0, 200, Optional.empty()));
    assertThat(check(alice, true)).contains("\"verdict\":\"spam\"", "\"source\":\"statistics\"");
    assertThat(check(alice, false)).contains("\"verdict\":\"unknown\"");
    assertThat(check(berta, true)).contains("\"verdict\":\"unknown\"");
    assertThat(client(alice).statistics().judging().orElseThrow().spam()).isEqualTo(200);
    assertThat(client(berta).statistics().judging()).isEmpty();
    String mail = new String(WordyMails.mail(true, 7), StandardCharsets.US_ASCII);
    assertThat(http.ask("POST", "/v1/explain", bearer(alice) + RFC822, mail))
        .contains("\"says\":\"spam\"", "\"token\":\"pill");
    assertThat(client(alice).forgetTrained(false).mails()).isEqualTo(400);
    assertThat(check(alice, true)).contains("\"verdict\":\"unknown\"");
  }

  @Test
  void theOperatorTeachesForAllAndNobodyElseDoes() throws Exception {
    PeerClientException refused =
        catchThrowableOfType(PeerClientException.class, () -> teach(client(alice), true, 1, true));
    assertThat(refused.line()).contains("403");
    PeerClient operator = client("everybody", Optional.of(FakeHam.OPERATOR));
    teach(operator, true, 250, true);
    teach(operator, false, 250, true);
    assertThat(check(berta, true)).contains("\"verdict\":\"spam\"");
    assertThat(client(berta).statistics().users()).isZero();
  }

  @Test
  void votesStandWhateverTheWordsSay() throws Exception {
    PeerClient operator = client("everybody", Optional.of(FakeHam.OPERATOR));
    teach(operator, true, 250, true);
    teach(operator, false, 250, true);
    peer.verdict = Verdict.SPAM;
    assertThat(check(berta, false)).contains("\"verdict\":\"spam\"", "\"source\":\"overlay\"");
  }

  @Test
  void aWholeMailThatIsVotedOnIsLearntAndUnlearnt() throws Exception {
    String mail = new String(WordyMails.mail(true, 3), StandardCharsets.US_ASCII);
    String more = mail + "and this wonderful thing is long enough to vote on. ".repeat(9);
    http.ask("POST", "/v1/votes?verdict=spam", bearer(alice) + RFC822, more);
    http.ask("POST", "/v1/votes?verdict=spam", bearer(alice) + RFC822, more);
    assertThat(client(alice).statistics().own().spam()).isEqualTo(1);
    http.ask("POST", "/v1/votes?verdict=withdraw", bearer(alice) + RFC822, more);
    assertThat(client(alice).statistics().own().spam()).isZero();
  }

  @Test
  void aFilterHasATagByWhichItIsFetchedOnce() throws Exception {
    String answer = http.ask("GET", "/v1/statistics/filter", bearer(alice), "");
    assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("\"filter\"");
    PeerClient operator = client("everybody", Optional.of(FakeHam.OPERATOR));
    teach(operator, true, 250, true);
    teach(operator, false, 250, true);
    String fetched = http.ask("GET", "/v1/statistics/filter", bearer(alice), "");
    String etag = fetched.replaceFirst("(?s).*\r\nETag: (\"[^\r]*\")\r\n.*", "$1");
    assertThat(etag).matches("\"ON[0-9a-f]{64}\"");
    String again =
        http.ask(
            "GET", "/v1/statistics/filter", bearer(alice) + "If-None-Match: " + etag + "\r\n", "");
    assertThat(again).startsWith("HTTP/1.1 304").endsWith("\r\n\r\n");
    FilterAnswer filter = client(alice).statisticalFilter();
    assertThat(
            filter.applied().orElseThrow().judge(WordyMails.mail(true, 9)).verdict(filter.mode()))
        .contains(Verdict.SPAM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"mails\":[{\"verdict\":\"spam\",\"tokens\":\"\"}]}",
        "{\"mails\":[{\"verdict\":\"spam\",\"tokens\":\"AAAA\"}]}",
        "{\"mails\":[{\"verdict\":\"spam\",\"tokens\":\"?\"}]}",
        "{\"mails\":[{\"verdict\":\"maybe\",\"tokens\":\"AAAAAAAAAAA=\"}]}",
        "{\"mails\":[{\"verdict\":\"spam\",\"tokens\":17}]}",
        "{\"mails\":[null]}",
        "{\"mails\":null}"
      })
  void whatIsNoTrainingIsRefusedInALine(String body) throws Exception {
    String answer = http.ask("POST", "/v1/statistics/train", bearer(alice) + JSON, body);
    assertThat(answer).startsWith("HTTP/1.1 400").contains("\"hint\"");
    assertThat(client(alice).statistics().all().spam()).isZero();
  }

  private String tokens(byte[] body) throws IOException {
    String type = "Content-Type: application/vnd.spamwatch.tokens\r\n";
    return http.ask("POST", "/v1/statistics/train", bearer(alice) + type, text(body));
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(VoteValue word, int times, long... hashes) {
    TokenSet mail = TokenSet.of(hashes);
    ByteBuffer bytes = ByteBuffer.allocate(times * TrainBody.bytes(mail));
    for (int i = 0; i < times; i++) {
      TrainBody.put(bytes, word, mail);
    }
    return bytes.array();
  }

  @Test
  void mailsAsBytesAreThoseOfTheJson() throws Exception {
    byte[] spam = bytes(VoteValue.SPAM, 1, -5, 1, 7);
    byte[] ham = bytes(VoteValue.HAM, 2, 3, 4);
    assertThat(tokens(Bytes.concat(spam, ham)))
        .startsWith("HTTP/1.1 200")
        .contains("{\"learnt\":2,\"changed\":0,\"unlearnt\":0,\"known\":1}");
    byte[] unsorted = ByteBuffer.allocate(35).put((byte) 1).putShort((short) 4).array();
    ByteBuffer.wrap(unsorted, 3, 32).putLong(7).putLong(-5).putLong(1).putLong(7);
    assertThat(tokens(unsorted)).contains("\"known\":1");
    TrainBody.Mail same = json(VoteValue.WITHDRAWN, TokenSet.of(1, 7, -5));
    TrainAnswer answer = client(alice).train(new TrainBody(List.of(same), Optional.empty()), false);
    assertThat(answer.unlearnt()).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoMailsAreRefusedWholeInALine() throws Exception {
    byte[] mail = bytes(VoteValue.SPAM, 1, 1, 2);
    for (int length = 0; length < mail.length; length++) {
      assertThat(tokens(Arrays.copyOf(mail, length)))
          .startsWith("HTTP/1.1 400")
          .contains("\"hint\":\"send mails whole");
      byte[] cut = Bytes.concat(mail, Arrays.copyOf(mail, Math.max(1, length)));
      assertThat(tokens(cut)).startsWith("HTTP/1.1 400");
    }
    byte[] strange = mail.clone();
    strange[0] = 9;
    assertThat(tokens(strange)).startsWith("HTTP/1.1 400").contains("9");
    byte[] many = mail.clone();
    many[1] = (byte) 0xFF; // tokens below none, as a signed number
    assertThat(tokens(many)).startsWith("HTTP/1.1 400");
    assertThat(tokens(bytes(VoteValue.SPAM, TrainBody.MOST_AS_BYTES + 1, 1)))
        .startsWith("HTTP/1.1 400");
    assertThat(tokens(new byte[TrainBody.MOST_BYTES + 1])).startsWith("HTTP/1.1 413");
    String elsewhere = "Content-Type: application/vnd.spamwatch.tokens\r\n";
    assertThat(http.ask("POST", "/v1/check", bearer(alice) + elsewhere, text(mail)))
        .startsWith("HTTP/1.1 415");
    assertThat(client(alice).statistics().all().spam()).isZero();
  }

  @Test
  void tooMuchIsRefusedWhole() throws Exception {
    String mail = "{\"verdict\":\"spam\",\"tokens\":\"AAAAAAAAAAE=\"}";
    String many = "{\"mails\":[" + (mail + ",").repeat(TrainBody.MOST) + mail + "]}";
    assertThat(http.ask("POST", "/v1/statistics/train", bearer(alice) + JSON, many))
        .startsWith("HTTP/1.1 400");
    String wide = "{\"mails\":[{\"verdict\":\"spam\",\"tokens\":\"" + "A".repeat(44_000) + "\"}]}";
    assertThat(http.ask("POST", "/v1/statistics/train", bearer(alice) + JSON, wide))
        .startsWith("HTTP/1.1 400");
    assertThat(http.ask("POST", "/v1/statistics/train", bearer(alice) + RFC822, "Subject: x\n\nx"))
        .startsWith("HTTP/1.1 415");
    teach(client(alice), true, 250, false);
    teach(client(alice), false, 250, false);
    PeerClientException refused =
        catchThrowableOfType(
            PeerClientException.class,
            () ->
                client(alice)
                    .train(
                        new TrainBody(
                            List.of(new TrainBody.Mail(VoteValue.SPAM, "AAAAAAAAAAE=")),
                            Optional.empty()),
                        false));
    assertThat(refused.line()).contains("429", "500 mails today");
  }

  @Test
  void withoutATokenNothingIsTold() throws Exception {
    for (String path : List.of("filter", "info")) {
      assertThat(http.ask("GET", "/v1/statistics/" + path, "", "")).startsWith("HTTP/1.1 401");
    }
    assertThat(http.ask("POST", "/v1/statistics/train", JSON, "{\"mails\":[]}"))
        .startsWith("HTTP/1.1 401");
    assertThat(http.ask("GET", "/v1/statistics/filter?user=alice", bearer(berta), ""))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void aPeerWithoutAStatisticalFilterSaysSo() throws Exception {
    close();
    serve(ON.with(StatisticsSetting.MODE, StatisticsMode.OFF));
    PeerClientException refused =
        catchThrowableOfType(PeerClientException.class, () -> client(alice).statisticalFilter());
    assertThat(refused.line())
        .contains(Integer.toString(ProblemKind.FORBIDDEN.status()), "statistics.mode");
  }
}
