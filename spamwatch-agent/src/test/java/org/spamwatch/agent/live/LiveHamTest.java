package org.spamwatch.agent.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.overlay.Id;

/** Own ham and probes on a peer that runs. */
@Tag("live")
final class LiveHamTest {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings ALONE =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.CHECK_PRIVACY, Privacy.NETWORK) // so that a mark is found at once
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1));
  private final Path data;
  private final Voter voter;
  private long sequence = 1;

  LiveHamTest(@TempDir Path directory) throws Exception {
    data = directory.resolve("peer");
    voter = new Keyring(directory.resolve("user")).ownVoter();
  }

  private LivePeer start() throws Exception {
    return LivePeer.start(ALONE, data, line -> {});
  }

  private PeerClient client(LivePeer peer) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + peer.http().getPort());
    return new PeerClient(uri, Optional.empty(), Keyring.operatorToken(data));
  }

  private static AddressedMail mail(String text) throws Exception {
    return ApproximateText.standard().address(("Subject: x\n\n" + text + "\n").getBytes(US_ASCII));
  }

  private static String words(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int letters = random.nextInt(3, 10); letters > 0; letters--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(i % 12 == 11 ? '\n' : ' ');
    }
    return text.toString();
  }

  private VoteAnswer vote(LivePeer peer, AddressedMail mail, VoteValue value) throws Exception {
    List<Id> digests = mail.vectors().stream().map(v -> v.compact().digest()).toList();
    long micros = System.currentTimeMillis() * 1000 + sequence++;
    Id guid = mail.guid().orElseThrow();
    Vote vote =
        voter.vote(peer.realm(), peer.self().id(), guid, digests, value, VoteOrigin.BUTTON, micros);
    return client(peer).vote(vote, mail.vectors());
  }

  private CheckAnswer check(LivePeer peer, AddressedMail mail) throws Exception {
    return client(peer).check(MailFeatures.of(mail), CheckOptions.USUAL);
  }

  @Test
  void aMarkedMailIsFoundBehindPaddingAndByNothingThatIsOwnHam() throws Exception {
    AddressedMail spam = mail(words(1, 120));
    AddressedMail padded = mail(words(1, 120) + words(2, 1200));
    try (LivePeer peer = start()) {
      assertThat(vote(peer, spam, VoteValue.SPAM).accepted()).isTrue();
      assertThat(check(peer, spam).verdict()).isEqualTo(Verdict.SPAM);
      assertThat(check(peer, padded).verdict()).isEqualTo(Verdict.SPAM);
      CheckAnswer withoutProbes =
          client(peer).check(new MailFeatures(padded.vectors(), List.of()), CheckOptions.USUAL);
      assertThat(withoutProbes.verdict()).isEqualTo(Verdict.UNKNOWN);

      for (AddressedMail found : List.of(spam, padded)) {
        PeerClientException refused =
            catchThrowableOfType(
                PeerClientException.class,
                () -> client(peer).learnHam(HamSource.SENT, MailFeatures.of(found)));
        assertThat(refused).hasMessageContaining("409").hasMessageContaining("marked this mail");
      }
      assertThat(vote(peer, spam, VoteValue.WITHDRAWN).accepted()).isTrue();
      assertThat(client(peer).learnHam(HamSource.SENT, MailFeatures.of(padded)).outcome())
          .isEqualTo(Outcome.LEARNT);
    }
  }

  @Test
  void ownHamMasksUntilItIsForgottenAndOutlivesARestart() throws Exception {
    AddressedMail newsletter = mail(words(3, 200));
    MailFeatures features = MailFeatures.of(newsletter);
    try (LivePeer peer = start()) {
      assertThat(client(peer).learnHam(HamSource.LIST, features).outcome())
          .isEqualTo(Outcome.LEARNT);
      assertMasked(peer, newsletter);
    }
    try (Stream<Path> files = Files.list(data.resolve("ham"))) {
      assertThat(files).hasSize(1);
    }
    try (LivePeer peer = start()) {
      assertMasked(peer, newsletter);
      VoteAnswer refused = vote(peer, newsletter, VoteValue.SPAM);
      assertThat(refused.accepted()).isFalse();
      assertThat(refused.reason()).contains("spamwatch ham forget");
      assertThat(vote(peer, newsletter, VoteValue.HAM).accepted()).isTrue();
      assertThat(client(peer).forgetHam(features).changed()).isPositive();
    }
    try (LivePeer peer = start()) {
      assertThat(vote(peer, newsletter, VoteValue.SPAM).accepted()).isTrue();
      assertThat(check(peer, newsletter).verdict()).isEqualTo(Verdict.SPAM);
      assertThat(client(peer).ham().generations().get(0).forgotten()).isPositive();
    }
  }

  private void assertMasked(LivePeer peer, AddressedMail mail) throws Exception {
    CheckAnswer answer = check(peer, mail);
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(answer.source()).isEqualTo(Source.NONE);
    assertThat(answer.reason())
        .matches("(\\d+) of the mail's \\1 fingerprints are in this site's own ham .*");
    assertThat(client(peer).explain(MailFeatures.of(mail), CheckOptions.USUAL).ownHam())
        .isNotEmpty();
  }

  @Test
  void aDiskThatFailsIsSaidAndMailGoesOn() throws Exception {
    AddressedMail newsletter = mail(words(3, 200));
    Files.createDirectories(data);
    Files.createFile(data.resolve("ham")); // where the directory should be
    try (LivePeer peer = start()) {
      client(peer).learnHam(HamSource.LIST, MailFeatures.of(newsletter));
      assertMasked(peer, newsletter);
      PeerClientException refused =
          catchThrowableOfType(
              PeerClientException.class, () -> client(peer).forgetHam(MailFeatures.of(newsletter)));
      assertThat(refused).hasMessageContaining("500").hasMessageContaining("not on disk");
      assertThat(vote(peer, newsletter, VoteValue.SPAM).accepted()).isTrue();
    }
  }

  @Test
  void ownHamIsOneSitesOwn() throws Exception {
    AddressedMail newsletter = mail(words(4, 200));
    try (LivePeer here = start()) {
      client(here).learnHam(HamSource.LIST, MailFeatures.of(newsletter));
      Settings joining = ALONE.with(Setting.OVERLAY_BOOTSTRAP, List.of(here.self().endpoint()));
      try (LivePeer there = LivePeer.start(joining, data.resolveSibling("other"), line -> {})) {
        assertThat(here.awaitLeaves(1, Duration.ofSeconds(10))).isTrue();
        assertThat(vote(there, newsletter, VoteValue.SPAM).accepted()).isTrue();
        assertThat(check(there, newsletter).verdict()).isEqualTo(Verdict.SPAM);
        assertMasked(here, newsletter);
        client(here).forgetHam(MailFeatures.of(newsletter));
        assertThat(check(here, newsletter).verdict()).isEqualTo(Verdict.SPAM);
      }
    }
  }

  @Test
  void aDamagedFileDoesNotKeepAPeerFromStarting() throws Exception {
    AddressedMail newsletter = mail(words(3, 200));
    try (LivePeer peer = start()) {
      client(peer).learnHam(HamSource.LIST, MailFeatures.of(newsletter));
    }
    try (Stream<Path> files = Files.list(data.resolve("ham"))) {
      for (Path file : files.toList()) {
        Files.write(file, new byte[] {1, 2, 3});
      }
    }
    try (LivePeer peer = start()) {
      assertThat(client(peer).ham().generations()).isEmpty();
      assertThat(vote(peer, newsletter, VoteValue.SPAM).accepted()).isTrue();
    }
  }
}
