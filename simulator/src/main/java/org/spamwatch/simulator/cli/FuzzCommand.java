package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.spamwatch.simulator.fuzz.FuzzFailure;
import org.spamwatch.simulator.fuzz.Fuzzing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim fuzz}: hostile frames against codec, handshake and a whole peer. */
@Command(
    name = "fuzz",
    description = {
      "Feeds random and mutated frames to the codec and the handshake, and what they decode to to a",
      "whole peer. Any exception but the codec's own, a message with two byte forms, memory beyond",
      "its bound: the frame is printed, and the run ends with 1."
    },
    mixinStandardHelpOptions = true)
final class FuzzCommand implements Callable<Integer> {
  private static final long REPORT_NANOS = 5_000_000_000L;

  @Spec private CommandSpec spec;

  @Option(
      names = "--frames",
      defaultValue = "10000000",
      description = "Frames to try (default: ${DEFAULT-VALUE}).")
  private long frames;

  @Option(
      names = "--offset",
      defaultValue = "0",
      description = {
        "Number of the first frame, rounded down to a multiple of 100000 (default: 0)."
      })
  private long offset;

  @Option(
      names = "--seconds",
      defaultValue = "0",
      description = "End after so many seconds; 0: never (default: 0).")
  private long seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Gives every frame (default: 1).")
  private long seed;

  @Option(
      names = "--replay",
      paramLabel = "HEX",
      description = "Try this frame only, on a new peer.")
  private Optional<String> replay = Optional.empty();

  /** The time is over. */
  private static final class TimeOver extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Integer call() throws ExperimentException {
    if (frames < 1 || offset < 0 || seconds < 0) {
      throw new ExperimentException(
          64, "--frames is at least 1, --offset and --seconds are not negative");
    }
    PrintWriter out = spec.commandLine().getOut();
    Fuzzing fuzzing = new Fuzzing(seed);
    long[] next = {offset};
    try {
      if (replay.isPresent()) {
        out.println(fuzzing.replay(bytes(replay.get())));
        return 0;
      }
      run(fuzzing, next, out);
      return 0;
    } catch (FuzzFailure failure) {
      out.printf("FAILED at seed %d, frame %d: %s%n", seed, next[0], failure.getMessage());
      out.printf("again: --seed %d --offset %d, or --replay %s%n", seed, next[0], failure.hex());
      return 1;
    }
  }

  private void run(Fuzzing fuzzing, long[] next, PrintWriter out) throws FuzzFailure {
    long start = System.nanoTime();
    try {
      fuzzing.run(offset, frames, reporting(next, start));
    } catch (TimeOver over) {
      out.printf("%d seconds are over: go on with --offset %d%n", seconds, next[0]);
    }
    double took = (System.nanoTime() - start) / 1e9;
    out.printf("seed %d, made from %d types of message%n", seed, fuzzing.types());
    fuzzing.table().forEach(out::println);
    out.printf(
        Locale.ROOT,
        "%d frames, %.0f a second; reading one allocated %d bytes at most, its turn %d%n",
        fuzzing.tried(),
        fuzzing.tried() / took,
        fuzzing.mostRead(),
        fuzzing.mostTurn());
  }

  private LongConsumer reporting(long[] next, long start) {
    PrintWriter err = spec.commandLine().getErr();
    long[] reported = {start};
    return number -> {
      next[0] = number;
      long now = System.nanoTime();
      if (now - reported[0] > REPORT_NANOS) {
        reported[0] = now;
        err.printf("%d frames%n", number);
      }
      if (seconds > 0 && now - start > seconds * 1_000_000_000L) {
        throw new TimeOver();
      }
    };
  }

  private static byte[] bytes(String hex) throws ExperimentException {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw new ExperimentException(64, "--replay is an even number of hexadecimal digits");
    }
  }
}
