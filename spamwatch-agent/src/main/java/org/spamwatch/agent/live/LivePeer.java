package org.spamwatch.agent.live;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.TrustSites;
import org.spamwatch.agent.ham.HamConfig;
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
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LinkLimits;
import org.spamwatch.overlay.live.ListenException;
import org.spamwatch.overlay.live.LiveConfig;
import org.spamwatch.overlay.live.LiveNode;

/**
 * A peer that runs: its node logic on a live overlay node, its votes on disk, its HTTP port open.
 * Several can run in one process, each with its own data directory. Methods are safe for any
 * thread.
 */
public final class LivePeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePeer.class);
  private static final byte[] SECRET_OF = "spamwatch-secret-v1".getBytes(StandardCharsets.US_ASCII);
  private static final Duration POLL = Duration.ofMillis(20);

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

  private LivePeer(
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
      TrustKeeper trust) {
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
    Limits limits =
        RecordRoom.within(
            Limits.DEFAULT.withMaxClients(settings.value(Setting.OVERLAY_MAX_CLIENTS)),
            Runtime.getRuntime().maxMemory());
    checkExposure(settings);
    Keyring keys = keyring(directory);
    SigningKey key = nodeKey(keys);
    LiveNode node = bind(settings, key, limits);
    Starting starting = new Starting(node);
    try {
      starting.bound = bindHttp(settings);
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
      OwnHam ham = ownHam(settings, hamFiles);
      PeerConfig config = config(settings, realm);
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
      core.onRefusal(new RefusalLog(node.timers()));
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
      node.execute(core::startVotes);
      // Only now: a vote that came before the stored ones are loaded would be lost among them.
      starting.http = HttpPort.serve(starting.bound, settings, calls);
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

  /** What a start has acquired so far. */
  private static final class Starting {
    private final LiveNode node;
    private @Nullable HttpServer bound;
    private @Nullable DiskVoteStore store;
    private @Nullable HttpPort http;
    private @Nullable HostKeeper hosts;
    private @Nullable TrustKeeper trust;
    private @Nullable RevocationKeeper revocations;
    private @Nullable LiveCampaigns campaigns;
    private @Nullable HamKeeper ham;
    private boolean isDone;

    Starting(LiveNode node) {
      this.node = node;
    }

    LivePeer done(Realm realm, SigningKey key, RealmSignatures signatures, PeerCore core) {
      if (store == null
          || http == null
          || hosts == null
          || revocations == null
          || campaigns == null
          || ham == null
          || trust == null) {
        throw new IllegalStateException("a peer has a store, an HTTP port and five keepers");
      }
      isDone = true;
      return new LivePeer(
          realm,
          key,
          signatures,
          node,
          core,
          store,
          http,
          hosts,
          revocations,
          campaigns,
          ham,
          trust);
    }

    void undoUnlessDone() {
      if (isDone) {
        return;
      }
      if (http != null) {
        http.close();
      } else if (bound != null) {
        bound.stop(0);
      }
      if (ham != null) {
        ham.close();
      }
      node.close();
      if (revocations != null) {
        revocations.close();
      }
      if (campaigns != null) {
        campaigns.close();
      }
      if (store != null) {
        store.close();
      }
    }
  }

  private static PeerConfig config(Settings settings, Realm realm) {
    PeerConfig standard = PeerConfig.DEFAULT;
    return new PeerConfig(
        standard.overlay(),
        standard.leases(),
        standard
            .votes()
            .withQuotas(
                settings.value(Setting.VOTES_DAILY_QUOTA),
                settings.value(Setting.VOTES_IMPORT_QUOTA)),
        settings.value(Setting.CHECK_TIMEOUT),
        standard.resolution(),
        standard
            .trust()
            .withOwn(ownSites(settings, realm))
            .withShare(settings.value(Setting.TRUST_SHARE)));
  }

  /** Peers of an open realm belong to whoever began it; those of a closed one to many. */
  private static OwnSites ownSites(Settings settings, Realm realm) {
    TrustSites chosen = settings.value(Setting.TRUST_SITES);
    boolean all =
        switch (chosen.kind()) {
          case ALL -> true;
          case AUTO -> realm.authority().isEmpty();
          case OWN, LISTED -> false;
        };
    return all ? OwnSites.ALL : OwnSites.of(chosen.sites());
  }

  /** What was learnt before; the seeds of its filters stay on this host. */
  private static OwnHam ownHam(Settings settings, HamFiles files) {
    HamConfig config =
        new HamConfig(
            settings.value(Setting.HAM_GENERATION),
            settings.value(Setting.HAM_KEEP),
            (long) settings.value(Setting.HAM_MAX_MEGABYTES) << 20);
    OwnHam ham = new OwnHam(config, new SecureRandom()::nextLong);
    files.read().forEach(ham::restore);
    return ham;
  }

  private static String operatorToken(Keyring keys) throws StartException {
    try {
      return keys.operatorToken();
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  /** Whoever reaches the HTTP port can vote in its users' names. */
  private static void checkExposure(Settings settings) throws StartException {
    ListenAddress listen = settings.value(Setting.HTTP_LISTEN);
    try {
      boolean loopback = InetAddress.getByName(listen.host()).isLoopbackAddress();
      if (!loopback && settings.value(Setting.HTTP_TOKEN).isEmpty()) {
        throw new StartException(
            Cause.CONFIGURATION,
            "http.listen = " + listen + ": beyond loopback http.token must be set as well");
      }
    } catch (UnknownHostException e) {
      throw new StartException(
          Cause.CONFIGURATION, "http.listen = " + listen + ": the host is not known", e);
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

  private static void pin(Keyring keys, Realm realm) throws StartException {
    try {
      keys.pin(realm);
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private static LiveNode bind(Settings settings, SigningKey key, Limits limits)
      throws StartException {
    ListenAddress listen = settings.value(Setting.OVERLAY_LISTEN);
    try {
      LiveConfig config =
          new LiveConfig(
              key, listen.host(), listen.port(), AdvertisedHost.of(settings), LinkLimits.DEFAULT);
      return LiveNode.bind(config, PeerCore.messages(limits));
    } catch (IllegalArgumentException e) {
      throw new StartException(Cause.CONFIGURATION, "overlay.listen: " + e.getMessage(), e);
    } catch (ListenException e) {
      throw new StartException(bindCause(e.getCause()), "overlay.listen: " + e.getMessage(), e);
    }
  }

  private static Cause bindCause(@Nullable Throwable cause) {
    return cause instanceof BindException && String.valueOf(cause.getMessage()).contains("in use")
        ? Cause.IN_USE
        : Cause.CONFIGURATION;
  }

  private static HttpServer bindHttp(Settings settings) throws StartException {
    ListenAddress listen = settings.value(Setting.HTTP_LISTEN);
    String line = "http.listen: cannot listen at " + listen + ": ";
    try {
      return HttpPort.bind(listen.resolve(), settings);
    } catch (BindException e) {
      Cause cause = bindCause(e);
      String reason =
          cause == Cause.IN_USE
              ? "the port is in use; stop the other program or choose another port (0: any free one)"
              : String.valueOf(e.getMessage());
      throw new StartException(cause, line + reason, e);
    } catch (SocketException | UnknownHostException e) {
      throw new StartException(Cause.CONFIGURATION, line + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException(Cause.INPUT_OUTPUT, line + e.getMessage(), e);
    }
  }

  private static void awaitJoined(LiveNode node, PeerCore core, Duration wait)
      throws InterruptedException {
    if (!await(node, () -> core.node().isJoined(), wait)) {
      LOG.warn(
          "not joined within {} s; serving alone until a peer to join through answers",
          wait.toSeconds());
    }
  }

  /** Waits until something holds on the node's turn; false if it does not in time. */
  private static boolean await(LiveNode node, BooleanSupplier holds, Duration wait)
      throws InterruptedException {
    CompletableFuture<Void> held = new CompletableFuture<>();
    node.execute(() -> watch(node, holds, held));
    try {
      held.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the node failed", e);
    } finally {
      held.cancel(false);
    }
  }

  private static void watch(LiveNode node, BooleanSupplier holds, CompletableFuture<Void> held) {
    if (holds.getAsBoolean()) {
      held.complete(null);
    } else if (!held.isDone()) {
      node.timers().after(POLL, () -> watch(node, holds, held));
    }
  }

  /**
   * Waits until this peer knows a number of peers next to it on the ring, who will share in keeping
   * its votes.
   *
   * @return whether it does before the time is over
   */
  public boolean awaitLeaves(int number, Duration wait) throws InterruptedException {
    return await(node, () -> core.node().leaves().size() >= number, wait);
  }

  /**
   * Waits until this peer has nobody next to it; returns whether it has before the time is over.
   */
  boolean awaitNoLeaves(Duration wait) throws InterruptedException {
    return await(node, () -> core.node().leaves().isEmpty(), wait);
  }

  /**
   * Waits until this peer is the client of a host; returns whether it is before the time is over.
   */
  boolean awaitHost(Contact host, Duration wait) throws InterruptedException {
    return await(node, () -> core.node().host().filter(host::equals).isPresent(), wait);
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
