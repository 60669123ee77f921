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
final class Upkeep {
  private static final Duration SWEEP = Duration.ofHours(1);
  private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final Adolr adolr;
  private final LeaseConfig leases;
  private final Duration retention;
  private final Timers timers;
  private final KeptMessages messages;
  private Timers.@Nullable Timer resettling;

  Upkeep(
      KeyBasedRouting routing,
      Dolr dolr,
      Adolr adolr,
      LeaseConfig leases,
      Duration retention,
      Timers timers,
      KeptMessages messages) {
    this.routing = routing;
    this.dolr = dolr;
    this.adolr = adolr;
    this.leases = leases;
    this.retention = retention;
    this.timers = timers;
    this.messages = messages;
  }

  void start() {
    timers.after(SWEEP, this::sweep);
    leafSetChanged();
  }

  /** This peer's place may have changed for any message: look at all of them, but once a second. */
  void leafSetChanged() {
    if (resettling == null) {
      resettling =
          timers.after(
              AFTER_CHANGE,
              () -> {
                resettling = null;
                messages.all().forEach(this::settle);
              });
    }
  }

  /** Brings what this peer does for a message in line with its votes and this peer's place. */
  void settle(KeptMessage message) {
    boolean live = message.tally().isLive();
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
    timers.after(SWEEP, this::sweep);
    long oldest = timers.nowMillis() - retention.toMillis();
    for (KeptMessage message : messages.all()) {
      if (message.newestMillis() < oldest) { // what is still pending no peer would take any more
        message.published.values().forEach(vector -> adolr.lapse(vector, message.guid));
        dolr.lapse(message.guid);
        dolr.stopServing(message.guid);
        messages.remove(message);
      }
    }
  }
}
