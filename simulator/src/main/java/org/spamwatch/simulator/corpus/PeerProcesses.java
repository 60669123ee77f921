package org.spamwatch.simulator.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spamwatch.agent.cli.SpamWatch;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;

/**
 * Peers on loopback, each a process of its own started through the command line as a user would,
 * with temporary data directories that go when the peers do.
 */
public final class PeerProcesses implements AutoCloseable {
  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path directory;
  private final List<Process> processes = new ArrayList<>();
  private final List<PeerClient> clients = new ArrayList<>();
  private String bootstrap = "";

  private PeerProcesses(Path directory) {
    this.directory = directory;
  }

  /** Starts peers and waits until each knows all others. */
  public static PeerProcesses start(int count, Consumer<String> progress) throws CorpusException {
    PeerProcesses peers;
    try {
      peers = new PeerProcesses(Files.createTempDirectory("spamwatch-corpus"));
    } catch (IOException e) {
      throw new CorpusException("no temporary directory can be made: " + e.getMessage(), e);
    }
    try {
      for (int i = 0; i < count; i++) {
        progress.accept("starting peer " + (i + 1) + " of " + count);
        peers.startOne(i);
      }
      peers.awaitNeighbours(count - 1);
      return peers;
    } catch (CorpusException | RuntimeException e) {
      peers.close();
      throw e;
    }
  }

  /** One client for each peer. */
  public List<PeerClient> clients() {
    return List.copyOf(clients);
  }

  /** Kills a peer as {@code kill -9} does; returns when it is dead. */
  public void kill(int number) throws CorpusException {
    Process process = processes.get(number).destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CorpusException("interrupted", e);
    }
  }

  private void startOne(int number) throws CorpusException {
    Path home = directory.resolve("peer" + number);
    Path ready = directory.resolve("peer" + number + ".ready");
    File log = directory.resolve("peer" + number + ".log").toFile();
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SpamWatch.class.getName(), "peer", "start"));
    command.addAll(List.of("--data", home.toString(), "--ready-file", ready.toString()));
    command.addAll(List.of("--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"));
    if (!bootstrap.isEmpty()) {
      command.addAll(List.of("--bootstrap", bootstrap));
    }
    try {
      Process process =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
      processes.add(process);
      JsonNode told = await(process, ready, log.toPath());
      bootstrap = bootstrap.isEmpty() ? told.path("overlay").asText() : bootstrap;
      URI url = URI.create("http://" + told.path("http").asText());
      clients.add(new PeerClient(url, Optional.empty()));
    } catch (IOException e) {
      throw new CorpusException("peer " + number + " cannot be started: " + e.getMessage(), e);
    }
  }

  private static JsonNode await(Process process, Path ready, Path log)
      throws IOException, CorpusException {
    long deadline = System.nanoTime() + READY_NANOS;
    while (!Files.exists(ready)) {
      if (pause(process) || System.nanoTime() > deadline) {
        List<String> lines = Files.readAllLines(log);
        throw new CorpusException(
            "a peer does not start: " + (lines.isEmpty() ? "" : lines.get(lines.size() - 1)));
      }
    }
    return new ObjectMapper().readTree(ready.toFile());
  }

  /** Waits a moment; returns whether the process has ended. */
  private static boolean pause(Process process) throws CorpusException {
    try {
      return process.waitFor(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CorpusException("interrupted", e);
    }
  }

  private void awaitNeighbours(int wanted) throws CorpusException {
    long deadline = System.nanoTime() + READY_NANOS;
    for (int i = 0; i < clients.size(); i++) {
      try {
        while (clients.get(i).status().path("neighbours").size() < wanted) {
          if (pause(processes.get(i)) || System.nanoTime() > deadline) {
            throw new CorpusException("peer " + i + " does not meet its neighbours");
          }
        }
      } catch (PeerClientException e) {
        throw new CorpusException("peer " + i + ": " + e.getMessage(), e);
      }
    }
  }

  /** Stops the peers and removes what they kept. */
  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.getLogger(PeerProcesses.class.getName())
          .log(System.Logger.Level.WARNING, "temporary files are left behind", e);
    }
  }
}
