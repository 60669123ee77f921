package org.spamwatch.simulator.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A temporary directory and the processes that work in it, which end together: when this is closed,
 * or when this process is told to end.
 */
public final class Scratch implements AutoCloseable {
  private final Path directory;
  private final List<Process> owned = new CopyOnWriteArrayList<>();
  private final Thread lastResort = new Thread(this::end, "scratch-end");

  private Scratch(Path directory) {
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** Makes a directory whose name begins in the given way. */
  public static Scratch open(String prefix) throws ProcessException {
    try {
      return new Scratch(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new ProcessException("no temporary directory can be made: " + e.getMessage(), e);
    }
  }

  /** The directory. */
  public Path path() {
    return directory;
  }

  /** Takes over a process. */
  public Process owns(Process process) {
    owned.add(process);
    return process;
  }

  /** Removes a file, or a directory with all that is in it. */
  static void erase(Path place) throws ProcessException {
    if (!Files.exists(place)) {
      return;
    }
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new ProcessException(place + " cannot be removed: " + e.getMessage(), e);
    }
  }

  private void killAll() {
    owned.forEach(Process::destroyForcibly);
    owned.forEach(process -> process.onExit().join());
  }

  private void end() {
    killAll();
    try {
      erase(directory);
    } catch (ProcessException e) {
      System.getLogger(Scratch.class.getName())
          .log(System.Logger.Level.WARNING, "temporary files are left behind", e);
    }
  }

  /** Kills the processes, but what is in the directory stays. */
  void leave() {
    killAll();
    forget();
  }

  @Override
  public void close() {
    end();
    forget();
  }

  private void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IllegalStateException e) {
      return; // this process is ending: the hook runs, or has run
    }
  }
}
