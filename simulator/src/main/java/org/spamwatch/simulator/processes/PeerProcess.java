package org.spamwatch.simulator.processes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.Started;
import org.spamwatch.agent.cli.SpamWatch;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/**
 * One peer as a process, started through the command line. It keeps its data directory and its
 * ports over restarts. Not thread-safe, but {@link #client} is.
 */
public final class PeerProcess {
  private static final long READY_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final int TRY_AGAIN = 75;

  private final String name;
  private final Scratch scratch;
  private final Path home;
  private final Path ready;
  private final Place place;
  private final List<String> java;
  private final List<String> settings;
  private final Optional<String> token;
  private List<Endpoint> seeds = List.of();
  private State state = State.DOWN;
  private @Nullable Process process;
  private @Nullable Told told;

  /** What it is to do. */
  private enum State {
    /** Nothing: it was not started yet, or killed. */
    DOWN,
    /** To serve. */
    UP,
    /** To stand still. */
    PAUSED
  }

  /** What it said when it was last ready. */
  private record Told(Id id, int overlayPort, int httpPort, PeerClient client) {}

  PeerProcess(
      String name,
      Scratch scratch,
      Place place,
      List<String> java,
      List<String> settings,
      String token) {
    this.name = name;
    this.scratch = scratch;
    Path directory = scratch.path();
    this.home = directory.resolve(name);
    this.ready = directory.resolve(name + ".ready");
    this.place = place;
    this.java = List.copyOf(java);
    this.settings = List.copyOf(settings);
    this.token = place.needsToken() ? Optional.of(token) : Optional.empty();
  }

  /** A name for progress lines, also that of its files. */
  public String name() {
    return name;
  }

  /** Where it writes its log. */
  public Path log() {
    return scratch.path().resolve(name + ".log");
  }

  /** The peer's id when it was last ready. */
  public Id id() {
    return told == null ? Id.ZERO : told.id();
  }

  /** Where other peers reach it. */
  public Endpoint endpoint() {
    return new Endpoint(place.host(), overlayPort());
  }

  /** Whether it has been ready before, so that its port is known. */
  boolean endpointKnown() {
    return told != null;
  }

  /** Asks the peer; it may be down. */
  public PeerClient client() {
    if (told == null) {
      throw new IllegalStateException(name + " was never ready");
    }
    return told.client();
  }

  /** The port that mail programs ask. */
  public Endpoint http() {
    return new Endpoint(place.httpHost(), httpPort());
  }

  /**
   * The port of loopback at which it listens besides.
   *
   * @param setting that says where, such as {@code milter.listen}; it must be set
   */
  public int port(String setting) throws PeerClientException {
    String place = client().status().ports().getOrDefault(setting, ":0");
    return Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
  }

  /** 0 for a free one before it was ready for the first time. */
  private int overlayPort() {
    return told == null ? 0 : told.overlayPort();
  }

  private int httpPort() {
    return told == null ? 0 : told.httpPort();
  }

  /** Whether it runs and is not paused. */
  public boolean serves() {
    return process != null && process.isAlive() && state != State.PAUSED;
  }

  /** Whether it has said so since it was last started. */
  public boolean isReady() {
    return ready.toFile().exists();
  }

  /** Whether it ended although nobody killed it. */
  boolean failed() {
    return state != State.DOWN && (process == null || !process.isAlive());
  }

  /**
   * Starts it; {@link #awaitReady} says when it serves.
   *
   * @param through peers through which it joins; none begins a realm of its own
   */
  void start(List<Endpoint> through) throws ProcessException {
    seeds = List.copyOf(through);
    List<String> command = new ArrayList<>(place.prefix());
    command.addAll(java);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SpamWatch.class.getName(), "peer", "start"));
    command.addAll(List.of("--data", home.toString(), "--ready-file", ready.toString()));
    command.addAll(List.of("--listen", place.host() + ":" + overlayPort()));
    command.addAll(List.of("--http", place.httpHost() + ":" + httpPort()));
    // A mailbox of an experiment votes in minutes on what came in over years.
    command.addAll(List.of("--set", "votes.daily-quota=0"));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    token.ifPresent(text -> command.addAll(List.of("--set", "http.token=" + text)));
    seeds.forEach(seed -> command.addAll(List.of("--bootstrap", seed.toString())));
    try {
      Files.deleteIfExists(ready); // one of before a kill
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("STATE_DIRECTORY", home.toString()); // never a user's own
      File to = log().toFile();
      process = scratch.owns(builder.redirectOutput(ProcessBuilder.Redirect.appendTo(to)).start());
      state = State.UP;
    } catch (IOException e) {
      throw new ProcessException(name + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** Waits until the peer says that it is ready. */
  void awaitReady() throws ProcessException {
    long deadline = System.nanoTime() + READY_NANOS;
    while (!Files.exists(ready)) {
      if (System.nanoTime() > deadline) {
        throw new ProcessException(name + " does not become ready: " + lastLine());
      }
      if (ended(50)) {
        // Ports of before a restart may be in use for a moment, by a connection that was opened.
        if (exitCode() != TRY_AGAIN || told == null) {
          throw new ProcessException(name + " does not start: " + lastLine());
        }
        start(seeds);
      }
    }
    try {
      Started now = ApiJson.readAnswer(Files.readAllBytes(ready), Started.class);
      URI url = URI.create("http://" + now.http());
      boolean known = told != null && told.httpPort() == url.getPort();
      PeerClient client = known ? client() : new PeerClient(url, token);
      int port = Endpoint.parse(now.overlay()).port();
      told = new Told(now.id(), port, url.getPort(), client);
    } catch (IOException | BadJsonException e) {
      throw new ProcessException(name + ": its ready file cannot be read", e);
    }
  }

  private int exitCode() {
    return process == null ? 0 : process.exitValue();
  }

  /** Waits a moment; returns whether the process has ended. */
  boolean ended(long millis) throws ProcessException {
    try {
      return process == null || process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
  }

  private String lastLine() {
    try (Stream<String> lines = Files.lines(log())) {
      return lines.reduce((first, second) -> second).orElse("it said nothing") + " (" + log() + ")";
    } catch (IOException | UncheckedIOException e) {
      return "its log cannot be read: " + log();
    }
  }

  /** Ends it as {@code kill -9} does; {@link #awaitDead} waits for it. */
  void kill() {
    state = State.DOWN;
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Waits until a killed process is gone. */
  void awaitDead() {
    if (process != null) {
      process.onExit().join();
    }
  }

  /** Stops it where it is, as SIGSTOP does. */
  void pause() throws ProcessException {
    signal("STOP");
    state = State.PAUSED;
  }

  /** Lets it go on. */
  void resume() throws ProcessException {
    signal("CONT");
    state = State.UP;
  }

  private void signal(String which) throws ProcessException {
    if (process != null) {
      Commands.run(List.of("kill", "-" + which, Long.toString(process.pid())));
    }
  }

  /** Removes what a dead peer kept: it comes back as another, with an empty store. */
  void erase() throws ProcessException {
    Scratch.erase(home);
  }

  /** Processor time used since it was last started, where the system tells. */
  public Optional<Duration> cpu() {
    return process == null ? Optional.empty() : process.info().totalCpuDuration();
  }

  /** Resident memory in KiB, where the system tells. */
  public OptionalLong residentKibibytes() {
    if (process == null) {
      return OptionalLong.empty();
    }
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
    }
  }
}
