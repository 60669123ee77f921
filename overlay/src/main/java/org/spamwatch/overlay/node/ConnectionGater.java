package org.spamwatch.overlay.node;

import java.time.Duration;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * Whom this node has heard in person lately, and how often it turns to whom it has not because
 * another node names him: as the origin of what is asked, as a server, as a node to be probed.
 * Whoever names strangers without end could else have their addresses dialled from here.
 *
 * <p>One stranger a minute each address group may name whatever all others have named, so that
 * those who use up what there is for all do not keep everybody else from being answered.
 *
 * <p>A stranger who does not answer is not turned to again for a minute, whoever names him.
 */
final class ConnectionGater {
  private static final long MINUTE_MICROS = Duration.ofMinutes(1).toNanos() / 1000;

  /** Strangers that this node has turned to in the last minute, and remembers. */
  private static final int MAX_STRANGERS = 1_024;

  private static final int SECONDS = 60;

  /** A bucket gains a whole token a second. */
  private static final int TOKENS_A_STRANGER = SECONDS / Limits.Traffic.STRANGERS_PER_MINUTE;

  private record Turned(long atMicros, boolean failed) {}

  private final Timers timers;
  private final FamiliarEndpoints familiar;
  private final RecentMap<Endpoint, Turned> turned = RecentMap.lastCome(MAX_STRANGERS);
  private final TokenBuckets<Id> ofNode;
  private final TokenBuckets<AddressGroup> ofGroup;
  private final TokenBuckets<AddressGroup> firstOfGroup;
  private final TokenBuckets<Boolean> inAll;
  private final TokenBuckets<Endpoint> hearsay;

  ConnectionGater(Limits limits, Timers timers) {
    this.timers = timers;
    this.familiar = new FamiliarEndpoints(timers, limits.traffic().maxSenders());
    int senders = limits.traffic().maxSenders();
    int burst = TOKENS_A_STRANGER * Limits.Traffic.STRANGERS_AT_ONCE;
    int inAGroup = Limits.Traffic.NODES_PER_GROUP;
    int perSecond = TOKENS_A_STRANGER * Limits.Traffic.STRANGERS_PER_SECOND_IN_ALL;
    this.ofNode = new TokenBuckets<>(timers, 1, burst, senders);
    this.ofGroup = new TokenBuckets<>(timers, inAGroup, inAGroup * burst, senders);
    this.firstOfGroup = new TokenBuckets<>(timers, 1, SECONDS, senders);
    this.inAll = new TokenBuckets<>(timers, perSecond, SECONDS * perSecond, 1);
    this.hearsay =
        new TokenBuckets<>(
            timers, Limits.Traffic.HEARSAY_PER_SECOND, Limits.Traffic.HEARSAY_AT_ONCE, senders);
  }

  /**
   * A message has come over a link on which its sender has proven its id.
   *
   * @param peer its id, and the endpoint by which it is answered
   */
  void heard(Contact peer) {
    if (familiar.add(peer.endpoint())) {
      turned.remove(peer.endpoint());
    }
  }

  /** Whether anything was heard from there lately. */
  boolean isFamiliar(Endpoint endpoint) {
    return familiar.contains(endpoint);
  }

  /** Whether this node probes one that another tells of; asked once for each probe. */
  boolean mayProbe(Endpoint told, Endpoint by) {
    return isFamiliar(told) || told.equals(by) || hearsay.take(by);
  }

  /** Whether this node turns to one that another names; asked once for each time it would. */
  boolean mayTurnTo(Contact named, Contact by) {
    if (isFamiliar(named.endpoint())) {
      return true;
    }
    long now = timers.nowMicros();
    Turned last = turned.get(named.endpoint());
    if (last != null && now - last.atMicros < MINUTE_MICROS) {
      return !last.failed; // over the link that is being opened
    }
    AddressGroup group = AddressGroup.of(by.endpoint());
    if (!ofNode.take(by.id(), TOKENS_A_STRANGER)
        || !(group.isLocal() || ofGroup.take(group, TOKENS_A_STRANGER))
        || !(firstOfGroup.take(group, SECONDS) || inAll.take(true, TOKENS_A_STRANGER))) {
      return false;
    }
    turned.put(named.endpoint(), new Turned(now, false));
    return true;
  }

  /** The driver could not reach an endpoint. */
  void linkFailed(Endpoint endpoint) {
    Turned last = turned.remove(endpoint);
    if (last != null) {
      turned.put(endpoint, new Turned(last.atMicros, true));
    }
    familiar.remove(endpoint);
  }

  /** Entries held, for tests of the bounds. */
  int held() {
    return familiar.size()
        + turned.size()
        + ofNode.size()
        + ofGroup.size()
        + firstOfGroup.size()
        + inAll.size()
        + hearsay.size();
  }
}
