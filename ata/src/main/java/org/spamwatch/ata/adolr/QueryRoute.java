package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** One feature's route of a query of this node's own: its attempts, and whom else to ask. */
final class QueryRoute {
  final OpenQuery query;
  final int index;

  /** Numbers of the attempts that may still be answered. */
  final Set<Long> routeIds = new LinkedHashSet<>(4);

  /** First hops for further attempts, those not used yet. */
  final List<Contact> unusedHops = new ArrayList<>(4);

  /** The nodes that the accepted end has named. */
  List<Contact> named = List.of();

  /** Nodes that have answered for this feature or were asked in person. */
  final Set<Id> asked = new LinkedHashSet<>(4);

  /** Answers awaited from nodes asked in person, and those that have come. */
  int awaited;

  int answers;

  /** Whether it was silent for long. */
  boolean retried;

  /** Who has reported an implausible end. */
  @Nullable Contact suspected;

  /** Whether the key's vicinity has been, or is being, searched. */
  boolean searched;

  /** Whether an end has come, believed or not. */
  boolean reported;

  boolean ended;

  QueryRoute(OpenQuery query, int index) {
    this.query = query;
    this.index = index;
  }

  boolean hasReported() {
    return reported || ended;
  }

  /** Whether nothing is heard of it; not if its nodes are being asked in person. */
  boolean isSilent() {
    return !ended && !searched && awaited == 0;
  }

  Id feature() {
    return query.vector.keys().get(index);
  }
}
