package org.spamwatch.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.live.LivePeer;
import org.spamwatch.agent.live.StartException;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;

/** The demonstration's peers, its person and its mails; the same parts that real peers run on. */
final class DemoCast implements AutoCloseable {
  private final Path directory;
  private final Voter person;
  private final List<LivePeer> peers = new ArrayList<>();

  DemoCast(Path directory) throws KeyException {
    this.directory = directory;
    person = new Keyring(directory.resolve("person")).ownVoter();
  }

  /** Starts one more peer; the first begins the realm, the others join through it. */
  LivePeer startPeer() throws StartException, InterruptedException {
    ListenAddress anyPort = new ListenAddress("127.0.0.1", 0);
    Settings settings =
        Settings.DEFAULTS
            .with(Setting.OVERLAY_LISTEN, anyPort)
            .with(PortSetting.HTTP_LISTEN, anyPort)
            .with(Setting.CHECK_PRIVACY, Privacy.NETWORK); // a mark is found at once
    if (!peers.isEmpty()) {
      settings = settings.with(Setting.OVERLAY_BOOTSTRAP, List.of(peers.get(0).self().endpoint()));
    }
    Path data = directory.resolve("peer-" + peers.size());
    LivePeer peer = LivePeer.start(settings, data, line -> {});
    peers.add(peer);
    return peer;
  }

  /** One of the mails that come with the program. */
  static AddressedMail mail(String name) throws IOException {
    try (InputStream in = DemoCast.class.getResourceAsStream("demo/" + name + ".eml")) {
      if (in == null) {
        throw new IOException("the sample mail " + name + " is missing from the jar");
      }
      return ApproximateText.standard().address(in.readAllBytes());
    } catch (NotAMailException e) {
      throw new IOException("the sample mail " + name + " is damaged", e);
    }
  }

  /** The person votes at a peer. */
  VoteAnswer vote(LivePeer peer, AddressedMail mail, VoteValue value)
      throws PeerClientException, KeyException {
    List<Id> digests = mail.vectors().stream().map(v -> v.digest()).toList();
    long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    Id guid = mail.guid().orElseThrow();
    return client(peer)
        .vote(
            person.vote(
                peer.realm(), peer.self().id(), guid, digests, value, VoteOrigin.BUTTON, nowMicros),
            mail.vectors());
  }

  /** A user of a peer asks. */
  CheckAnswer check(LivePeer peer, AddressedMail mail) throws PeerClientException {
    return client(peer).check(MailFeatures.of(mail), CheckOptions.USUAL);
  }

  private static PeerClient client(LivePeer peer) {
    return new PeerClient(
        URI.create("http://127.0.0.1:" + peer.http().getPort()), Optional.empty());
  }

  @Override
  public void close() {
    peers.forEach(LivePeer::close);
  }
}
