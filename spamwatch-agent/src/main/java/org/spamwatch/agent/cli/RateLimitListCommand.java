package org.spamwatch.agent.cli;

import org.spamwatch.agent.api.RateInfo;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;

/** {@code spamwatch ratelimit list}: the limits, and who was over one. */
@Command(
    name = "list",
    description = "Lists the limits, and who was over one since the peer's start.",
    footer = {
      "A line for each limit: as it is set, the keys held, how often one had to give way for want",
      "of room, and the memory. Then one for each key that was over a limit, perhaps an account",
      "that somebody else uses: over, limit, key, how often, its rate now, and how many seconds",
      "ago it was over the limit the first and the last time. Names are kept in memory alone."
    })
final class RateLimitListCommand extends PeerQuery<RateInfo> {

  @Override
  RateInfo ask(PeerClient client) throws PeerClientException {
    return client.rates();
  }

  @Override
  void print(RateInfo info) {
    if (info.limits().isEmpty()) {
      say("no limit is set (ratelimit.limits)");
    }
    for (RateInfo.Limit limit : info.limits()) {
      say(
          "limit\t%s\tkeys=%d\tforgotten=%d\tbytes=%d",
          limit.limit(), limit.keys(), limit.forgotten(), limit.bytes());
    }
    for (RateInfo.Flagged flag : info.flagged()) {
      say(
          "over\t%s\t%s\ttimes=%d\trate=%.1f\tfirst=%d\tlast=%d",
          flag.limit(),
          Console.masked(flag.key()),
          flag.times(),
          flag.rate(),
          flag.firstSeconds(),
          flag.lastSeconds());
    }
  }
}
