package org.spamwatch.agent.live;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.node.KnownHost;
import org.spamwatch.overlay.node.OverlayNode;

/**
 * Has the peers that a running one knows saved when they are others than before. Not thread-safe:
 * belongs to the node's turn.
 */
final class HostWatch {
  private final OverlayNode node;
  private final PeriodicSave<?> save;
  private Set<Contact> known = Set.of();
  private Future<?> saving = CompletableFuture.completedFuture(null);

  HostWatch(OverlayNode node, PeriodicSave<?> save) {
    this.node = node;
    this.save = save;
  }

  void look() {
    Set<Contact> now = new LinkedHashSet<>();
    node.knownHosts().stream().map(KnownHost::contact).forEach(now::add);
    if (!now.equals(known) && saving.isDone()) {
      known = now;
      saving = save.now();
    }
  }
}
