package org.spamwatch.simulator.alternatives;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.ata.adolr.Publication;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What the ways that are not the product's have in common: an application on a peer's overlay and
 * DOLR, which says the product's messages where there are such. It has none of the product's
 * defences: no search for silent roots, no bound on what the named are sent, no checks.
 */
abstract class TriedLocation implements FeatureLocation, Application {
  final Peer peer;
  private final Signatures signatures;
  private final Map<Long, Consumer<Message>> awaited = new LinkedHashMap<>();
  private long lastNumber;

  TriedLocation(Peer peer, Signatures signatures) {
    this.peer = peer;
    this.signatures = signatures;
    peer.node().register(this);
  }

  final OverlayNode node() {
    return peer.node();
  }

  @Override
  public final void publish(FeatureVector vector, Id guid) {
    Publication publication =
        Publication.signed(
            signatures, guid, vector, peer.contact(), peer.timers().nowMicros(), false);
    vector.keys().forEach(key -> publish(publication.record(key, LeaseConfig.DEFAULT.millis())));
  }

  /** Publishes the record of one feature. */
  abstract void publish(FeatureRecord record);

  @Override
  public final void ask(
      FeatureVector vector, int thres, Message payload, Asking how, Consumer<Set<Id>> answered) {
    Question question =
        new Question(
            vector.size(),
            thres,
            guids -> {
              if (how == Asking.LISTS) {
                send(payload, guids, peer);
              }
              answered.accept(guids);
            });
    peer.timers().after(PATIENCE, question::end);
    long queryId = ++lastNumber;
    for (Id feature : vector.keys()) {
      ask(feature, new Asked(queryId, vector, thres, payload, how), question);
    }
  }

  /** What is asked by each of a vector's features. */
  record Asked(long queryId, FeatureVector vector, int thres, Message payload, Asking how) {}

  /** Asks for one feature. */
  abstract void ask(Id feature, Asked asked, Question question);

  /** Sends a payload to some objects. */
  static void send(Message payload, Set<Id> guids, Peer origin) {
    for (Id guid : guids) {
      origin.core().dolr().routeToObject(guid, payload, Integer.MAX_VALUE, origin.contact());
    }
  }

  /** The number by which an answer is known; nothing is done with a second one. */
  final long expect(Consumer<Message> answer) {
    awaited.put(++lastNumber, answer);
    return lastNumber;
  }

  /** An answer has come. */
  final void answered(long number, Message answer) {
    Consumer<Message> taker = awaited.remove(number);
    if (taker != null) {
      taker.accept(answer);
    }
  }

  /** The objects of some records. */
  static Set<Id> guids(List<FeatureRecord> records) {
    Set<Id> guids = new LinkedHashSet<>();
    records.forEach(record -> guids.add(record.publication().guid()));
    return guids;
  }
}
