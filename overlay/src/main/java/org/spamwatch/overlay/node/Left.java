package org.spamwatch.overlay.node;

import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;

/** Has left for good: it answers nothing. What is still to be sent goes as it went before. */
final class Left extends NodeState {
  private final NodeState before;

  Left(Lifecycle node, NodeState before) {
    super(node);
    this.before = before;
  }

  @Override
  Role role() {
    return before.role();
  }

  @Override
  Contact contact() {
    return before.contact();
  }

  @Override
  boolean routesWait() {
    return before.routesWait();
  }

  @Override
  Optional<Contact> next(Id key, Set<Id> excluded) {
    return before.next(key, excluded);
  }

  @Override
  public void received(Contact from, Attach attach) {
    misdirected();
  }

  @Override
  public void received(Contact from, ReachRequest request) {
    misdirected();
  }

  @Override
  public void received(Contact from, Reached reached) {
    misdirected();
  }
}
