package org.spamwatch.simulator.alternatives;

import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.simulator.alternatives.LocationMessage.Carried;
import org.spamwatch.simulator.alternatives.LocationMessage.LockTold;
import org.spamwatch.simulator.alternatives.LocationMessage.LockWanted;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Feature objects are objects of the DOLR. A record is sent to its feature's object by location;
 * who is told that there is none creates and publishes it (SW 3.2).
 */
class LookUpThenCreate extends HostedObjects implements ObjectApplication {
  LookUpThenCreate(Peer peer, Signatures signatures) {
    super(peer, signatures);
    peer.core().dolr().register(this);
  }

  @Override
  final void publish(FeatureRecord record) {
    route(record.feature(), new PublishFeature(record));
  }

  @Override
  final void route(Id feature, Message request) {
    peer.core().dolr().routeToObject(feature, request, Integer.MAX_VALUE, peer.contact());
  }

  /** There is no object for a record of this node's own. */
  void missing(FeatureRecord record) {
    create(record);
  }

  final void create(FeatureRecord record) {
    add(record);
    peer.core().dolr().publish(record.feature());
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Carried
        || message instanceof LockWanted
        || message instanceof LockTold
        || message instanceof PublishFeature
        || message instanceof FeatureRequest
        || message instanceof ApproxQuery;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {}

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof Carried carried) {
      received(carried.message());
    }
  }

  @Override
  public final void deliverToObject(
      Id guid, Message message, Contact origin, Contact via, int hops) {
    if (message instanceof PublishFeature publish) {
      add(publish.record());
    } else {
      answer(guid, message, origin);
    }
  }

  @Override
  public final void locationFailed(Id guid, Message message) {
    if (message instanceof PublishFeature publish) {
      missing(publish.record());
    } else {
      failed(message, peer.contact());
    }
  }
}
