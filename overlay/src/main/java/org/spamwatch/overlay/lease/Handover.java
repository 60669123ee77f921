package org.spamwatch.overlay.lease;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;

/**
 * Who must be given which keys when the leaf set has changed. Exactly one of a key's holders acts:
 * the one that is closest to the key, not counting a newcomer.
 */
public final class Handover {
  private Handover() {}

  /**
   * The keys to send, by receiver.
   *
   * @param held keys that this node holds records of
   * @param neighbour the node that entered or left the leaf set
   * @param joined whether it entered: then it alone is given keys; else everyone who now belongs to
   *     a key's replicas
   */
  public static Map<Contact, List<Id>> afterChange(
      KeyBasedRouting routing, List<Id> held, Contact neighbour, boolean joined, int replicas) {
    Map<Contact, List<Id>> receivers = new LinkedHashMap<>();
    Id self = routing.self().id();
    for (Id key : held) {
      List<Contact> set = routing.replicaSet(key, replicas);
      boolean touched = !joined || set.contains(neighbour);
      if (touched && closestBut(neighbour, routing.replicaSet(key, 2)).id().equals(self)) {
        for (Contact member : set) {
          if (!member.id().equals(self) && (!joined || member.equals(neighbour))) {
            receivers.computeIfAbsent(member, m -> new ArrayList<>()).add(key);
          }
        }
      }
    }
    return receivers;
  }

  private static Contact closestBut(Contact newcomer, List<Contact> closest) {
    return closest.size() > 1 && closest.get(0).equals(newcomer) ? closest.get(1) : closest.get(0);
  }
}
