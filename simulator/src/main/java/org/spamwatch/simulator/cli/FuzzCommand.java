package org.spamwatch.simulator.cli;

import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.spamwatch.simulator.fuzz.FuzzFailure;
import org.spamwatch.simulator.fuzz.Fuzzing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim fuzz}: hostile frames against codec, handshake and a whole peer. */
@Command(
    name = "fuzz",
    header = "Feeds random and mutated frames to the codec and to peers.",
    description = {
      "Feeds random and mutated frames to the codec and the handshake, and what they decode to to a",
      "whole peer. Any exception but the codec's own, a message with two byte forms, memory beyond",
      "its bound: the frame is printed, and the run ends with 1."
    },
    footer = {
      "  spamwatch-sim fuzz --frames 1000000 --out fuzz.csv",
      "  spamwatch-sim fuzz --replay 030000000000000001"
    })
final class FuzzCommand extends SeededCommand {
  private static final long REPORT_NANOS = 5_000_000_000L;

  private static final Table<Fuzzing.Count> TABLE =
      new Table<Fuzzing.Count>()
          .column("frames  ", "%-8s", Fuzzing.Count::frames)
          .column("    tried", "%9d", Fuzzing.Count::tried)
          .column("  decoded", "%9d", Fuzzing.Count::decoded)
          .column("  unknown", "%9d", Fuzzing.Count::unknown)
          .column("  refused", "%9d", Fuzzing.Count::refused);

  @Option(names = "--frames", description = "Frames to try (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private long frames = 10000000;

  @Option(
      names = "--offset",
      description = {
        "Number of the first frame, rounded down to a multiple of 100000 (default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0)
  private long offset = 0;

  @Option(
      names = "--seconds",
      description = "End after so many seconds; 0: never (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private long seconds = 0;

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
  void run(Report report) throws ExperimentException {
    Fuzzing fuzzing = new Fuzzing(seed());
    long[] next = {offset};
    try {
      if (replay.isPresent()) {
        report.line("%s", fuzzing.replay(bytes(replay.get())));
      } else {
        run(fuzzing, next, report);
      }
    } catch (FuzzFailure failure) {
      report.line(
          "FAILED at seed %d, frame %d: %s", seed(), next[0], String.valueOf(failure.getMessage()));
      report.line("again: --seed %d --offset %d, or --replay %s", seed(), next[0], failure.hex());
      report.expect(false);
    }
  }

  private void run(Fuzzing fuzzing, long[] next, Report report) throws FuzzFailure {
    long start = System.nanoTime();
    try {
      fuzzing.run(offset, frames, reporting(next, start, report));
    } catch (TimeOver over) {
      report.line("%d seconds are over: go on with --offset %d", seconds, next[0]);
    }
    double took = (System.nanoTime() - start) / 1e9;
    report.line("seed %d, made from %d types of message", seed(), fuzzing.types());
    report.heading(TABLE);
    fuzzing.counts().forEach(count -> report.row(TABLE, count));
    report.line(
        "%d frames, %.0f a second; reading one allocated %d bytes at most, its turn %d",
        fuzzing.tried(), fuzzing.tried() / took, fuzzing.mostRead(), fuzzing.mostTurn());
  }

  private LongConsumer reporting(long[] next, long start, Report report) {
    long[] reported = {start};
    return number -> {
      next[0] = number;
      long now = System.nanoTime();
      if (now - reported[0] > REPORT_NANOS) {
        reported[0] = now;
        report.progress().accept(number + " frames");
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
