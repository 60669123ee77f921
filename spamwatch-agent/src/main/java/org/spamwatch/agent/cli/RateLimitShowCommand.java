package org.spamwatch.agent.cli;

import java.util.Optional;
import org.spamwatch.agent.api.RateAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spamwatch ratelimit show}: a key's rate, without counting anything. */
@Command(
    name = "show",
    description = "Shows a key's rate, and whether something new would be over the limit.",
    footer = "  spamwatch ratelimit show recipients ada@example.org")
final class RateLimitShowCommand extends PeerQuery<RateAnswer> {
  @Parameters(index = "0", paramLabel = "LIMIT", description = "a limit's name")
  private String limit = "";

  @Parameters(index = "1", paramLabel = "KEY", description = "who is counted")
  private String key = "";

  @Override
  RateAnswer ask(PeerClient client) throws PeerClientException {
    return client.rate(new RateBody(limit, key, Optional.empty(), Optional.empty()));
  }

  @Override
  void print(RateAnswer answer) {
    say(RateLimitCountCommand.line(answer));
  }
}
