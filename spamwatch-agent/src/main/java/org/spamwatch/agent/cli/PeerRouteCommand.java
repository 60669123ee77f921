package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.Node;
import org.spamwatch.agent.api.RouteAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spamwatch peer route}: the way from a running peer to a key's root. */
@Command(
    name = "route",
    description = {
      "Shows the way from a running peer to the root of a key, hop by hop.",
      "From every peer of a realm the way must end at the same one: the peer whose id is closest",
      "to the key."
    })
final class PeerRouteCommand extends PeerQuery<RouteAnswer> {

  @Parameters(
      paramLabel = "KEY",
      description = {
        "the id of a message, a feature or a peer in hexadecimal digits;",
        "digits left out at its end are 0"
      })
  private String key = "";

  @Override
  RouteAnswer ask(PeerClient client) throws AgentException {
    return client.route(key());
  }

  private Id key() throws CommandFailure {
    try {
      return Id.ofHex(key);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "KEY " + key + ": allowed are up to 40 hexadecimal digits", e);
    }
  }

  @Override
  void print(RouteAnswer route) {
    int last = route.path().size() - 1;
    for (int hop = 0; hop <= last; hop++) {
      Node node = route.path().get(hop);
      boolean root = hop == last && route.atRoot();
      say("%2d  %s  %s%s", hop, node.id(), node.address(), root ? "  root" : "");
    }
    say("%d hops, %.1f ms", last, route.millis());
  }
}
