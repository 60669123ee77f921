package org.spamwatch.agent.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.Role;
import org.spamwatch.sketch.DistinctRates.Outcome;

@Tag("live")
final class LivePeerTest {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.CHECK_PRIVACY, Privacy.NETWORK) // so that a mark is found at once
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));

  private final Path directory;

  LivePeerTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private LivePeer start(String name, Settings settings) throws Exception {
    return LivePeer.start(settings, directory.resolve(name), line -> {});
  }

  private StartException refused(String name, Settings settings) {
    StartException e =
        catchThrowableOfType(StartException.class, () -> start(name, settings).close());
    assertThat(e).isNotNull();
    assertThat(e.getMessage()).doesNotContain("\n");
    return e;
  }

  private static Settings joining(Endpoint seed) {
    return ALONE.with(Setting.OVERLAY_BOOTSTRAP, List.of(seed));
  }

  @Test
  void whatWasCountedByARateLimitIsKnownAfterARestart() throws Exception {
    Settings limited = new SettingsReader(ALONE).pair("ratelimit.limits=few 6/1h").settings();
    RateBody next = new RateBody("few", "ada@x.example", Optional.of("next"), Optional.empty());
    try (LivePeer peer = start("a", limited)) {
      PeerClient client = new PeerClient(URI.create("http:/" + peer.http()), Optional.empty());
      for (int i = 0; i < 6; i++) {
        RateBody body =
            new RateBody("few", "ada@x.example", Optional.of("r" + i), Optional.empty());
        assertThat(client.rate(body).outcome()).isEqualTo(Outcome.NEW);
      }
    }
    String kept = Files.readString(directory.resolve("a/rates"), US_ASCII);
    assertThat(kept).startsWith("spamwatch-rates 1\nwritten ").contains("limit few 6/1h successes");
    try (LivePeer peer = start("a", limited)) {
      PeerClient client = new PeerClient(URI.create("http:/" + peer.http()), Optional.empty());
      assertThat(client.rate(next).outcome()).isEqualTo(Outcome.OVER);
    }
    Files.writeString(directory.resolve("a/rates"), kept.replace("written", "writ"));
    try (LivePeer peer = start("a", limited)) {
      PeerClient client = new PeerClient(URI.create("http:/" + peer.http()), Optional.empty());
      assertThat(client.rate(next).outcome()).isEqualTo(Outcome.NEW);
    }
    assertThat(directory.resolve("a/rates.unread-1")).exists();
  }

  @Test
  void aPeerKeepsItsIdAndItsRealm() throws Exception {
    Id id;
    Id realm;
    try (LivePeer first = start("a", ALONE)) {
      id = first.self().id();
      realm = first.realm();
      assertThat(status(first)).isEqualTo(realm.toString());
    }
    try (LivePeer again = start("a", ALONE)) {
      assertThat(again.self().id()).isEqualTo(id);
      assertThat(again.realm()).isEqualTo(realm);
    }
  }

  private static String status(LivePeer peer) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + peer.http().getPort());
    return new PeerClient(uri, Optional.empty()).status().realm().toString();
  }

  @Test
  void aNewcomerPinsItsBootstrapPeersRealm() throws Exception {
    try (LivePeer first = start("a", ALONE)) {
      try (LivePeer second = start("b", joining(first.self().endpoint()))) {
        assertThat(second.realm()).isEqualTo(first.realm());
        assertThat(first.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
      }
    }
  }

  @Test
  void aPinnedPeerRefusesABootstrapPeerOfAnotherRealm() throws Exception {
    start("b", ALONE).close();
    try (LivePeer first = start("a", ALONE)) {
      StartException e = refused("b", joining(first.self().endpoint()));
      assertThat(e.kind()).isEqualTo(Cause.CONFIGURATION);
      assertThat(e).hasMessageContaining("belongs to " + first.realm());
    }
  }

  @Test
  void aRealmThatWasSetIsTaken() throws Exception {
    Id realm = Id.ofHex("0123");
    try (LivePeer peer = start("a", ALONE.with(Setting.REALM_ID, Optional.of(realm)))) {
      assertThat(peer.realm()).isEqualTo(realm);
    }
    StartException e = refused("a", ALONE.with(Setting.REALM_ID, Optional.of(Id.ofHex("4567"))));
    assertThat(e).hasMessageContaining("the configuration says 4567");
  }

  @Test
  void withoutAnAnswerANewcomerGivesUpAndAKnownPeerServesAlone() throws Exception {
    Endpoint gone;
    try (LivePeer first = start("a", ALONE)) {
      gone = first.self().endpoint();
    }
    StartException e = refused("b", joining(gone));
    assertThat(e.kind()).isEqualTo(Cause.NO_PEER);
    assertThat(e)
        .hasMessageContaining("no bootstrap peer answered within 1 s")
        .hasMessageContaining("cannot be reached");
    try (LivePeer again = start("a", joining(gone))) {
      assertThat(status(again)).isEqualTo(again.realm().toString());
    }
  }

  @Test
  void aBootstrapPeerThatIsNoPeerIsNamedAsTheReason() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerAll(other), "no-peer");
      answering.setDaemon(true);
      answering.start();
      StartException e = refused("b", joining(new Endpoint("127.0.0.1", other.getLocalPort())));
      assertThat(e.kind()).isEqualTo(Cause.NO_PEER);
      assertThat(e).hasMessageContaining("does not speak this protocol: it does not begin TLS");
    }
  }

  private static void answerAll(ServerSocket server) {
    while (true) {
      try (Socket socket = server.accept()) {
        socket.getOutputStream().write("220 mail.example.org ESMTP\r\n".getBytes(US_ASCII));
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  @Test
  void takenPortsAndDirectoriesAreOneLine() throws Exception {
    try (LivePeer first = start("a", ALONE)) {
      ListenAddress http = new ListenAddress("127.0.0.1", first.http().getPort());
      ListenAddress overlay = new ListenAddress("127.0.0.1", first.self().endpoint().port());
      StartException e = refused("b", ALONE.with(PortSetting.HTTP_LISTEN, http));
      assertThat(e.kind()).isEqualTo(Cause.IN_USE);
      assertThat(e).hasMessageContaining("the port is in use");
      assertThat(refused("b", ALONE.with(Setting.OVERLAY_LISTEN, overlay)).kind())
          .isEqualTo(Cause.IN_USE);
      StartException same = refused("a", ALONE);
      assertThat(same.kind()).isEqualTo(Cause.IN_USE);
      assertThat(same).hasMessageContaining("in use by another peer");
    }
    start("b", ALONE).close();
  }

  @Test
  void aStartThatFailsPinsNoRealm() throws Exception {
    try (LivePeer first = start("a", ALONE)) {
      ListenAddress http = new ListenAddress("127.0.0.1", first.http().getPort());
      assertThat(refused("b", ALONE.with(PortSetting.HTTP_LISTEN, http)).kind())
          .isEqualTo(Cause.IN_USE);
      assertThat(directory.resolve("b")).isDirectoryNotContaining(f -> !f.endsWith("node.pem"));
      try (LivePeer second = start("b", joining(first.self().endpoint()))) {
        assertThat(second.realm()).isEqualTo(first.realm());
      }
    }
  }

  @Test
  void aPeerIsKnownByAnyNameOfItsEndpoint() throws Exception {
    try (LivePeer first = start("a", ALONE)) {
      Endpoint alias = new Endpoint("localhost", first.self().endpoint().port());
      try (LivePeer second = start("b", joining(alias))) {
        assertThat(second.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
      }
    }
  }

  private Settings member(SigningKey authority, String name, int days) throws Exception {
    VerifyingKey node = new Keyring(directory.resolve(name)).node().verifyingKey();
    Path file = directory.resolve(name + ".membership");
    Instant from = days < 0 ? Instant.now().plus(days - 1, ChronoUnit.DAYS) : Instant.now();
    Files.writeString(file, MembershipFile.issue(authority, node, from, Math.abs(days)) + "\n");
    return ALONE
        .with(Setting.REALM_AUTHORITY, Optional.of(authority.verifyingKey()))
        .with(Setting.REALM_MEMBERSHIP, Optional.of(file));
  }

  @Test
  void aClosedRealmTakesItsMembersOnly() throws Exception {
    SigningKey authority = Keyring.newAuthority(directory.resolve("authority.pem"));
    try (LivePeer first = start("a", member(authority, "a", 90))) {
      assertThat(first.realm()).isEqualTo(Realm.closed(authority.verifyingKey()).id());
      List<Endpoint> seed = List.of(first.self().endpoint());
      StartException none = refused("c", joining(seed.get(0)));
      assertThat(none.kind()).isEqualTo(Cause.CONFIGURATION);
      assertThat(none)
          .hasMessageStartingWith("realm " + first.realm() + " is closed: give this peer's key ");
      Settings expired = member(authority, "c", -90).with(Setting.OVERLAY_BOOTSTRAP, seed);
      assertThat(refused("c", expired)).hasMessageContaining("; ask for a new one");
      Settings joining = member(authority, "b", 90).with(Setting.OVERLAY_BOOTSTRAP, seed);
      Settings learning = joining.with(Setting.REALM_AUTHORITY, Optional.empty());
      try (LivePeer second = start("b", learning)) {
        assertThat(second.realm()).isEqualTo(first.realm());
        assertThat(second.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
        assertThat(second.reload(learning, learning)).isEmpty();
      }
      try (LivePeer again = start("b", learning)) { // pinned with its authority
        assertThat(again.realm()).isEqualTo(first.realm());
      }
    }
  }

  private Path revoking(SigningKey authority, long sequence, Id... nodes) throws Exception {
    Path file = directory.resolve("list-" + sequence);
    new RevocationFile(
            authority.verifyingKey(),
            RevocationList.issue(authority, sequence, 0, List.of(nodes), List.of()))
        .write(file);
    return file;
  }

  @Test
  void aRevokedPeerIsCutOffStaysSoOverARestartAndIsTakenBack() throws Exception {
    SigningKey authority = Keyring.newAuthority(directory.resolve("authority.pem"));
    Settings alone = member(authority, "a", 90);
    try (LivePeer first = start("a", alone)) {
      Settings joining =
          member(authority, "b", 90)
              .with(Setting.OVERLAY_BOOTSTRAP, List.of(first.self().endpoint()))
              .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));
      try (LivePeer second = start("b", joining)) {
        assertThat(first.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
        Path list = revoking(authority, 1, second.self().id());
        first.reload(alone, alone.with(Setting.REALM_REVOCATIONS, Optional.of(list)));
        assertThat(first.awaitNoLeaves(Duration.ofSeconds(30))).isTrue();
      }
    }
    assertThat(
            RevocationFile.read(directory.resolve("a/revocations")).orElseThrow().list().sequence())
        .isEqualTo(1);
    try (LivePeer first = start("a", alone)) {
      Settings joining =
          member(authority, "b", 90)
              .with(Setting.OVERLAY_BOOTSTRAP, List.of(first.self().endpoint()))
              .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));
      try (LivePeer second = start("b", joining)) {
        assertThat(first.awaitLeaves(1, Duration.ofSeconds(2))).isFalse();
        Path list = revoking(authority, 2);
        first.reload(alone, alone.with(Setting.REALM_REVOCATIONS, Optional.of(list)));
        assertThat(second.awaitLeaves(1, Duration.ofSeconds(60))).isTrue();
      }
    }
  }

  @Test
  void aPostmastersRuleGoesBeforeVotesAndSurvivesARestart() throws Exception {
    FeatureVector spam = SeededVoter.vector(1);
    FeatureVector variant = SeededVoter.like(spam, 6, 2);
    Id guid = Id.ofHex("11");
    Voter voter = new Keyring(directory.resolve("person")).ownVoter();
    CheckOptions usual = CheckOptions.USUAL;
    try (LivePeer peer = start("a", ALONE)) {
      PeerClient client = operatorOf(peer);
      Vote vote =
          voter.vote(
              peer.realm(),
              peer.self().id(),
              guid,
              List.of(spam.compact().digest()),
              VoteValue.SPAM,
              VoteOrigin.API,
              System.currentTimeMillis() * 1000);
      assertThat(client.vote(vote, List.of(spam)).accepted()).isTrue();
      assertThat(client.check(new MailFeatures(List.of(variant), List.of()), usual).verdict())
          .isEqualTo(Verdict.SPAM);
      assertThat(client.campaign(guid).campaign().sites()).isEqualTo(1);
      client.rule(guid, "allow", "ours");
      assertThat(client.check(new MailFeatures(List.of(variant), List.of()), usual).verdict())
          .isEqualTo(Verdict.UNKNOWN);
    }
    try (LivePeer peer = start("a", ALONE)) {
      PeerClient client = operatorOf(peer);
      CheckAnswer answer =
          client.explain(new MailFeatures(List.of(variant), List.of()), usual).check();
      assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(answer.reason())
          .isEqualTo("the postmaster of this peer allows mail like message " + guid + " (ours)");
      client.rule(guid, "reset", "");
      client.rule(guid, "block", "");
      assertThat(client.check(new MailFeatures(List.of(variant), List.of()), usual).verdict())
          .isEqualTo(Verdict.SPAM);
    }
    Files.writeString(directory.resolve("a/campaigns"), "garbage");
    StartException damaged = refused("a", ALONE);
    assertThat(damaged.kind()).isEqualTo(Cause.DAMAGED);
    assertThat(damaged)
        .hasMessageContaining(
            "campaigns: line 1 does not begin with 'spamwatch-campaigns 1'; restore it from a"
                + " backup");
  }

  @Test
  void aDamagedKeyOrTokenIsDamageAndNoFaultOfTheDisk() throws Exception {
    start("a", ALONE).close();
    for (String file : List.of("operator", "realm", "node.pem")) {
      Path damaged = directory.resolve("a").resolve(file);
      String text = Files.readString(damaged);
      Files.writeString(damaged, "garbage\n");
      StartException refused = refused("a", ALONE);
      assertThat(refused.kind()).as(file).isEqualTo(Cause.DAMAGED);
      assertThat(refused).hasMessageContaining(file + ": ");
      Files.writeString(damaged, text);
    }
    start("a", ALONE).close();
  }

  private PeerClient operatorOf(LivePeer peer) throws Exception {
    return new PeerClient(
        URI.create("http://127.0.0.1:" + peer.http().getPort()),
        Optional.empty(),
        Keyring.operatorToken(directory.resolve("a")));
  }

  @Test
  void aRevocationListThatCannotBeUsedIsOneLine() throws Exception {
    SigningKey authority = Keyring.newAuthority(directory.resolve("authority.pem"));
    SigningKey other = Keyring.newAuthority(directory.resolve("other.pem"));
    Settings alone = member(authority, "a", 90);
    Settings foreign =
        alone.with(Setting.REALM_REVOCATIONS, Optional.of(revoking(other, 1, Id.ofHex("aa"))));
    assertThat(refused("a", foreign))
        .hasMessageStartingWith("realm.revocations = ")
        .hasMessageContaining("a list of realm " + Realm.closed(other.verifyingKey()).id());
    Settings missing =
        alone.with(Setting.REALM_REVOCATIONS, Optional.of(directory.resolve("nothing")));
    assertThat(refused("a", missing)).hasMessageContaining("no such file");
  }

  @Test
  void aPeerWhoseBootstrapPeerIsGoneComesBackThroughAnotherThatItRemembers() throws Exception {
    LivePeer first = start("a", ALONE);
    Endpoint gone = first.self().endpoint();
    try (LivePeer second = start("b", joining(gone))) {
      try (LivePeer third = start("c", joining(gone))) {
        assertThat(third.awaitLeaves(2, Duration.ofSeconds(10))).isTrue();
      } finally {
        first.close();
      }
      assertThat(directory.resolve("c/hosts"))
          .content()
          .startsWith("spamwatch-hosts 1 " + second.realm())
          .contains(second.self().id() + " " + second.self().endpoint());
      try (LivePeer again = start("c", joining(gone))) {
        assertThat(again.awaitLeaves(1, Duration.ofSeconds(20))).isTrue();
      }
      try (LivePeer again = start("c", ALONE)) {
        assertThat(again.awaitLeaves(1, Duration.ofSeconds(20))).isTrue();
      }
    }
  }

  @Test
  void aPeerThatNobodyCanDialIsAClientAndMovesWhenItsHostIsGone() throws Exception {
    LivePeer first = start("a", ALONE);
    Settings member = joining(first.self().endpoint());
    try (LivePeer second = start("b", member)) {
      assertThat(second.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
      Settings hidden =
          member
              // Its links come from 127.0.0.1, where it does not listen: as from behind a router.
              .with(Setting.OVERLAY_LISTEN, new ListenAddress("127.0.0.2", 0))
              .with(
                  Setting.OVERLAY_BOOTSTRAP,
                  List.of(first.self().endpoint(), second.self().endpoint()))
              .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(30));
      try (LivePeer client = start("c", hidden)) {
        StatusAnswer status = statusOf(client);
        assertThat(status.role()).isEqualTo(Role.CLIENT);
        String host = status.host().orElseThrow().address();
        LivePeer other = host.equals(first.self().endpoint().toString()) ? second : first;
        LivePeer itsHost = other.equals(first) ? second : first;
        assertThat(statusOf(itsHost).clients()).isEqualTo(1);
        itsHost.close();
        assertThat(client.awaitHost(other.self(), Duration.ofSeconds(30))).isTrue();
        assertThat(statusOf(other).clients()).isEqualTo(1);
        assertThat(statusOf(other).neighbours())
            .noneMatch(node -> node.id().equals(client.self().id()));
      }
    } finally {
      first.close();
    }
  }

  private static StatusAnswer statusOf(LivePeer peer) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + peer.http().getPort());
    return new PeerClient(uri, Optional.empty()).status();
  }

  @Test
  void aPeerWhoseClockIsBehindItsLastDateTakesNoMarksAndSaysWhy() throws Exception {
    Voter voter = new Keyring(directory.resolve("person")).ownVoter();
    FeatureVector spam = SeededVoter.vector(1);
    start("a", ALONE).close();
    Path clock = directory.resolve("a/clock");
    assertThat(Files.readAllLines(clock).get(0)).isEqualTo("spamwatch-clock 1");
    long tomorrow = System.currentTimeMillis() + 86_400_000;
    Files.writeString(clock, "spamwatch-clock 1\n" + tomorrow + " 172800000\n");
    try (LivePeer peer = start("a", ALONE)) {
      PeerClient client = operatorOf(peer);
      Vote vote =
          voter.vote(
              peer.realm(),
              peer.self().id(),
              Id.ofHex("11"),
              List.of(spam.compact().digest()),
              VoteValue.SPAM,
              VoteOrigin.API,
              System.currentTimeMillis() * 1000);
      assertThatThrownBy(() -> client.vote(vote, List.of(spam)))
          .hasMessageContaining("behind the date that it has had");
      assertThat(client.status().clock().wrong().orElse("")).contains("delete the file 'clock'");
    }
    String dates = Files.readAllLines(clock).get(1);
    assertThat(Long.parseLong(dates.substring(0, dates.indexOf(' '))))
        .isGreaterThanOrEqualTo(tomorrow);
  }

  @Test
  void aDamagedHostFileIsNoReasonNotToStart() throws Exception {
    start("a", ALONE).close();
    Files.writeString(directory.resolve("a/hosts"), "garbage");
    start("a", ALONE).close();
    assertThat(directory.resolve("a/hosts.unread-1")).hasContent("garbage");
  }

  @Test
  void aDamagedStoreStopsTheStart() throws Exception {
    start("a", ALONE).close();
    Files.writeString(directory.resolve("a/votes.mv"), "garbage");
    assertThat(refused("a", ALONE).kind()).isEqualTo(Cause.DAMAGED);
    assertThat(directory.resolve("a/votes.mv")).hasContent("garbage");
  }

  @Test
  void anAddressThatIsNotOursIsAConfigurationError() {
    ListenAddress foreign = new ListenAddress("192.0.2.1", 0);
    assertThat(refused("a", ALONE.with(Setting.OVERLAY_LISTEN, foreign)).kind())
        .isEqualTo(Cause.CONFIGURATION);
    assertThat(refused("a", ALONE.with(PortSetting.HTTP_LISTEN, foreign)).kind())
        .isEqualTo(Cause.CONFIGURATION);
  }
}
