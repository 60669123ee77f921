package org.spamwatch.agent.cli;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.counts.CountDatabase;
import org.spamwatch.agent.counts.CountParameters;
import org.spamwatch.agent.counts.CountServer;
import org.spamwatch.agent.digest.DigestServer;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch counts serve}: runs a count server. */
@Command(
    name = "serve",
    description = "Runs a count server in the foreground; nothing configured is enough.",
    footer = {
      "When it can be asked, prints 'ready http=HOST:PORT'. SIGTERM ends it gracefully.",
      "Servers that are to merge are begun with the same --capacity, --period and --seed;",
      "docs/servers.md says how much memory they take."
    })
final class CountsServeCommand extends DigestServeCommand {
  @Option(
      names = "--period",
      paramLabel = "TIME",
      description = {
        "28d, 12h, 30m; 1d: a report counts in the period in which it came and in the next"
      })
  private @Nullable String period;

  CountsServeCommand() {
    super(Kind.COUNTS, "SWCOUN01");
  }

  @Override
  DigestServer.Database database(Optional<ByteBuffer> state) throws AgentException {
    Optional<CountParameters> kept = state.map(CountDatabase::parameters);
    CountParameters parameters = parameters(kept);
    PeriodClock clock =
        new PeriodClock(parameters.period(), InstantSource.system(), System::nanoTime);
    Refusals refusals = new Refusals(System::nanoTime);
    return new CountServer(
        state.isPresent()
            ? CountDatabase.restored(state.get(), clock, refusals)
            : new CountDatabase(parameters, clock, refusals, new SecureRandom().nextLong()));
  }

  private CountParameters parameters(Optional<CountParameters> kept) throws CommandFailure {
    try {
      return new CountParameters(
          capacity(kept.map(CountParameters::capacity), CountParameters.CAPACITY),
          span("--period", period, kept.map(CountParameters::period), CountParameters.PERIOD),
          seed(kept.map(CountParameters::seed)));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }
}
