package org.spamwatch.simulator.alternatives;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.simulator.alternatives.LocationMessage.LockTold;
import org.spamwatch.simulator.alternatives.LocationMessage.LockWanted;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Before a feature object is created its root grants a leased lock; who does not get it looks the
 * object up again (SW 3.4, the first solution).
 */
final class LookUpUnderLock extends LookUpThenCreate {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration AGAIN_AFTER = Duration.ofMillis(500);

  private final Map<Id, Long> lockedUntil = new LinkedHashMap<>();
  private final Map<Id, List<FeatureRecord>> waiting = new LinkedHashMap<>();

  LookUpUnderLock(Peer peer, Signatures signatures) {
    super(peer, signatures);
  }

  @Override
  void missing(FeatureRecord record) {
    waiting.computeIfAbsent(record.feature(), feature -> new ArrayList<>(1)).add(record);
    node().route(record.feature(), new LockWanted(record.feature()));
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof LockWanted wanted) {
      long now = peer.timers().nowMicros();
      boolean granted = lockedUntil.getOrDefault(wanted.feature(), 0L) <= now;
      if (granted) {
        lockedUntil.put(wanted.feature(), now + LEASE.toMillis() * 1000);
      }
      node().send(routed.origin(), new LockTold(wanted.feature(), granted));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof LockTold told) {
      for (FeatureRecord record : taken(told.feature())) {
        if (told.granted()) {
          create(record);
        } else {
          peer.timers().after(AGAIN_AFTER, () -> publish(record));
        }
      }
    } else {
      super.receive(from, message);
    }
  }

  private List<FeatureRecord> taken(Id feature) {
    List<FeatureRecord> records = waiting.remove(feature);
    return records == null ? List.of() : records;
  }
}
