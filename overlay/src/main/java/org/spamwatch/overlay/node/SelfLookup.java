package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.routing.RoundTrip;

/**
 * Has this node looked up by way of others, by a {@link Join} to its own id: so it finds its
 * neighbours when it joins, and those of another ring later.
 */
final class SelfLookup {
  /** How long after an answer roots may ask this node to join through them. */
  private static final Duration INVITED_FOR = Duration.ofSeconds(3);

  private static final int MAX_INVITED = 16;

  private final NodeContext node;
  private final Prober prober;
  private final BootstrapSelection bootstrapSelection;
  private final LeafRepair leafRepair;
  private final Forwarder forwarder;
  private final BooleanSupplier takesPart;

  /** Roots that have asked this node to join through them, since it last looked itself up. */
  private final Set<Id> invited = new LinkedHashSet<>();

  private long invitedUntilMicros = Long.MIN_VALUE;

  SelfLookup(
      NodeContext node,
      Prober prober,
      BootstrapSelection bootstrapSelection,
      LeafRepair leafRepair,
      Forwarder forwarder,
      BooleanSupplier takesPart) {
    this.node = node;
    this.prober = prober;
    this.bootstrapSelection = bootstrapSelection;
    this.leafRepair = leafRepair;
    this.forwarder = forwarder;
    this.takesPart = takesPart;
  }

  private boolean knowsNobody() {
    return node.table().leafSet().isEmpty();
  }

  void begin() {
    invited.clear();
    Set<Endpoint> asked = new LinkedHashSet<>(bootstrapSelection.next());
    if (knowsNobody()) {
      asked.addAll(leafRepair.formerLeaves()); // it may be cut off from its seeds for good
    }
    for (Endpoint seed : asked) {
      prober.probe(
          seed,
          knowsNobody() ? Prober.ATTEMPTS : 1, // others will be asked, and soon again
          RoundTrip.UNKNOWN_TIMEOUT_MICROS,
          outcome -> outcome.answerer().ifPresent(answerer -> answered(seed, answerer)));
    }
  }

  private void answered(Endpoint asked, Contact seed) {
    if (seed.id().equals(node.self().id())) {
      return;
    }
    bootstrapSelection.answered(asked, seed);
    joinThrough(seed);
    invitedUntilMicros = node.timers().nowMicros() + INVITED_FOR.toNanos() / 1000;
    if (takesPart.getAsBoolean() && knowsNobody()) {
      // The way there, always the same, may lead through a node that drops joins: nodes of the
      // seed's first row are other ways.
      node.outbox().send(seed, new RowRequest(node.self(), 0, 0));
    }
  }

  private void joinThrough(Contact first) {
    forwarder.routeVia(first, node.self().id(), new Join(node.self(), List.of()));
  }

  /** A root asks this node to hand its join over itself. */
  void invited(Contact root) {
    if (node.timers().nowMicros() < invitedUntilMicros
        && invited.size() < MAX_INVITED
        && invited.add(root.id())) {
      joinThrough(root);
    }
  }
}
