package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.ReplicaMaintenance;
import org.spamwatch.overlay.lease.TransferBatch;

/**
 * Keeps a feature's records on its root and the root's replicas: a root hands a new record to its
 * replicas at once; what follows from a change of the leaf set {@link ReplicaMaintenance} paces.
 */
final class Replication implements ReplicaMaintenance.Holdings {
  private final KeyBasedRouting routing;
  private final LeaseConfig leases;
  private final FeatureStore store;
  private final ReplicaMaintenance replicaMaintenance;

  Replication(KeyBasedRouting routing, LeaseConfig leases, Timers timers, FeatureStore store) {
    this.routing = routing;
    this.leases = leases;
    this.store = store;
    this.replicaMaintenance = new ReplicaMaintenance(routing, timers, leases.replicas(), this);
  }

  /** A record has come to its root, this node. */
  void replicate(FeatureRecord record) {
    routing.sendToReplicas(record.feature(), leases.replicas(), ReplicateFeatures.of(record));
  }

  /** The leaf set has changed. */
  void update(Contact neighbour, boolean joined) {
    replicaMaintenance.leafSetChanged(neighbour, joined);
  }

  @Override
  public boolean isEmpty() {
    return store.size() == 0;
  }

  @Override
  public List<Id> keysFrom(Id first, int most) {
    return store.featuresFrom(first, most);
  }

  @Override
  public List<TransferBatch> take(Set<Id> features) {
    List<FeatureRecords> taken = new ArrayList<>();
    while (taken.size() < ReplicateFeatures.MAX_PUBLICATIONS && !features.isEmpty()) {
      taken.addAll(store.take(features));
    }
    List<TransferBatch> batches = new ArrayList<>(2);
    List<FeatureRecords> some = new ArrayList<>();
    for (FeatureRecords next : taken) {
      if (!ReplicateFeatures.fits(some, next)) {
        batches.add(batch(some));
        some = new ArrayList<>();
      }
      some.add(next);
    }
    if (!some.isEmpty()) {
      batches.add(batch(some));
    }
    return batches;
  }

  private static TransferBatch batch(List<FeatureRecords> publications) {
    return new TransferBatch(new ReplicateFeatures(publications), publications.size());
  }

  @Override
  public List<PublishFeature> routed(Id feature) {
    return store.held(feature).stream().map(PublishFeature::new).toList();
  }
}
