package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/** Peers on loopback, all at one address, of which one has a clock of its own. */
@Tag("live")
final class LivePeerClockTest {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.CHECK_PRIVACY, Privacy.NETWORK) // so that a mark is found at once
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(10));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path directory;
  private final AtomicLong aheadMillis = new AtomicLong();

  LivePeerClockTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Settings settings(Optional<SigningKey> authority, String name) throws Exception {
    if (authority.isEmpty()) {
      return ALONE;
    }
    var node = new Keyring(directory.resolve(name)).node().verifyingKey();
    Path file = directory.resolve(name + ".membership");
    Instant from = Instant.now().minus(1, ChronoUnit.DAYS);
    Files.writeString(file, MembershipFile.issue(authority.get(), node, from, 90) + "\n");
    return ALONE
        .with(Setting.REALM_AUTHORITY, Optional.of(authority.get().verifyingKey()))
        .with(Setting.REALM_MEMBERSHIP, Optional.of(file));
  }

  private LivePeer start(Optional<SigningKey> authority, String name, List<LivePeer> seeds)
      throws Exception {
    Settings settings =
        settings(authority, name)
            .with(
                Setting.OVERLAY_BOOTSTRAP,
                seeds.stream().map(seed -> seed.self().endpoint()).toList());
    boolean wrong = name.equals("wrong");
    return LivePeer.start(
        settings,
        directory.resolve(name),
        line -> {},
        () -> System.currentTimeMillis() + (wrong ? aheadMillis.get() : 0));
  }

  private static PeerClient client(LivePeer peer) {
    return new PeerClient(
        URI.create("http://127.0.0.1:" + peer.http().getPort()), Optional.empty());
  }

  private void mark(LivePeer peer, long which) throws Exception {
    Voter voter = new Keyring(directory.resolve("person" + which)).ownVoter();
    FeatureVector vector = SeededVoter.vector(which);
    Vote vote =
        voter.vote(
            peer.realm(),
            peer.self().id(),
            Id.ofHex("11" + which),
            List.of(vector.compact().digest()),
            VoteValue.SPAM,
            VoteOrigin.API,
            System.currentTimeMillis() * 1000);
    assertThat(client(peer).vote(vote, List.of(vector)).accepted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theOneWhoseClockIsWrongTakesNoMarksAndSaysWhyAndTheOthersGoOn(boolean isClosed)
      throws Exception {
    Optional<SigningKey> authority =
        isClosed
            ? Optional.of(Keyring.newAuthority(directory.resolve("authority.pem")))
            : Optional.empty();
    List<LivePeer> peers = new ArrayList<>();
    try {
      for (String name : List.of("a", "b", "wrong")) {
        peers.add(start(authority, name, List.copyOf(peers)));
      }
      LivePeer wrong = peers.get(2);
      assertThat(wrong.awaitLeaves(2, PATIENCE)).isTrue();
      mark(wrong, 1);
      aheadMillis.set(Duration.ofHours(2).plusSeconds(30).toMillis()); // what comes is older
      assertThat(wrong.awaitWrongClock(PATIENCE)).isTrue();
      PeerClientException refused =
          catchThrowableOfType(PeerClientException.class, () -> mark(wrong, 2));
      assertThat(refused)
          .hasMessageStartingWith("the peer refused with 503: this peer's clock, at ")
          .hasMessageContaining("is 120 min ahead of the clocks of 2 of 2 others");
      assertThat(client(wrong).status().clock().wrong().orElse("")).contains("set it, with NTP");
      for (LivePeer right : peers.subList(0, 2)) {
        mark(right, 3 + peers.indexOf(right));
        assertThat(client(right).status().clock().wrong()).isEmpty();
      }
      aheadMillis.set(0); // its operator sets it
      assertThat(wrong.awaitRightClock(PATIENCE)).isTrue();
      mark(wrong, 5);
    } finally {
      peers.forEach(LivePeer::close);
    }
  }
}
