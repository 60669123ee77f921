package org.spamwatch.agent.cli;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.RateAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.Words;
import org.spamwatch.sketch.DistinctRates.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch ratelimit count}: counts one thing, for scripts. */
@Command(
    name = "count",
    description = "Counts something that somebody does, such as a recipient of a sender's.",
    footer = {
      "Prints what became of it (new; repeat: it was counted in this period already; over: the",
      "limit is exceeded), the limit, and the key's rate now in different things a period.",
      "The exit code is 1 if it is over the limit.",
      "  spamwatch ratelimit count recipients ada@example.org bob@example.net"
    })
final class RateLimitCountCommand extends ConsoleCommand {
  @Mixin private PeerOption peer = new PeerOption();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  @Option(
      names = "--source",
      paramLabel = "TEXT",
      description = "who brings it: where room is short, keys of the source with most give way")
  private @Nullable String source;

  @Parameters(index = "0", paramLabel = "LIMIT", description = "a limit's name")
  private String limit = "";

  @Parameters(index = "1", paramLabel = "KEY", description = "who does it")
  private String key = "";

  @Parameters(index = "2", paramLabel = "UNIQUE", description = "what")
  private String unique = "";

  @Override
  public Integer call() throws AgentException {
    RateAnswer answer =
        peer.client(console())
            .rate(new RateBody(limit, key, Optional.of(unique), Optional.ofNullable(source)));
    say(json ? ApiJson.line(answer) : line(answer));
    return answer.outcome() == Outcome.OVER ? ExitCode.SPAM : ExitCode.OK;
  }

  /** One line about a key. */
  static String line(RateAnswer answer) {
    return String.format(
        Locale.ROOT,
        "%s\tlimit=%s\trate=%.2f of=%d",
        Words.of(answer.outcome()),
        answer.limit(),
        answer.rate(),
        answer.most());
  }
}
