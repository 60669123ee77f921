package org.spamwatch.agent.peer;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.RouteEnd;

/**
 * The way that one message took towards a key. What hops other than this peer say of themselves is
 * their word alone.
 *
 * @param end why it ended at its last node
 * @param path the nodes passed, this peer first; never empty
 */
public record TracedRoute(RouteEnd end, List<Contact> path) {
  /** Copies the list. */
  public TracedRoute {
    path = List.copyOf(path);
  }

  /** The node at which the route ended: the key's root, if {@link #end} says so. */
  public Contact last() {
    return path.get(path.size() - 1);
  }
}
