package org.spamwatch.simulator.attack;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.Core;
import org.spamwatch.overlay.live.LinkCounters;
import org.spamwatch.overlay.live.LinkLimits;
import org.spamwatch.overlay.live.ListenException;
import org.spamwatch.overlay.live.LiveConfig;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A node with a key of its own that only opens links and says over them whatever it is told to; it
 * joins nothing, and answers nothing by itself. Any thread may use it.
 */
final class Adversary implements AutoCloseable {
  /** Messages received that are kept until somebody takes them; further ones are only counted. */
  private static final int INBOX = 100_000;

  private static final int SIGNATURES_REMEMBERED = 1_000;
  private static final String LOOPBACK = "127.0.0.1";

  /** A message that has come, and who the link says it is from. */
  public record Received(Contact from, Message message) {}

  private final SigningKey key;
  private final Realm realm;
  private final Optional<Membership> membership;
  private final LiveNode node;
  private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>(INBOX);

  private Adversary(SigningKey key, Realm realm, Optional<Membership> membership, LiveNode node) {
    this.key = key;
    this.realm = realm;
    this.membership = membership;
    this.node = node;
  }

  /** One of an open realm, which anybody may belong to. */
  public static Adversary open(Id realm, RandomGenerator random) throws ProcessException {
    return open(key(random), Realm.open(realm), Optional.empty());
  }

  /** One with a given key, and a membership or none, listening at a free port of loopback. */
  public static Adversary open(SigningKey key, Realm realm, Optional<Membership> membership)
      throws ProcessException {
    return open(LiveConfig.at(key, LOOPBACK, 0), realm, membership);
  }

  /**
   * One that says that it is to be reached at some port of 127.0.0.1, where another may listen: its
   * links do come from there, and itself it listens at another address.
   */
  public static Adversary claiming(
      int port, SigningKey key, Realm realm, Optional<Membership> membership)
      throws ProcessException {
    return open(
        new LiveConfig(key, "127.0.0.2", port, LOOPBACK, LinkLimits.DEFAULT), realm, membership);
  }

  /** One of an open realm that listens at a given address of loopback. */
  static Adversary openAt(String host, Id realm, RandomGenerator random) throws ProcessException {
    return open(LiveConfig.at(key(random), host, 0), Realm.open(realm), Optional.empty());
  }

  /** One of an open realm that says that it is to be reached where another one is. */
  static Adversary claiming(Endpoint endpoint, Id realm, RandomGenerator random)
      throws ProcessException {
    LiveConfig config =
        new LiveConfig(
            key(random), "127.0.0.2", endpoint.port(), endpoint.host(), LinkLimits.DEFAULT);
    return open(config, Realm.open(realm), Optional.empty());
  }

  private static Adversary open(LiveConfig config, Realm realm, Optional<Membership> membership)
      throws ProcessException {
    try {
      LiveNode node = LiveNode.bind(config, PeerCore.messages(Limits.DEFAULT));
      SigningKey key = config.key();
      Adversary adversary = new Adversary(key, realm, membership, node);
      node.start(adversary.new Ears(), realm, membership, List.of());
      return adversary;
    } catch (ListenException e) {
      throw new ProcessException("the adversary cannot listen: " + e.getMessage(), e);
    }
  }

  /** A key that a seed gives. */
  public static SigningKey key(RandomGenerator random) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    random.nextBytes(seed);
    return SigningKey.ofSeed(seed);
  }

  /** Its id and where it can be reached. */
  public Contact self() {
    return node.self();
  }

  /** Signs as this node in its realm; for one thread. */
  public Signatures signatures() {
    return new RealmSignatures(key, realm, membership, SIGNATURES_REMEMBERED);
  }

  /** Sends a message over the link to an endpoint, which is opened by the first. */
  public void send(Endpoint to, Message message) {
    node.execute(() -> node.outbox().send(to, message));
  }

  /** Sends messages to an endpoint in one go. */
  public void sendAll(Endpoint to, List<? extends Message> messages) {
    node.execute(() -> messages.forEach(message -> node.outbox().send(to, message)));
  }

  /** Waits for the next message that was not taken yet; null if none comes in time. */
  public @Nullable Received take(long millis) throws InterruptedException {
    return inbox.poll(millis, TimeUnit.MILLISECONDS);
  }

  /** Frames and bytes sent and received so far. */
  public LinkCounters counters() {
    return node.counters();
  }

  @Override
  public void close() {
    node.close();
  }

  private final class Ears implements Core {
    @Override
    public void start(List<Endpoint> seeds) {}

    @Override
    public void receive(Contact from, Message message) {
      inbox.offer(new Received(from, message));
    }

    @Override
    public void linkFailed(Endpoint to) {}

    @Override
    public void leave() {}
  }
}
