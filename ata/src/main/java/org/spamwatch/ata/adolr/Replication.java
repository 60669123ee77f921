package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.Succession;

/**
 * Keeps a feature's records on its root and the root's replicas.
 *
 * <p>A root hands a new record to its replicas at once. When the leaf set changes, a receiver may
 * have to be given all that this node holds: that is sent a few messages at a time, the next when
 * one is acknowledged, because the overlay drops what exceeds its limit of transmissions under way.
 */
final class Replication implements Succession.Holdings {
  /** Messages under way to one receiver. */
  static final int WINDOW = 8;

  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /**
   * Records sent to one receiver in a second, and at once: fewer than it checks for one node
   * ({@code Limits.maxChecksPerSecond}), or it would drop some.
   */
  private static final int RECORDS_A_SECOND = 300;

  private static final int RECORDS_AT_ONCE = 1_500;
  private static final Duration PACE = Duration.ofMillis(100);
  private static final int MAX_RECEIVERS = 64;

  /** What one receiver is still to be given. */
  private static final class Transfer {
    final Contact receiver;
    final Set<Id> features = new LinkedHashSet<>();
    final Deque<FeatureRecord> records = new ArrayDeque<>();
    int underWay;
    boolean pausing;

    boolean isEmpty() {
      return features.isEmpty() && records.isEmpty();
    }

    Transfer(Contact receiver) {
      this.receiver = receiver;
    }
  }

  private final KeyBasedRouting routing;
  private final LeaseConfig leases;
  private final Timers timers;
  private final FeatureStore store;
  private final Succession succession;
  private final TokenBuckets<Id> pace;
  private final Map<Id, Transfer> transfers = new LinkedHashMap<>(2);

  Replication(KeyBasedRouting routing, LeaseConfig leases, Timers timers, FeatureStore store) {
    this.routing = routing;
    this.leases = leases;
    this.timers = timers;
    this.store = store;
    this.pace = new TokenBuckets<>(timers, RECORDS_A_SECOND, RECORDS_AT_ONCE, MAX_RECEIVERS);
    this.succession = new Succession(routing, timers, leases.replicas(), this);
  }

  /** A record has come to its root, this node. */
  void replicate(FeatureRecord record) {
    for (Contact member : routing.replicaSet(record.feature(), leases.replicas())) {
      if (!member.id().equals(routing.self().id())) {
        routing.send(member, new ReplicateFeatures(List.of(record)));
      }
    }
  }

  /** The leaf set has changed. */
  void update(Contact neighbour, boolean joined) {
    if (!joined) {
      transfers.remove(neighbour.id());
    }
    succession.leafSetChanged(neighbour, joined);
  }

  @Override
  public List<Id> keysBetween(Id first, Id last) {
    return store.featuresBetween(first, last);
  }

  @Override
  public void replicate(Contact to, List<Id> features) {
    Transfer transfer = transfers.computeIfAbsent(to.id(), id -> new Transfer(to));
    transfer.features.addAll(features);
    go(transfer);
  }

  @Override
  public void reroute(Id feature) {
    for (FeatureRecord record : store.held(feature)) {
      routing.route(feature, new PublishFeature(record));
    }
  }

  private void go(Transfer transfer) {
    while (transfer.underWay < WINDOW && isCurrent(transfer) && !transfer.pausing) {
      if (!transfer.isEmpty()
          && !pace.take(transfer.receiver.id(), ReplicateFeatures.MAX_RECORDS)) {
        transfer.pausing = true;
        timers.after(PACE, () -> resume(transfer));
        return;
      }
      List<FeatureRecord> next = next(transfer);
      if (next.isEmpty()) {
        if (transfer.underWay == 0) {
          transfers.remove(transfer.receiver.id());
        }
        return;
      }
      transfer.underWay++;
      send(transfer, new ReplicateFeatures(next), ATTEMPTS);
    }
  }

  private void resume(Transfer transfer) {
    transfer.pausing = false;
    go(transfer);
  }

  private boolean isCurrent(Transfer transfer) {
    return transfers.get(transfer.receiver.id()) == transfer;
  }

  private List<FeatureRecord> next(Transfer transfer) {
    List<FeatureRecord> next = new ArrayList<>();
    while (next.size() < ReplicateFeatures.MAX_RECORDS) {
      FeatureRecord record = transfer.records.poll();
      if (record != null) {
        next.add(record);
      } else if (transfer.features.isEmpty()) {
        break;
      } else {
        Id feature = transfer.features.iterator().next();
        transfer.features.remove(feature);
        transfer.records.addAll(store.held(feature));
      }
    }
    return next;
  }

  private void send(Transfer transfer, ReplicateFeatures message, int attemptsLeft) {
    routing.send(
        transfer.receiver,
        message,
        arrived -> {
          if (!isCurrent(transfer)) {
            return;
          }
          if (arrived) {
            transfer.underWay--;
            go(transfer);
          } else if (attemptsLeft > 1) {
            timers.after(PAUSE, () -> send(transfer, message, attemptsLeft - 1));
          } else {
            // Whoever stays away this long leaves the leaf set, which begins a transfer anew.
            transfers.remove(transfer.receiver.id());
          }
        });
  }
}
