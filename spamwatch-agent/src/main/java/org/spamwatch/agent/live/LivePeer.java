package org.spamwatch.agent.live;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.store.DiskVoteStore;
import org.spamwatch.agent.store.StoreException;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
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
  private static final Duration POLL = Duration.ofMillis(20);

  private final Id realm;
  private final LiveNode node;
  private final PeerCore core;
  private final DiskVoteStore store;
  private final HttpPort http;
  private final HostKeeper hosts;

  private LivePeer(
      Id realm,
      LiveNode node,
      PeerCore core,
      DiskVoteStore store,
      HttpPort http,
      HostKeeper hosts) {
    this.hosts = hosts;
    this.realm = realm;
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
    Limits limits = Limits.DEFAULT;
    checkExposure(settings);
    Keyring keys = keyring(directory);
    LiveNode node = bind(settings, keys, limits);
    Starting starting = new Starting(node);
    try {
      Id realm = new RealmChoice(keys, node, settings).choose();
      starting.store = DiskVoteStore.open(directory, realm, node::execute, diskFailed);
      PeerConfig config = config(settings);
      PeerCore core =
          new PeerCore(
              node.self(),
              realm,
              config,
              limits,
              node.timers(),
              node.outbox(),
              new SecureRandom(),
              starting.store);
      LiveCalls calls = new LiveCalls(node, core, keys, realm);
      HostFile hosts = new HostFile(directory, realm);
      core.node().remember(hosts.read());
      node.start(core.node(), realm, settings.value(Setting.OVERLAY_BOOTSTRAP));
      node.execute(core::startVotes);
      // Only now: a vote that came before the stored ones are loaded would be lost among them.
      starting.http = openHttp(settings, calls);
      awaitJoined(node, core, settings.value(Setting.OVERLAY_JOIN_WAIT));
      calls.ready();
      starting.hosts = HostKeeper.start(node, core.node(), hosts);
      LOG.info("peer {} of realm {} is up", node.self(), realm.brief());
      return starting.done(realm, core);
    } catch (StoreException e) {
      throw storeFailure(e);
    } finally {
      starting.undoUnlessDone();
    }
  }

  /** What a start has acquired so far. */
  private static final class Starting {
    private final LiveNode node;
    private @org.jspecify.annotations.Nullable DiskVoteStore store;
    private @org.jspecify.annotations.Nullable HttpPort http;
    private @org.jspecify.annotations.Nullable HostKeeper hosts;
    private boolean isDone;

    Starting(LiveNode node) {
      this.node = node;
    }

    LivePeer done(Id realm, PeerCore core) {
      if (store == null || http == null || hosts == null) {
        throw new IllegalStateException("a peer has a store, an HTTP port and a host file");
      }
      isDone = true;
      return new LivePeer(realm, node, core, store, http, hosts);
    }

    void undoUnlessDone() {
      if (isDone) {
        return;
      }
      if (http != null) {
        http.close();
      }
      node.close();
      if (store != null) {
        store.close();
      }
    }
  }

  private static PeerConfig config(Settings settings) {
    PeerConfig standard = PeerConfig.DEFAULT;
    return new PeerConfig(
        standard.overlay(),
        standard.leases(),
        standard.votes(),
        settings.value(Setting.CHECK_TIMEOUT),
        standard.resolution());
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
      throw new StartException(Cause.INPUT_OUTPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private static LiveNode bind(Settings settings, Keyring keys, Limits limits)
      throws StartException {
    ListenAddress listen = settings.value(Setting.OVERLAY_LISTEN);
    try {
      LiveConfig config =
          new LiveConfig(
              keys.node().nodeId(),
              listen.host(),
              listen.port(),
              AdvertisedHost.of(settings),
              LinkLimits.DEFAULT);
      return LiveNode.bind(config, PeerCore.messages(limits));
    } catch (KeyException e) {
      throw new StartException(Cause.INPUT_OUTPUT, String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new StartException(Cause.CONFIGURATION, "overlay.listen: " + e.getMessage(), e);
    } catch (ListenException e) {
      throw new StartException(bindCause(e.getCause()), "overlay.listen: " + e.getMessage(), e);
    }
  }

  private static Cause bindCause(@org.jspecify.annotations.Nullable Throwable cause) {
    return cause instanceof BindException && String.valueOf(cause.getMessage()).contains("in use")
        ? Cause.IN_USE
        : Cause.CONFIGURATION;
  }

  private static HttpPort openHttp(Settings settings, LiveCalls calls) throws StartException {
    ListenAddress listen = settings.value(Setting.HTTP_LISTEN);
    String line = "http.listen: cannot listen at " + listen + ": ";
    try {
      return HttpPort.open(listen.resolve(), settings, calls);
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
    return realm;
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
    return before.differences(changed).stream().filter(setting -> !setting.reloadable()).toList();
  }

  /** Stops taking requests, leaves the overlay and closes the store, within about ten seconds. */
  @Override
  public void close() {
    http.close();
    hosts.close();
    node.close();
    store.close();
    LOG.info("peer {} is down", node.self());
  }
}
