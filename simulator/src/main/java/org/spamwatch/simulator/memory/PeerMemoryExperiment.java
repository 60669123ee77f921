package org.spamwatch.simulator.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Scratch;

/** Measures what idle peers take that share one Java. */
public final class PeerMemoryExperiment {
  private PeerMemoryExperiment() {}

  /**
   * What some idle peers take in all.
   *
   * @param peers how many
   * @param heapKibibytes of live objects, after collections
   * @param nativeKibibytes committed beside the heap: stacks, buffers, classes, code
   * @param stackKibibytes of these, threads' stacks
   * @param bufferKibibytes of these, the JDK's direct and mapped buffers
   * @param threads of the process
   */
  public record Taken(
      int peers,
      long heapKibibytes,
      long nativeKibibytes,
      long stackKibibytes,
      long bufferKibibytes,
      int threads) {
    /** Heap and everything beside it. */
    public long kibibytes() {
      return heapKibibytes + nativeKibibytes;
    }
  }

  /** Starts peers in a Java of their own, lets them idle, and measures. */
  public static Taken measure(int peers, int idleSeconds) throws ProcessException {
    try (Scratch scratch = Scratch.open("spamwatch-memory")) {
      Path log = scratch.path().resolve("log");
      List<String> command =
          List.of(
              ProcessHandle.current().info().command().orElse("java"),
              "-XX:+UseSerialGC",
              "-XX:NativeMemoryTracking=summary",
              "-cp",
              System.getProperty("java.class.path"),
              IdlePeers.class.getName(),
              scratch.path().toString(),
              Integer.toString(peers),
              Integer.toString(idleSeconds));
      Process process =
          scratch.owns(new ProcessBuilder(command).redirectError(log.toFile()).start());
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0 || said.isEmpty()) {
        throw new ProcessException(
            peers + " peers did not run: " + Files.readString(log).lines().findFirst().orElse(""));
      }
      return read(said.lines().reduce((first, second) -> second).orElse(""));
    } catch (IOException e) {
      throw new ProcessException("the peers cannot be measured: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
  }

  private static Taken read(String line) throws IOException {
    JsonNode json = new ObjectMapper().readTree(line);
    return new Taken(
        json.path("peers").asInt(),
        json.path("heapKibibytes").asLong(),
        json.path("nativeKibibytes").asLong(),
        json.path("stackKibibytes").asLong(),
        json.path("bufferKibibytes").asLong(),
        json.path("threads").asInt());
  }
}
