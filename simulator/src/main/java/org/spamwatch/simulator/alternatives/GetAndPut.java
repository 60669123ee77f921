package org.spamwatch.simulator.alternatives;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.simulator.alternatives.LocationMessage.Carried;
import org.spamwatch.simulator.alternatives.LocationMessage.Value;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Feature objects are values of a hash table at the feature's root and its replicas, who know
 * nothing of what is in them: a publisher gets one, appends his record and puts it back (SW 3.2,
 * the remark). Of two that do so at once the later takes the other's record away.
 */
final class GetAndPut extends TriedLocation {
  private final Map<Id, Value> values = new LinkedHashMap<>();

  GetAndPut(Peer peer, Signatures signatures) {
    super(peer, signatures);
  }

  private void get(Id feature, Consumer<Value> taker) {
    long number =
        expect(
            answer -> {
              if (answer instanceof Value value) {
                taker.accept(value);
              }
            });
    node().route(feature, new Carried(new FeatureRequest(number, feature)));
  }

  @Override
  void publish(FeatureRecord record) {
    get(
        record.feature(),
        value -> {
          List<FeatureRecord> records = new ArrayList<>(value.records());
          records.add(record);
          node().route(value.feature(), new Value(0, value.feature(), records));
        });
  }

  @Override
  void ask(Id feature, Asked asked, Question question) {
    get(feature, value -> question.listed(guids(value.records())));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Carried || message instanceof Value;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Value put) {
      values.put(put.feature(), put);
      node().sendToReplicas(put.feature(), LeaseConfig.DEFAULT.replicas(), put);
    } else if (routed.message() instanceof Carried carried
        && carried.message() instanceof FeatureRequest request) {
      Value held =
          values.getOrDefault(request.feature(), new Value(0, request.feature(), List.of()));
      node().send(routed.origin(), new Value(request.routeId(), request.feature(), held.records()));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof Value value && value.number() == 0) {
      values.put(value.feature(), value);
    } else if (message instanceof Value value) {
      answered(value.number(), value);
    }
  }
}
