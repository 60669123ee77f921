package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.revocation.RevocationMessage;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.MessageType;

/**
 * Whole peers of version 1 and of a made-up version 2, in which every message has another form: a
 * mail marked at any of them is spam at all.
 */
@Tag("live")
@Timeout(120)
final class TwoVersionsMarkTest {
  private static final int OTHER_FORM = 0x02020202;
  private static final int PEERS = 8; // more than keep a vote
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings SETTINGS =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(30))
          .with(Setting.CHECK_RULE, Rule.ANY);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<Class<?>> ABOUT_VOTES =
      List.of(
          VoteMessage.ReplicateVote.class,
          VoteMessage.VoteReplicated.class,
          VoteMessage.VotesFound.class);

  private final Path directory;
  private final Set<Class<?>> readInTwo = ConcurrentHashMap.newKeySet();

  TwoVersionsMarkTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private List<MessageTable> both(Limits limits) {
    List<MessageType<?>> two = new ArrayList<>();
    OverlayMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    DolrMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    LookupMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    AdolrMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    VoteMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    RevocationMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    SummaryMessage.TYPES.forEach(type -> two.add(inTwo(type)));
    return List.of(PeerCore.messages(limits), MessageTable.of(limits, two));
  }

  private <M extends Message> MessageType<M> inTwo(MessageType<M> one) {
    return new MessageType<>(
        one.id(),
        one.type(),
        (out, message) -> {
          out.i32(OTHER_FORM);
          one.writer().write(out, message);
        },
        in -> {
          assertThat(in.i32("form")).isEqualTo(OTHER_FORM);
          readInTwo.add(one.type());
          return one.reader().read(in);
        });
  }

  private LivePeer start(int number, List<LivePeer> seeds) throws Exception {
    Settings settings =
        SETTINGS.with(
            Setting.OVERLAY_BOOTSTRAP,
            seeds.stream().limit(1).map(seed -> seed.self().endpoint()).toList());
    Path data = directory.resolve("peer" + number);
    return number % 2 == 0
        ? LivePeer.start(settings, data, line -> {})
        : LivePeer.start(settings, data, line -> {}, System::currentTimeMillis, this::both);
  }

  private static PeerClient client(LivePeer peer) {
    return new PeerClient(
        URI.create("http://127.0.0.1:" + peer.http().getPort()), Optional.empty());
  }

  private VoteAnswer mark(LivePeer peer, int number) throws Exception {
    FeatureVector vector = SeededVoter.vector(number);
    Vote vote =
        new Keyring(directory.resolve("person" + number))
            .ownVoter()
            .vote(
                peer.realm(),
                peer.self().id(),
                Id.ofHex(number + "1"),
                List.of(vector.compact().digest()),
                VoteValue.SPAM,
                VoteOrigin.API,
                System.currentTimeMillis() * 1000);
    return client(peer).vote(vote, List.of(vector));
  }

  private static void awaitSpam(LivePeer peer, int number) throws Exception {
    MailFeatures mail =
        new MailFeatures(
            List.of(SeededVoter.like(SeededVoter.vector(number), 6, 100 + number)), List.of());
    CheckOptions usual = CheckOptions.USUAL;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    CheckAnswer answer = client(peer).check(mail, usual);
    while (answer.verdict() != Verdict.SPAM && System.nanoTime() < deadline) {
      answer = client(peer).check(mail, usual); // published by one-way messages
    }
    assertThat(answer.verdict()).as("%s", answer).isEqualTo(Verdict.SPAM);
  }

  @Test
  void whatIsMarkedAtAPeerOfEitherVersionIsSpamAtAll() throws Exception {
    List<LivePeer> peers = new ArrayList<>();
    try {
      for (int i = 0; i < PEERS; i++) {
        peers.add(start(i, peers));
      }
      for (LivePeer peer : peers) {
        assertThat(peer.awaitLeaves(PEERS - 1, PATIENCE)).isTrue();
      }
      for (int i = 0; i < PEERS; i++) {
        assertThat(mark(peers.get(i), i).holders()).as("holders").isGreaterThan(1);
      }
      for (LivePeer peer : peers) {
        for (int i = 0; i < PEERS; i++) {
          awaitSpam(peer, i);
        }
      }
      // By chance two peers of version 2 have nothing of this to tell each other at first.
      for (int i = PEERS; i < 8 * PEERS && !readInTwo.containsAll(ABOUT_VOTES); i++) {
        mark(peers.get(i % PEERS), i);
        awaitSpam(peers.get((i + 2) % PEERS), i);
      }
      assertThat(readInTwo).containsAll(ABOUT_VOTES);
    } finally {
      peers.forEach(LivePeer::close);
    }
  }
}
