package org.spamwatch.simulator.alternatives;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.simulator.alternatives.LocationMessage.Carried;
import org.spamwatch.simulator.alternatives.LocationMessage.Pointed;
import org.spamwatch.simulator.alternatives.LocationMessage.ToObject;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * A publication takes it that there is no feature object and leaves a pointer to its publisher at
 * every hop. The first hop that knows of an object elsewhere stops it and sends the record there
 * (SW 3.4, the optimistic solution). Nothing more: the pointers that it has left before stay, and
 * lead to a publisher that has his own record alone.
 */
final class CancelAndMerge extends HostedObjects {
  private final Map<Id, Contact> pointers = new LinkedHashMap<>();

  CancelAndMerge(Peer peer, Signatures signatures) {
    super(peer, signatures);
  }

  @Override
  void publish(FeatureRecord record) {
    route(record.feature(), new PublishFeature(record));
  }

  @Override
  void route(Id feature, Message request) {
    node().route(feature, new Carried(request));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Carried || message instanceof ToObject || message instanceof Pointed;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    boolean stops =
        carried(routed) instanceof PublishFeature publish
            ? merged(publish, routed.origin())
            : handedOn(routed);
    return stops ? Optional.empty() : Optional.of(routed.message());
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (carried(routed) instanceof PublishFeature publish) {
      if (!merged(publish, routed.origin())) {
        Pointed pointed = new Pointed(routed.key(), routed.origin());
        node().sendToReplicas(routed.key(), LeaseConfig.DEFAULT.replicas(), pointed);
      }
    } else if (!handedOn(routed)) {
      failed(carried(routed), asker(routed));
    }
  }

  private static Message carried(Routed routed) {
    return routed.message() instanceof ToObject to
        ? to.message()
        : ((Carried) routed.message()).message();
  }

  private static Contact asker(Routed routed) {
    return routed.message() instanceof ToObject to ? to.asker() : routed.origin();
  }

  /** Sends a record to its feature's object, if that is known; else leaves a pointer. */
  private boolean merged(PublishFeature publish, Contact publisher) {
    FeatureRecord record = publish.record();
    Contact server = pointers.get(record.feature());
    if (server == null || server.equals(publisher)) {
      pointers.put(record.feature(), publisher);
      if (server == null && publisher.equals(peer.contact())) {
        add(record);
      }
      return false;
    }
    node().send(server, new Carried(publish)); // to this node itself, too
    return true;
  }

  /** Sends a question to its feature's object, if that is known, and on if it is not there. */
  private boolean handedOn(Routed routed) {
    Contact server = pointers.get(routed.key());
    if (server == null) {
      return false;
    }
    ToObject question = new ToObject(asker(routed), routed.key(), carried(routed));
    if (server.equals(peer.contact())) {
      answer(routed.key(), question.message(), question.asker());
    } else {
      node()
          .send(
              server,
              question,
              arrived -> {
                if (!arrived) {
                  pointers.remove(routed.key(), server);
                  node().route(routed.key(), question);
                }
              });
    }
    return true;
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof Pointed pointed) {
      pointers.putIfAbsent(pointed.feature(), pointed.server());
    } else if (message instanceof Carried carried
        && carried.message() instanceof PublishFeature publish) {
      add(publish.record());
    } else if (message instanceof Carried carried) {
      received(carried.message());
    } else if (message instanceof ToObject to) {
      answer(to.feature(), to.message(), to.asker());
    }
  }
}
