package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.access.UserFile;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.api.VoterAnswer;
import org.spamwatch.agent.config.Accounts;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/** As whom votes count that come over HTTP, and the key that a person has on all devices. */
@Tag("live")
final class VoterPathsTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);
  private static final String RFC822 = "Content-Type: message/rfc822\r\n";
  private static final String MARK = "/v1/votes?verdict=spam";

  /** The number of an account that no host has. */
  private static final String ANOTHER = "61234";

  @TempDir private Path directory;
  private final FakePeer peer = new FakePeer();
  private UserFile users;
  private String token = "";
  private HttpPort port;
  private RawHttp http;

  @BeforeEach
  void open() throws IOException {
    users = new UserFile(directory);
    token = users.addWithToken("alice");
    open(Settings.DEFAULTS, "127.0.0.1");
  }

  private void open(Settings settings, String host) throws IOException {
    port =
        HttpPort.open(
            new InetSocketAddress(InetAddress.getByName(host), 0),
            settings,
            peer,
            Users.in(directory));
    http =
        new RawHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port.address().getPort()));
  }

  @AfterEach
  void close() {
    port.close();
  }

  private PeerClient client(Optional<String> shown) {
    return new PeerClient(URI.create("http://127.0.0.1:" + port.address().getPort()), shown);
  }

  private static String bearer(String shown) {
    return "Authorization: Bearer " + shown + "\r\n";
  }

  private String mark(String query, String headers) throws IOException {
    return http.ask("POST", MARK + query, RFC822 + headers, MAIL).substring(9, 12);
  }

  private static Vote vote(VoterKey key, VoterAnswer voter, Path devices) throws Exception {
    AddressedMail mail =
        ApproximateText.standard().address(MAIL.getBytes(StandardCharsets.US_ASCII));
    List<Id> digests = mail.vectors().stream().map(vector -> vector.digest()).toList();
    return new Keyring(devices)
        .device(key)
        .vote(
            voter.realm(),
            voter.site(),
            mail.guid().orElseThrow(),
            digests,
            VoteValue.SPAM,
            VoteOrigin.BUTTON,
            1_000);
  }

  @Test
  void thePeersOwnPeopleVoteForWhomTheyName() throws Exception {
    assertThat(mark("", "")).isEqualTo("200");
    assertThat(mark("&user=bob", "")).isEqualTo("200");
    assertThat(peer.signers).containsExactly("local", "bob");
    VoterAnswer voter = client(Optional.empty()).voter();
    assertThat(voter.user()).isEqualTo("local");
    assertThat(voter.vouches()).isTrue();
    assertThat(voter.realm()).isEqualTo(FakePeer.REALM);
    assertThat(voter.site()).isEqualTo(FakePeer.SITE);
    assertThat(voter.wrapped()).isEmpty();
    assertThat(voter.toString()).doesNotContain(voter.secret().orElseThrow());
    assertThat(client(Optional.empty()).key(voter).key().verifyingKey()).hasToString(voter.key());
  }

  @Test
  void whoShowsHisTokenVotesAsHimselfAlone() throws Exception {
    assertThat(mark("", bearer(token))).isEqualTo("200");
    assertThat(mark("&user=alice", bearer(token))).isEqualTo("200");
    assertThat(mark("&user=bob", bearer(token))).isEqualTo("403");
    assertThat(mark("&user=local", bearer(token))).isEqualTo("403");
    assertThat(peer.signers).containsExactly("alice", "alice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "0123456789abcdef0123456789abcdef"})
  void aWrongTokenIsNeverMadeGoodByTheAccount(String wrong) throws Exception {
    assertThat(mark("", bearer(wrong))).isEqualTo("401");
    assertThat(mark("", "Password: " + wrong + "\r\n")).isEqualTo("401");
    assertThat(http.ask("POST", "/v1/check", RFC822 + bearer(wrong), MAIL))
        .startsWith("HTTP/1.1 401 ");
    assertThat(peer.signers).isEmpty();
  }

  @Test
  void aPersonHasOneKeyOnAllDevicesAndVotesWithNoOther() throws Exception {
    PeerClient first = client(Optional.of(token));
    VoterAnswer voter = first.voter();
    assertThat(voter.user()).isEqualTo("alice");
    assertThat(voter.vouches()).isFalse();
    assertThat(voter.secret()).isEmpty();
    VoterKey key = first.key(voter);
    assertThat(key.key().toPem()).isEqualTo(peer.voter("alice").key().toPem());
    Path devices = directory.resolve("devices");
    Vote vote = vote(key, voter, devices);
    assertThat(first.vote(vote, vectors()).accepted()).isTrue();

    VoterKey other = new VoterKey(SigningKey.ofSeed(new byte[32]), 0);
    Vote forged = vote(other, voter, devices);
    PeerClientException refused =
        catchThrowableOfType(PeerClientException.class, () -> first.vote(forged, vectors()));
    assertThat(refused).hasMessageContaining("409").hasMessageContaining("GET /v1/voter");
    assertThat(peer.voteRequests).hasSize(1);
    // The peer's own people may still bring votes of any key.
    assertThat(client(Optional.empty()).vote(forged, vectors()).accepted()).isTrue();
  }

  @Test
  void numbersGrowOverAllDevices() throws Exception {
    PeerClient client = client(Optional.of(token));
    VoterAnswer before = client.voter();
    Vote first = vote(client.key(before), before, directory.resolve("a"));
    assertThat(client.vote(first, vectors()).accepted()).isTrue();
    VoterAnswer after = client.voter();
    assertThat(after.sequence()).isEqualTo(first.sequence());
    Vote second = vote(client.key(after), after, directory.resolve("b"));
    assertThat(second.sequence()).isGreaterThan(first.sequence());
  }

  private static List<FeatureVector> vectors() throws Exception {
    return ApproximateText.standard().address(MAIL.getBytes(StandardCharsets.US_ASCII)).vectors();
  }

  @Test
  void whoeverIsRemovedHasNoTokenAtOnce() throws Exception {
    users.remove("alice");
    port.reload(Settings.DEFAULTS);
    assertThat(mark("", bearer(token))).isEqualTo("401");
    String second = users.addWithToken("alice");
    port.reload(Settings.DEFAULTS);
    assertThat(mark("", bearer(token))).isEqualTo("401");
    assertThat(mark("", bearer(second))).isEqualTo("200");
    assertThat(peer.signers).containsExactly("alice");
  }

  @Test
  void beyondLoopbackEverybodyShowsAToken() throws Exception {
    port.close();
    open(Settings.DEFAULTS, "0.0.0.0");
    assertThat(mark("", "")).isEqualTo("401");
    assertThat(http.ask("POST", "/v1/check", RFC822, MAIL)).startsWith("HTTP/1.1 401 ");
    assertThat(http.ask("POST", "/v1/check", RFC822 + bearer(token), MAIL))
        .startsWith("HTTP/1.1 200 ");
    assertThat(mark("", bearer(token))).isEqualTo("200");
    assertThat(peer.signers).containsExactly("alice");
  }

  @Test
  void aWebPageDoesNotVoteWhoeverOpensIt() throws Exception {
    int number = port.address().getPort();
    for (String origin :
        List.of("http://evil.example", "null", "http://localhost:" + number, "file://")) {
      assertThat(mark("", "Origin: " + origin + "\r\n")).isEqualTo("403");
      assertThat(mark("", bearer(token) + "Origin: " + origin + "\r\n")).isEqualTo("403");
    }
    String rebound =
        "POST " + MARK + " HTTP/1.1\r\nHost: evil.example:" + number + "\r\nConnection: close\r\n";
    assertThat(http.say(rebound + RFC822 + "Content-Length: 0\r\n\r\n")).contains(" 403 ");
    assertThat(peer.signers).isEmpty();
  }

  /** As another account of this host; only root can be one. */
  @Test
  void anotherAccountMayAskAndVotesOnlyIfItIsRegistered() throws Exception {
    assumeThat(Files.getOwner(Path.of("/proc/self")).getName()).isEqualTo("root");
    assumeThat(Path.of("/usr/bin/setpriv")).isExecutable();
    assertThat(asAnother("POST /v1/check")).isEqualTo("200");
    for (String query : List.of("", "&user=alice", "&user=local", "&user=" + ANOTHER)) {
      assertThat(asAnother("POST " + MARK + query)).isEqualTo("403");
    }
    assertThat(asAnother("GET /v1/voter")).isEqualTo("403");
    port.reload(Settings.DEFAULTS.with(PortSetting.USERS_ACCOUNTS, Accounts.ALL));
    assertThat(asAnother("POST " + MARK + "&user=local")).isEqualTo("403");
    assertThat(asAnother("POST " + MARK)).isEqualTo("200");
    assertThat(peer.signers).containsExactly(ANOTHER);
  }

  private String asAnother(String request) throws Exception {
    String body = request.startsWith("GET") ? "" : MAIL.replace("\n", "\\n");
    String script =
        "exec 3<>/dev/tcp/127.0.0.1/$0; printf '"
            + request
            + " HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n"
            + "Content-Type: message/rfc822\\r\\nContent-Length: "
            + (body.isEmpty() ? 0 : MAIL.length())
            + "\\r\\n\\r\\n"
            + body
            + "' >&3; cat <&3";
    Process process =
        new ProcessBuilder(
                "/usr/bin/setpriv",
                "--reuid=" + ANOTHER,
                "--regid=" + ANOTHER,
                "--clear-groups",
                "/bin/bash",
                "-c",
                script,
                Integer.toString(port.address().getPort()))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(said).startsWith("HTTP/1.1 ");
    return said.substring(9, 12);
  }
}
