package org.spamwatch.agent.live;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * A peer that runs: its node logic on a live overlay node, its votes on disk, its HTTP port open.
 * Several can run in one process, each with its own data directory. Methods are safe for any
 * thread.
 */
public final class LivePeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePeer.class);

  private final LiveNode node;
  private final PeerCore core;
  private final HttpPort http;
  private final OwnMembership own;
  private final RealmSignatures signatures;
  private final RevocationLists revocations;
  private final CloseStack opened;

  /** A peer that has started, which closes what was opened for it. */
  LivePeer(
      LiveNode node,
      PeerCore core,
      HttpPort http,
      OwnMembership own,
      RealmSignatures signatures,
      RevocationLists revocations,
      CloseStack opened) {
    this.node = node;
    this.core = core;
    this.http = http;
    this.own = own;
    this.signatures = signatures;
    this.revocations = revocations;
    this.opened = opened;
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
    return new PeerStart(settings, directory, diskFailed, wallMillis, versions).start();
  }

  /**
   * Waits until this peer knows a number of peers next to it on the ring, who will share in keeping
   * its votes.
   *
   * @return whether it does before the time is over
   */
  public boolean awaitLeaves(int number, Duration wait) throws InterruptedException {
    return NodeTurns.until(node, () -> core.node().leaves().size() >= number, wait);
  }

  /**
   * Waits until this peer has nobody next to it; returns whether it has before the time is over.
   */
  boolean awaitNoLeaves(Duration wait) throws InterruptedException {
    return NodeTurns.until(node, () -> core.node().leaves().isEmpty(), wait);
  }

  /**
   * Waits until this peer knows what its neighbours know of announcements, and so many messages.
   */
  boolean awaitAnnounced(int messages, Duration wait) throws InterruptedException {
    return NodeTurns.until(
        node,
        () ->
            core.status()
                .announcements()
                .filter(known -> known.logs().synchronised())
                .filter(known -> known.summary().messages() >= messages)
                .isPresent(),
        wait);
  }

  /** Waits until this peer's clock is known to be wrong; returns whether it is in time. */
  boolean awaitWrongClock(Duration wait) throws InterruptedException {
    return NodeTurns.until(node, () -> node.timers().calendar().wrong().isPresent(), wait);
  }

  /** Waits until its clock is known to be wrong no more; returns whether that is in time. */
  boolean awaitRightClock(Duration wait) throws InterruptedException {
    return NodeTurns.until(node, () -> node.timers().calendar().wrong().isEmpty(), wait);
  }

  /**
   * Waits until this peer is the client of a host; returns whether it is before the time is over.
   */
  boolean awaitHost(Contact host, Duration wait) throws InterruptedException {
    return NodeTurns.until(node, () -> core.node().host().filter(host::equals).isPresent(), wait);
  }

  /** The peer's id, and where other peers reach it. */
  public Contact self() {
    return node.self();
  }

  /** The realm it belongs to. */
  public Id realm() {
    return own.realm().id();
  }

  /** Where its HTTP port listens. */
  public InetSocketAddress http() {
    return http.address();
  }

  /** Where mail programs reach it, by the settings' keys: {@code HOST:PORT}, or a socket's path. */
  public Map<String, String> ports() {
    return http.ports();
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
      own.read(changed).ifPresent(this::renew);
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
    node.renew(own.realm(), membership);
    node.execute(() -> signatures.renew(membership));
  }

  /** Stops taking requests, leaves the overlay and closes the store, within about ten seconds. */
  @Override
  public void close() {
    opened.close();
    LOG.info("peer {} is down", node.self());
  }
}
