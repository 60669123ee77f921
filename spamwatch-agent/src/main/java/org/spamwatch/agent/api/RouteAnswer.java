package org.spamwatch.agent.api;

import java.util.List;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/**
 * The way to a key.
 *
 * @param atRoot whether it ends at the key's root
 * @param millis that the peer took
 * @param path the asked peer first
 */
public record RouteAnswer(Id key, boolean atRoot, int hops, double millis, List<Node> path) {
  /** Copies the list. */
  public RouteAnswer {
    path = List.copyOf(path);
  }

  /** The answer to the client, {@code nanos} after its question. */
  public static RouteAnswer of(Id key, TracedRoute route, long nanos) {
    List<Node> path = Node.of(route.path());
    return new RouteAnswer(
        key, route.end() == RouteEnd.ROOT, path.size() - 1, Millis.of(nanos), path);
  }
}
