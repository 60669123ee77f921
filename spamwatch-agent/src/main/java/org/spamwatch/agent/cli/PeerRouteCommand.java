package org.spamwatch.agent.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.Node;
import org.spamwatch.agent.api.RouteAnswer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch peer route}: the way from a running peer to a key's root. */
@Command(
    name = "route",
    description = {
      "Shows the way from a running peer to the root of a key, hop by hop. From every peer of a",
      "realm the way must end at the same one: the peer whose id is closest to the key."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class PeerRouteCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PeerOption peer = new PeerOption();

  @Parameters(
      paramLabel = "KEY",
      description = {
        "the id of a message, a feature or a peer in hexadecimal digits;",
        "digits left out at its end are 0"
      })
  private String key = "";

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  PeerRouteCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    try {
      RouteAnswer route = peer.client(console).route(key());
      if (json) {
        console.say(ApiJson.line(route));
      } else {
        print(route);
      }
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private Id key() throws CommandFailure {
    try {
      return Id.ofHex(key);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "KEY " + key + ": allowed are up to 40 hexadecimal digits, an even number of them",
          e);
    }
  }

  private void print(RouteAnswer route) {
    int last = route.path().size() - 1;
    for (int hop = 0; hop <= last; hop++) {
      Node node = route.path().get(hop);
      boolean root = hop == last && route.atRoot();
      console.say(
          String.format(
              Locale.ROOT, "%2d  %s  %s%s", hop, node.id(), node.address(), root ? "  root" : ""));
    }
    console.say(String.format(Locale.ROOT, "%d hops, %.1f ms", last, route.millis()));
  }
}
