package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * Publishes, serves and withdraws messages as their votes and this peer's place on the ring demand:
 * the root publishes object and vectors, a voter's own peer the vectors too, replicas serve, and a
 * message on which nobody's word stands any more is withdrawn.
 */
final class VoteMaintenance {
  private static final int SWEEPS_A_LEASE = 24; // once an hour
  private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final Adolr adolr;
  private final LeaseConfig leases;
  private final Duration retention;
  private final Timers timers;
  private final KeptMessages messages;
  private final OwnIndex index;
  private final Slices settling;
  private final Slices sweeping;
  private Timers.@Nullable Timer resettling;
  private boolean isStarted;

  VoteMaintenance(NodeLayers node, Duration retention, KeptMessages messages) {
    this.routing = node.routing();
    this.dolr = node.dolr();
    this.adolr = node.adolr();
    this.leases = node.leases();
    this.retention = retention;
    this.timers = node.timers();
    this.messages = messages;
    this.index = new OwnIndex(adolr);
    this.settling = new Slices(timers, messages, this::settle);
    this.sweeping = new Slices(timers, messages, this::forgetIfOld);
  }

  /** Begins, with every message of own voters indexed when this returns. */
  void start() {
    messages.all().forEach(index::settle);
    timers.after(leases.lease().dividedBy(SWEEPS_A_LEASE), this::sweep);
    leafSetChanged();
    isStarted = true;
  }

  /** Whether it has begun. */
  boolean isStarted() {
    return isStarted;
  }

  /** This peer's place may have changed for any message: look at all of them, but once a second. */
  void leafSetChanged() {
    if (resettling == null) {
      resettling =
          timers.after(
              AFTER_CHANGE,
              () -> {
                resettling = null;
                settling.pass();
              });
    }
  }

  /** Brings what this peer does for a message in line with its votes and this peer's place. */
  void settle(KeptMessage message) {
    index.settle(message);
    boolean live = message.isLive();
    boolean root = routing.isRoot(message.guid);
    settleVectors(message, root);
    settleObject(message, live, root);
    boolean replica = routing.replicaSet(message.guid, leases.replicas()).contains(routing.self());
    boolean serve = live && replica;
    if (serve && !message.served) {
      dolr.serve(message.guid);
    } else if (!serve && message.served) {
      dolr.stopServing(message.guid);
    }
    message.served = serve;
  }

  /**
   * Votes of a message have given way to others: this peer leaves what it published for them to
   * those who still keep them.
   */
  void gaveWay(KeptMessage message) {
    Set<Id> live = message.liveDigests(false);
    message
        .published
        .entrySet()
        .removeIf(
            published -> {
              boolean over = !live.contains(published.getKey());
              if (over) {
                adolr.lapse(published.getValue(), message.guid);
              }
              return over;
            });
    if (message.voteCount() == 0) {
      forget(message);
    } else {
      settle(message);
    }
  }

  private void forget(KeptMessage message) {
    message.published.values().forEach(vector -> adolr.lapse(vector, message.guid));
    dolr.lapse(message.guid);
    dolr.stopServing(message.guid);
    index.remove(message);
    messages.remove(message);
  }

  private void settleObject(KeptMessage message, boolean live, boolean root) {
    boolean wanted = live && root;
    if (wanted && !message.objectPublished) {
      dolr.publish(message.guid);
    } else if (!wanted && message.objectPublished) {
      if (live) {
        dolr.lapse(message.guid); // another peer is the root now and publishes it
      } else {
        dolr.unpublish(message.guid);
      }
    }
    message.objectPublished = wanted;
  }

  private void settleVectors(KeptMessage message, boolean root) {
    Set<Id> wanted = message.liveDigests(!root);
    Set<Id> live = message.liveDigests(false);
    new LinkedHashMap<>(message.published)
        .forEach(
            (digest, vector) -> {
              if (wanted.contains(digest)) {
                return;
              }
              message.published.remove(digest);
              if (live.contains(digest)) {
                adolr.lapse(vector, message.guid); // others go on publishing it
              } else {
                adolr.unpublishApproxObject(vector, message.guid);
              }
            });
    for (Id digest : wanted) {
      FeatureVector vector = message.vector(digest);
      if (vector != null && message.published.putIfAbsent(digest, vector) == null) {
        if (message.pending().isEmpty()) {
          adolr.publishApproxObject(vector, message.guid);
        } else { // a vote cast here: others that publish the vector do it by routes alone
          adolr.publishInPerson(vector, message.guid);
        }
      }
    }
  }

  private void sweep() {
    timers.after(leases.lease().dividedBy(SWEEPS_A_LEASE), this::sweep);
    if (timers.calendar().isYoung()) {
      return;
    }
    sweeping.pass();
  }

  private void forgetIfOld(KeptMessage message) {
    long oldest = timers.calendar().settledMillis() - retention.toMillis();
    if (message.newestMillis() < oldest) { // what is still pending no peer would take any more
      forget(message);
    }
  }
}
