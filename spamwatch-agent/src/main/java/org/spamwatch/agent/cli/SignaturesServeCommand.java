package org.spamwatch.agent.cli;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.digest.DigestServer;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.signatures.SignatureDatabase;
import org.spamwatch.agent.signatures.SignatureParameters;
import org.spamwatch.agent.signatures.SignatureServer;
import org.spamwatch.sketch.revocation.SignatureFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch signatures serve}: runs a signature server. */
@Command(
    name = "serve",
    description = "Runs a signature server in the foreground; nothing configured is enough.",
    footer = {
      "When it can be asked, prints 'ready http=HOST:PORT'. SIGTERM ends it gracefully.",
      "Servers that are to merge are begun with the same --capacity, --false-positives, --keep,",
      "--generations and --seed; docs/servers.md says how much memory they take."
    })
final class SignaturesServeCommand extends DigestServeCommand {
  @Option(
      names = "--false-positives",
      paramLabel = "P",
      description = "how probably it calls spam what nobody reported, when full; 1e-6")
  private @Nullable Double falsePositives;

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description = {
        "how long after its last report a signature is held: 28d, 12h, 30m; 28d (up to a period",
        "longer)"
      })
  private @Nullable String keep;

  @Option(
      names = "--generations",
      paramLabel = "N",
      description = "periods that --keep is divided into, dropped one at a time; 7")
  private @Nullable Integer generations;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = {
        "which filter is looked at first: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}",
        "(reports, where most mails are no spam)"
      })
  private First order = First.reported;

  /** Which filter is looked at first; named as it is typed. */
  @SuppressWarnings("checkstyle:MemberName")
  enum First {
    /** That of reports. */
    reported(SignatureFilter.Order.REPORTED_FIRST),
    /** That of revocations. */
    revoked(SignatureFilter.Order.REVOKED_FIRST);

    private final SignatureFilter.Order order;

    First(SignatureFilter.Order order) {
      this.order = order;
    }
  }

  SignaturesServeCommand() {
    super(Kind.SIGNATURES, "SWSIGN01");
  }

  @Override
  DigestServer.Database database(Optional<ByteBuffer> state) throws AgentException {
    Optional<SignatureParameters> kept = state.map(SignatureDatabase::parameters);
    SignatureParameters parameters = parameters(kept);
    PeriodClock clock =
        new PeriodClock(parameters.period(), InstantSource.system(), System::nanoTime);
    Refusals refusals = new Refusals(System::nanoTime);
    return new SignatureServer(
        state.isPresent()
            ? SignatureDatabase.restored(state.get(), clock, refusals, order.order)
            : new SignatureDatabase(parameters, clock, refusals, order.order));
  }

  private SignatureParameters parameters(Optional<SignatureParameters> kept) throws CommandFailure {
    try {
      return new SignatureParameters(
          capacity(kept.map(SignatureParameters::capacity), SignatureParameters.CAPACITY),
          agreed(
              "--false-positives",
              falsePositives,
              kept.map(SignatureParameters::falsePositives),
              SignatureParameters.FALSE_POSITIVES),
          span("--keep", keep, kept.map(SignatureParameters::keep), SignatureParameters.KEEP),
          agreed(
              "--generations",
              generations,
              kept.map(SignatureParameters::generations),
              SignatureParameters.GENERATIONS),
          seed(kept.map(SignatureParameters::seed)));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }
}
