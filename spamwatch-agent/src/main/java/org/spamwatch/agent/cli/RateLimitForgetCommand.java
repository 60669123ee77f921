package org.spamwatch.agent.cli;

import java.util.Optional;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.RateForgotten;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spamwatch ratelimit forget}: a key begins anew. */
@Command(
    name = "forget",
    description = "Forgets what was counted of a key: whose account is safe again may write.",
    footer = "  spamwatch ratelimit forget recipients ada@example.org")
final class RateLimitForgetCommand extends PeerQuery<RateForgotten> {
  @Parameters(index = "0", paramLabel = "LIMIT", description = "a limit's name")
  private String limit = "";

  @Parameters(index = "1", paramLabel = "KEY", description = "who is counted")
  private String key = "";

  @Override
  RateForgotten ask(PeerClient client) throws PeerClientException {
    return client.forgetRate(new RateBody(limit, key, Optional.empty(), Optional.empty()));
  }

  @Override
  void print(RateForgotten answer) {
    say(answer.known() ? "forgotten" : "nothing was known of it");
  }
}
