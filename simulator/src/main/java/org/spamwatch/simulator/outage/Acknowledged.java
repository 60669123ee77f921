package org.spamwatch.simulator.outage;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * A vote that a peer has accepted.
 *
 * @param guid the message voted on
 * @param copy the vectors of a changed copy of its text, by which it is to be found
 * @param caster the peer that took it
 * @param confirmed whether it said that root and replicas hold it too, by now or from the first
 */
record Acknowledged(Id guid, List<FeatureVector> copy, Id caster, boolean confirmed) {
  /**
   * The peers that hold it by the protocol: the one that took it, the root and its replicas.
   *
   * @param ring the ids of the peers that lived when everything was last confirmed
   */
  Set<Id> holders(List<Id> ring) {
    Comparator<Id> closest = (a, b) -> a.equals(b) ? 0 : a.isCloserTo(guid, b) ? -1 : 1;
    Set<Id> holders = new TreeSet<>();
    ring.stream().sorted(closest).limit(LeaseConfig.DEFAULT.replicas()).forEach(holders::add);
    if (ring.contains(caster)) {
      holders.add(caster);
    }
    return holders;
  }
}
