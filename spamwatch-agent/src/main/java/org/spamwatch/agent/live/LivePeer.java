package org.spamwatch.agent.live;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.store.DiskVoteStore;
import org.spamwatch.agent.store.HamFiles;
import org.spamwatch.agent.store.StoreException;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * A peer that runs: its node logic on a live overlay node, its votes on disk, its HTTP port open.
 * Several can run in one process, each with its own data directory. Methods are safe for any
 * thread.
 */
public final class LivePeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePeer.class);
  private static final byte[] SECRET_OF = "spamwatch-secret-v1".getBytes(StandardCharsets.US_ASCII);

  /** Statements of other nodes found genuine that are remembered, about 600 bytes each. */
  private static final int SIGNATURES_REMEMBERED = 20_000;

  private final Realm realm;
  private final SigningKey key;
  private final RealmSignatures signatures;
  private final LiveNode node;
  private final PeerCore core;
  private final DiskVoteStore store;
  private final HttpPort http;
  private final HostKeeper hosts;
  private final TrustKeeper trust;
  private final RevocationKeeper revocations;
  private final LiveCampaigns campaigns;
  private final HamKeeper ham;
  private final ClockKeeper clock;

  LivePeer(
      Realm realm,
      SigningKey key,
      RealmSignatures signatures,
      LiveNode node,
      PeerCore core,
      DiskVoteStore store,
      HttpPort http,
      HostKeeper hosts,
      RevocationKeeper revocations,
      LiveCampaigns campaigns,
      HamKeeper ham,
      TrustKeeper trust,
      ClockKeeper clock) {
    this.clock = clock;
    this.campaigns = campaigns;
    this.hosts = hosts;
    this.revocations = revocations;
    this.ham = ham;
    this.trust = trust;
    this.realm = realm;
    this.key = key;
    this.signatures = signatures;
    this.node = node;
    this.core = core;
    this.store = store;
    this.http = http;
  }

  /**
   * Starts a peer and returns when its ports accept and, given bootstrap peers, it has joined; a
   * peer that knows its realm waits {@code overlay.join-wait} at most and then serves alone,
   * joining when a bootstrap peer comes back.
   *
   * @param directory where keys and store are; made if it does not exist
   * @param diskFailed told once, in one line, if the store fails later: the peer must be closed
   * @throws StartException if it cannot start; nothing of it is left running
   */
  public static LivePeer start(Settings settings, Path directory, Consumer<String> diskFailed)
      throws StartException, InterruptedException {
    return start(settings, directory, diskFailed, System::currentTimeMillis);
  }

  /** Starts a peer by a wall clock in milliseconds since the epoch. */
  static LivePeer start(
      Settings settings, Path directory, Consumer<String> diskFailed, LongSupplier wallMillis)
      throws StartException, InterruptedException {
    return start(
        settings, directory, diskFailed, wallMillis, limits -> List.of(PeerCore.messages(limits)));
  }

  /** Starts a peer with the messages of each version of the protocol, from the first on. */
  static LivePeer start(
      Settings settings,
      Path directory,
      Consumer<String> diskFailed,
      LongSupplier wallMillis,
      Function<Limits, List<MessageTable>> versions)
      throws StartException, InterruptedException {
    long heapBytes = Runtime.getRuntime().maxMemory();
    Limits limits =
        RecordRoom.within(
            Limits.DEFAULT.withMaxClients(settings.value(Setting.OVERLAY_MAX_CLIENTS)), heapBytes);
    Ports.checkExposure(settings);
    Keyring keys = keyring(directory);
    SigningKey key = nodeKey(keys);
    ListenAddress listen = OverlayAddress.of(settings, isPinnedClosed(keys));
    LiveNode node = Ports.bindOverlay(settings, listen, key, versions.apply(limits), wallMillis);
    CloseStack starting = new CloseStack(node);
    try {
      starting.bound = Ports.bindHttp(settings);
      Realm realm = new RealmChoice(keys, node, settings).choose();
      Optional<Membership> membership = OwnMembership.of(settings, realm, key.verifyingKey());
      RealmSignatures signatures =
          new RealmSignatures(key, realm, membership, SIGNATURES_REMEMBERED);
      starting.store = DiskVoteStore.open(directory, realm.id(), node::execute, diskFailed);
      List<RevocationFile> lists = RevocationKeeper.read(settings, realm, directory);
      CampaignFile campaignFile = new CampaignFile(directory);
      List<CampaignRule> rules = LiveCampaigns.read(campaignFile);
      pin(keys, realm); // last of what may fail: a start that does leaves no pin behind
      HamFiles hamFiles = new HamFiles(directory);
      OwnHam ham = HamKeeper.restored(settings, hamFiles);
      PeerConfig config = CoreConfig.of(settings, realm, heapBytes);
      PeerCore core =
          new PeerCore(
              node.self(),
              realm.id(),
              config,
              limits,
              node.timers(),
              node.outbox(),
              new SecureRandom(),
              starting.store,
              signatures,
              ham);
      ClockFile clock = new ClockFile(directory);
      clock.read().ifPresent(node.timers().calendar()::restore);
      core.onRefusal(new RefusalLog(node.timers()));
      core.onForger(forger -> node.rest(forger.id()));
      node.heed(signatures.revocations());
      starting.revocations = RevocationKeeper.start(realm, directory, node, core, lists);
      starting.campaigns = new LiveCampaigns(node, core.campaigns(), campaignFile);
      starting.campaigns.restore(rules);
      starting.ham = HamKeeper.start(node, ham, hamFiles);
      LiveHam hamCalls = new LiveHam(node, core, ham, starting.ham, operatorToken(keys));
      LiveCalls calls =
          new LiveCalls(
              node, core, keys, key.sign(SECRET_OF), realm.id(), starting.campaigns, hamCalls);
      HostFile hosts = new HostFile(directory, realm.id());
      core.node().remember(hosts.read());
      TrustFile trust = new TrustFile(directory, realm.id());
      core.trust().restore(trust.read());
      core.node().take(settings.value(Setting.OVERLAY_ROLE));
      node.start(core.node(), realm, membership, settings.value(Setting.OVERLAY_BOOTSTRAP));
      node.execute(() -> startVotes(core, config));
      // Only now: a vote that came before the stored ones are loaded would be lost among them.
      starting.http = HttpPort.serve(starting.bound, settings, calls);
      starting.clock = ClockKeeper.start(node, core.node(), clock, new SecureRandom());
      awaitJoined(node, core, settings.value(Setting.OVERLAY_JOIN_WAIT));
      calls.ready();
      starting.hosts = HostKeeper.start(node, core.node(), hosts);
      starting.trust = TrustKeeper.start(node, core.trust(), trust);
      LOG.info("peer {} of realm {} is up", node.self(), realm.id().brief());
      return starting.done(realm, key, signatures, core);
    } catch (StoreException e) {
      throw storeFailure(e);
    } finally {
      starting.undoUnlessDone();
    }
  }

  private static void startVotes(PeerCore core, PeerConfig config) {
    core.startVotes();
    long leftOut = core.leftOutVotes();
    if (leftOut > 0) {
      LOG.warn(
          "{} stored votes are left out, of the oldest messages: votes may take {} MB of this heap;"
              + " a start with a larger -Xmx takes them in",
          leftOut,
          config.votes().roomBytes() / 1_000_000);
    }
  }

  private static String operatorToken(Keyring keys) throws StartException {
    try {
      return keys.operatorToken();
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static Keyring keyring(Path directory) throws StartException {
    try {
      return new Keyring(directory);
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static SigningKey nodeKey(Keyring keys) throws StartException {
    try {
      return keys.node();
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static boolean isPinnedClosed(Keyring keys) throws StartException {
    try {
      return keys.realm().filter(Realm::isClosed).isPresent();
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static void pin(Keyring keys, Realm realm) throws StartException {
    try {
      keys.pin(realm);
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static void awaitJoined(LiveNode node, PeerCore core, Duration wait)
      throws InterruptedException {
    if (!TurnWait.until(node, () -> core.node().isJoined(), wait)) {
      LOG.warn(
          "not joined within {} s; serving alone until a peer to join through answers",
          wait.toSeconds());
    }
  }

  /**
   * Waits until this peer knows a number of peers next to it on the ring, who will share in keeping
   * its votes.
   *
   * @return whether it does before the time is over
   */
  public boolean awaitLeaves(int number, Duration wait) throws InterruptedException {
    return TurnWait.until(node, () -> core.node().leaves().size() >= number, wait);
  }

  /**
   * Waits until this peer has nobody next to it; returns whether it has before the time is over.
   */
  boolean awaitNoLeaves(Duration wait) throws InterruptedException {
    return TurnWait.until(node, () -> core.node().leaves().isEmpty(), wait);
  }

  /** Waits until this peer's clock is known to be wrong; returns whether it is in time. */
  boolean awaitWrongClock(Duration wait) throws InterruptedException {
    return TurnWait.until(node, () -> node.timers().calendar().wrong().isPresent(), wait);
  }

  /** Waits until it is so no more. */
  boolean awaitRightClock(Duration wait) throws InterruptedException {
    return TurnWait.until(node, () -> node.timers().calendar().wrong().isEmpty(), wait);
  }

  /**
   * Waits until this peer is the client of a host; returns whether it is before the time is over.
   */
  boolean awaitHost(Contact host, Duration wait) throws InterruptedException {
    return TurnWait.until(node, () -> core.node().host().filter(host::equals).isPresent(), wait);
  }

  private static StartException storeFailure(StoreException e) {
    Cause cause =
        switch (e.problem()) {
          case IN_USE -> Cause.IN_USE;
          case CORRUPT -> Cause.DAMAGED;
          case UNUSABLE -> Cause.CONFIGURATION;
          case INPUT_OUTPUT -> Cause.INPUT_OUTPUT;
        };
    return new StartException(cause, String.valueOf(e.getMessage()), e);
  }

  /** The peer's id, and where other peers reach it. */
  public Contact self() {
    return node.self();
  }

  /** The realm it belongs to. */
  public Id realm() {
    return realm.id();
  }

  /** Where its HTTP port listens. */
  public InetSocketAddress http() {
    return http.address();
  }

  /**
   * Takes over the settings that may change in a running peer.
   *
   * @param before the settings so far
   * @return the settings that differ and need a restart
   */
  public List<Setting<?>> reload(Settings before, Settings changed) {
    http.reload(changed);
    try {
      OwnMembership.of(changed, realm, key.verifyingKey()).ifPresent(this::renew);
    } catch (StartException e) {
      LOG.warn("the membership so far stays: {}", e.getMessage());
    }
    try {
      revocations.load(changed);
    } catch (KeyException e) {
      LOG.warn("the revocations so far stay: {}", e.getMessage());
    }
    return before.differences(changed).stream().filter(setting -> !setting.reloadable()).toList();
  }

  private void renew(Membership membership) {
    node.renew(realm, membership);
    node.execute(() -> signatures.renew(membership));
  }

  /** Stops taking requests, leaves the overlay and closes the store, within about ten seconds. */
  @Override
  public void close() {
    http.close();
    clock.close();
    hosts.close();
    trust.close();
    ham.close();
    node.close();
    revocations.close();
    campaigns.close();
    store.close();
    LOG.info("peer {} is down", node.self());
  }
}
