package org.spamwatch.simulator.processes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Endpoint;

/**
 * Peers of one realm as processes, with temporary data directories that go when the peers do. None
 * outlives this process, however it ends, unless that is killed itself. Not thread-safe.
 */
public final class PeerProcesses implements AutoCloseable {
  private static final long MEET_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int STARTED_AT_ONCE = 4;

  /** Peers through which each joins; a site would name as many. */
  private static final int SEEDS = 3;

  private static final List<String> ASKING = List.of("check.privacy=network");

  private final Scratch scratch;
  private final List<PeerProcess> peers = new ArrayList<>();
  private final Consumer<String> progress;
  private boolean keep;

  private PeerProcesses(Scratch scratch, Consumer<String> progress) {
    this.scratch = scratch;
    this.progress = progress;
  }

  /**
   * Starts peers on loopback and waits until all are ready. They are asked about each mail, so that
   * a mark is found at once, and not when it has been announced.
   *
   * @param flags for each peer's Java, such as {@link #small}
   */
  public static PeerProcesses start(int count, List<String> flags, Consumer<String> progress)
      throws ProcessException {
    return start(count, flags, ASKING, progress);
  }

  /**
   * Starts peers on loopback with settings of their own.
   *
   * @param settings of each, of the form KEY=VALUE
   */
  public static PeerProcesses start(
      int count, List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    return startAt(Collections.nCopies(count, Place.LOOPBACK), flags, settings, progress);
  }

  /**
   * Starts a peer at each place, a few at a time, and waits until all are ready and know another;
   * with the settings of {@link #start(int, List, Consumer)}.
   *
   * @param flags for each peer's Java
   */
  public static PeerProcesses startAt(
      List<Place> places, List<String> flags, Consumer<String> progress) throws ProcessException {
    return startAt(places, flags, ASKING, progress);
  }

  private static PeerProcesses startAt(
      List<Place> places, List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    PeerProcesses all = new PeerProcesses(Scratch.open("spamwatch-peers"), progress);
    try {
      byte[] token = new byte[16];
      new SplittableRandom().nextBytes(token);
      for (int i = 0; i < places.size(); i++) {
        all.peers.add(
            new PeerProcess(
                String.format("peer%02d", i),
                all.scratch,
                places.get(i),
                java(flags),
                settings,
                HexFormat.of().formatHex(token)));
      }
      // The first begins the realm; the others need somebody to join.
      all.start(all.peers.subList(0, Math.min(1, all.peers.size())));
      all.start(all.peers.subList(Math.min(1, all.peers.size()), all.peers.size()));
      all.awaitNeighbours(Math.min(SEEDS, places.size() - 1));
      return all;
    } catch (ProcessException | RuntimeException e) {
      all.keep = true;
      all.close();
      throw e;
    }
  }

  /** Flags for a Java that starts fast and stays small, so that many fit into one machine. */
  public static List<String> small(int heapMebibytes) {
    return List.of("-XX:TieredStopAtLevel=1", "-Xmx" + heapMebibytes + "m");
  }

  private static List<String> java(List<String> flags) {
    List<String> java = new ArrayList<>();
    java.add(ProcessHandle.current().info().command().orElse("java"));
    java.addAll(List.of("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
    java.addAll(flags);
    return java;
  }

  /** All of them, dead ones too. */
  public List<PeerProcess> all() {
    return List.copyOf(peers);
  }

  /** Those that run and are not paused. */
  public List<PeerProcess> serving() {
    return peers.stream().filter(PeerProcess::serves).toList();
  }

  /** One client for each peer. */
  public List<PeerClient> clients() {
    return peers.stream().map(PeerProcess::client).toList();
  }

  /** Starts peers, a few at a time, with what they kept; returns when all are ready. */
  public void start(List<PeerProcess> which) throws ProcessException {
    List<PeerProcess> starting = new ArrayList<>();
    int done = 0;
    for (PeerProcess peer : which) {
      peer.start(seedsOf(peer));
      starting.add(peer);
      if (starting.size() >= STARTED_AT_ONCE) {
        starting.remove(0).awaitReady();
        done++;
      }
      if (done % 8 == 7) {
        progress.accept(done + 1 + " of " + which.size() + " peers are up");
      }
    }
    for (PeerProcess peer : starting) {
      peer.awaitReady();
    }
  }

  /** Starts peers all at once, as when power returns; returns when all are ready. */
  public void startAtOnce(List<PeerProcess> which) throws ProcessException {
    for (PeerProcess peer : which) {
      peer.start(seedsOf(peer));
    }
    for (PeerProcess peer : which) {
      peer.awaitReady();
    }
  }

  /** The first few others whose address is known: those that were started before. */
  private List<Endpoint> seedsOf(PeerProcess peer) {
    return peers.stream()
        .filter(other -> other != peer && other.endpointKnown())
        .limit(SEEDS)
        .map(PeerProcess::endpoint)
        .toList();
  }

  /** Kills peers at once as {@code kill -9} does; returns when they are dead. */
  public void kill(List<PeerProcess> which) {
    which.forEach(PeerProcess::kill);
    which.forEach(PeerProcess::awaitDead);
  }

  /** Removes what dead peers kept. */
  public void erase(List<PeerProcess> which) throws ProcessException {
    for (PeerProcess peer : which) {
      peer.erase();
    }
  }

  /** Stops peers where they are, as SIGSTOP does. */
  public void pause(List<PeerProcess> which) throws ProcessException {
    for (PeerProcess peer : which) {
      peer.pause();
    }
  }

  /** Lets them go on. */
  public void resume(List<PeerProcess> which) throws ProcessException {
    for (PeerProcess peer : which) {
      peer.resume();
    }
  }

  /** Waits until every peer knows at least some others. */
  public void awaitNeighbours(int wanted) throws ProcessException {
    long deadline = System.nanoTime() + MEET_NANOS;
    for (PeerProcess peer : peers) {
      try {
        while (peer.client().status().neighbours().size() < wanted) {
          if (peer.ended(100) || System.nanoTime() > deadline) {
            throw new ProcessException(peer.name() + " does not meet its neighbours");
          }
        }
      } catch (PeerClientException e) {
        throw new ProcessException(peer.name() + ": " + e.getMessage(), e);
      }
    }
  }

  /** The logs stay when the peers go: something went wrong. */
  public void keepLogs() {
    keep = true;
  }

  /**
   * Kills the peers and removes what they kept; the logs of those that ended by themselves, or all
   * if {@link #keepLogs} was called, stay and are named.
   */
  @Override
  public void close() {
    List<Path> kept =
        peers.stream().filter(peer -> keep || peer.failed()).map(PeerProcess::log).toList();
    if (kept.isEmpty()) {
      scratch.close();
      return;
    }
    scratch.leave();
    try {
      erase(peers);
    } catch (ProcessException e) {
      progress.accept(String.valueOf(e.getMessage()));
    }
    progress.accept("logs are kept: " + (kept.size() == 1 ? kept.get(0) : scratch.path()));
  }
}
