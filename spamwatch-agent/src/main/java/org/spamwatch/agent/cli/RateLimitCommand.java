package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch ratelimit}: names the commands of rate limits. */
@Command(
    name = "ratelimit",
    description = "Counts how many different things somebody does, and shows who does too many.",
    footer = {
      "The limits are set in ratelimit.limits, such as",
      "  limits = [\"recipients 100/1h unique=recipient key=user\"]",
      "Mail servers ask by themselves: spamwatch integrate ratelimit.",
      "For root, the peer's own account, those of users.vouch, and who shows http.token."
    },
    subcommands = {
      RateLimitListCommand.class,
      RateLimitCountCommand.class,
      RateLimitShowCommand.class,
      RateLimitForgetCommand.class
    })
final class RateLimitCommand extends CommandGroup {}
