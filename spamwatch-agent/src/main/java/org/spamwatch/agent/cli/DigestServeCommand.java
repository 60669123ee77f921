package org.spamwatch.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.digest.DigestServer;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.StateFile;
import org.spamwatch.overlay.live.ListenException;
import picocli.CommandLine.Option;

/** Runs a server of digests in the foreground until a signal ends it. */
abstract class DigestServeCommand extends ConsoleCommand {
  private static final Logger LOG = LoggerFactory.getLogger(DigestServeCommand.class);
  private static final int LONGEST_TOKEN = 1024;

  private final Kind kind;
  private final String magic;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "where it is asked; on loopback at port 11781 (signatures) or 11782 (counts)")
  private @Nullable String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "where its state is kept; beside a peer's data")
  private @Nullable Path data;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "a line of 16 to 256 visible characters that every client must show as",
        "'Authorization: Bearer TOKEN'; needed beyond loopback"
      })
  private @Nullable Path tokenFile;

  @Option(
      names = "--capacity",
      paramLabel = "N",
      description = "different digests that it can hold, of counts in a period; 1000000")
  private @Nullable Long capacity;

  @Option(
      names = "--seed",
      paramLabel = "HEX",
      description =
          "16 hexadecimal digits that servers share which merge; drawn at the first start")
  private @Nullable String seed;

  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * A command that runs one kind.
   *
   * @param magic eight characters at the beginning of its state
   */
  DigestServeCommand(Kind kind, String magic) {
    this.kind = kind;
    this.magic = magic;
  }

  /**
   * What is served.
   *
   * @param state of the last run, if there was one
   * @throws IllegalArgumentException in one line, if that cannot be used
   */
  abstract DigestServer.Database database(Optional<ByteBuffer> state) throws AgentException;

  /** How many digests it can hold, by the option or the state. */
  final long capacity(Optional<Long> kept, long usual) throws CommandFailure {
    return agreed("--capacity", capacity, kept, usual);
  }

  /** What chooses its hash functions, by the option or the state, or drawn. */
  final long seed(Optional<Long> kept) throws CommandFailure {
    Long given = seed == null ? null : digits(seed);
    return agreed("--seed", given, kept, new SecureRandom().nextLong());
  }

  /** How long something is, by an option or the state. */
  static Duration span(
      String option, @Nullable String given, Optional<Duration> kept, Duration usual)
      throws CommandFailure {
    return agreed(option, given == null ? null : span(option, given), kept, usual);
  }

  @Override
  public final Integer call() throws AgentException {
    ListenAddress at = address();
    Optional<String> token = token();
    try (StateFile file = open()) {
      DigestServer.Database database = database(file);
      InetSocketAddress address = at.resolve();
      if (!address.getAddress().isLoopbackAddress() && token.isEmpty()) {
        throw new CommandFailure(
            ExitCode.CONFIGURATION,
            "--listen " + at + ": beyond loopback a token is needed (--token-file)");
      }
      serve(file, database, address, token);
    } catch (BindException e) {
      throw new CommandFailure(
          ExitCode.TRY_AGAIN, "--listen " + at + ": " + ListenException.reason(e), e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, AtomicFile.reason(e), e);
    }
    return ExitCode.OK;
  }

  private void serve(
      StateFile file,
      DigestServer.Database database,
      InetSocketAddress address,
      Optional<String> token)
      throws IOException {
    boolean graceful = Signals.on("TERM", end::countDown);
    graceful &= Signals.on("INT", end::countDown);
    try (DigestServer server = DigestServer.start(address, token, file, database)) {
      if (!graceful) {
        Runtime.getRuntime().addShutdownHook(new Thread(end::countDown, "leave"));
      }
      say("ready http=%s", ListenAddress.of(server.address()));
      console().out().flush();
      end.await();
    } catch (InterruptedException e) {
      LOG.info("asked to stop");
    }
  }

  private ListenAddress address() throws CommandFailure {
    try {
      return ListenAddress.parse(listen == null ? kind.address() : listen);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, "--listen " + listen + ": " + e.getMessage(), e);
    }
  }

  private Optional<String> token() throws CommandFailure {
    if (tokenFile == null) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(tokenFile)) {
      String line = new String(in.readNBytes(LONGEST_TOKEN), StandardCharsets.UTF_8).strip();
      if (line.matches("[!-~]{16,256}")) {
        return Optional.of(line);
      }
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.CONFIGURATION, tokenFile + ": " + AtomicFile.reason(e), e);
    }
    throw new CommandFailure(
        ExitCode.CONFIGURATION, tokenFile + ": a line of 16 to 256 visible characters is needed");
  }

  private StateFile open() throws CommandFailure {
    Path directory = data == null ? console().places().dataDirectory() : data;
    try {
      return StateFile.open(directory, kind.word(), magic);
    } catch (StateFile.InUseException e) {
      throw new CommandFailure(ExitCode.TRY_AGAIN, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, directory + ": " + AtomicFile.reason(e), e);
    }
  }

  private DigestServer.Database database(StateFile file) throws AgentException {
    try {
      Optional<ByteBuffer> state = file.read();
      try {
        return database(state);
      } catch (IllegalArgumentException e) {
        throw file.damaged(String.valueOf(e.getMessage()));
      }
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.DATA, AtomicFile.reason(e), e);
    }
  }

  /** Refuses an option that says something else than the state does. */
  static <T> T agreed(String option, @Nullable T given, Optional<T> kept, T usual)
      throws CommandFailure {
    if (given != null && kept.isPresent() && !kept.get().equals(given)) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          option
              + " "
              + given
              + ": the state in --data was begun with "
              + kept.get()
              + "; leave it out, or begin anew in another directory");
    }
    return kept.orElse(given == null ? usual : given);
  }

  /**
   * A number and a unit.
   *
   * @param option that gives it
   */
  private static Duration span(String option, String text) throws CommandFailure {
    if (!text.matches("[1-9][0-9]{0,4}[dhm]")) {
      throw new CommandFailure(
          ExitCode.USAGE, option + " " + text + ": allowed is a number and d, h or m, such as 28d");
    }
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    return switch (text.charAt(text.length() - 1)) {
      case 'd' -> Duration.ofDays(number);
      case 'h' -> Duration.ofHours(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static long digits(String digits) throws CommandFailure {
    if (!digits.matches("[0-9a-fA-F]{16}")) {
      throw new CommandFailure(ExitCode.USAGE, "--seed: 16 hexadecimal digits are needed");
    }
    return Long.parseUnsignedLong(digits, 16);
  }
}
