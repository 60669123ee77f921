package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.StatusAnswer.Announcements;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** Live peers that tell each other what their users call spam. */
@Tag("live")
final class LiveAnnouncementsTest {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1))
          .with(Setting.CHECK_ANNOUNCE, true);
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final FeatureVector SPAM = SeededVoter.vector(1);
  private static final FeatureVector VARIANT = SeededVoter.like(SPAM, 6, 2);
  private static final FeatureVector ORDINARY = SeededVoter.vector(3);

  private final Path directory;

  LiveAnnouncementsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private LivePeer start(String name, Settings settings) throws Exception {
    return LivePeer.start(settings, directory.resolve(name), line -> {});
  }

  private static PeerClient client(LivePeer peer) throws Exception {
    return new PeerClient(
        URI.create("http://127.0.0.1:" + peer.http().getPort()), Optional.empty());
  }

  private static Announcements announced(LivePeer peer) throws Exception {
    return client(peer).status().announcements().orElseThrow();
  }

  private static CheckAnswer check(LivePeer peer, FeatureVector vector) throws Exception {
    return client(peer).check(new MailFeatures(List.of(vector), List.of()), CheckOptions.USUAL);
  }

  private void mark(LivePeer peer) throws Exception {
    client(peer)
        .vote(
            new Keyring(directory.resolve("person"))
                .ownVoter()
                .vote(
                    peer.realm(),
                    peer.self().id(),
                    Id.ofHex("11"),
                    List.of(SPAM.compact().digest()),
                    VoteValue.SPAM,
                    VoteOrigin.API,
                    System.currentTimeMillis() * 1000),
            List.of(SPAM));
  }

  @Test
  void aMarkAtOneIsKnownToAllOrdinaryMailStaysAtHomeAndARestartKeepsIt() throws Exception {
    try (LivePeer first = start("a", ALONE)) {
      Settings joining = ALONE.with(Setting.OVERLAY_BOOTSTRAP, List.of(first.self().endpoint()));
      try (LivePeer second = start("b", joining);
          LivePeer third = start("c", joining)) {
        assertThat(third.awaitLeaves(2, Duration.ofSeconds(20))).isTrue();
        mark(first);
        for (LivePeer peer : List.of(first, second, third)) {
          assertThat(peer.awaitAnnounced(1, WAIT)).isTrue();
        }
        long before = announced(third).atHome();
        CheckAnswer ordinary = check(third, ORDINARY);
        assertThat(ordinary.source()).isEqualTo(Source.SUMMARY);
        assertThat(ordinary.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(ordinary.complete()).isTrue();
        assertThat(check(third, VARIANT).verdict()).isEqualTo(Verdict.SPAM);
        Announcements known = announced(third);
        assertThat(known.atHome()).isEqualTo(before + 1);
        assertThat(known.messages()).isEqualTo(1);
        assertThat(known.origins()).isEqualTo(1);
        assertThat(known.gapped()).isZero();
        assertThat(known.filterBytes()).isEqualTo(4096);
        assertThat(known.oldest()).isPositive().isEqualTo(known.newest());
      }
    }
    assertThat(Files.size(directory.resolve("c/announcements"))).isGreaterThan(200);
    try (LivePeer again = start("c", ALONE)) { // those that it remembers are gone
      long deadline = System.nanoTime() + WAIT.toNanos(); // it is loaded after the start
      while (announced(again).messages() == 0 && System.nanoTime() < deadline) {}
      assertThat(announced(again).messages()).isEqualTo(1);
    }
  }

  @Test
  void aPeerThatDoesNotAnnounceKeepsNoFileOfItAndSaysNothing() throws Exception {
    try (LivePeer peer = start("a", ALONE.with(Setting.CHECK_ANNOUNCE, false))) {
      assertThat(client(peer).status().announcements()).isEmpty();
      assertThat(directory.resolve("a/announcements")).doesNotExist();
    }
  }
}
