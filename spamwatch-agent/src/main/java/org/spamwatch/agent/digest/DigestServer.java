package org.spamwatch.agent.digest;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.StateFile;

/**
 * A server that is asked by digests, while it runs: its port, and what it knows, which is written
 * down whenever that has changed, every minute and at the end. A crash loses what was reported
 * since. Safe for any thread.
 */
public final class DigestServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DigestServer.class);
  private static final Duration BETWEEN_SAVES = Duration.ofMinutes(1);

  private final Database database;
  private final StateFile file;
  private final DigestPort port;
  private final ScheduledThreadPoolExecutor disk;
  private long saved; // changes that are on disk; the disk's thread's
  private boolean isFailing;

  /** What a server knows. Safe for any thread. */
  public interface Database {
    /** What it is called in logs and names of threads. */
    String name();

    /** What it is asked. */
    List<DigestPath> paths();

    /** How often it has changed. */
    long changes();

    /** All of it, to be kept; the time for it is time in which nobody is answered. */
    byte[] state();
  }

  private DigestServer(Database database, StateFile file, DigestPort port) {
    this.database = database;
    this.file = file;
    this.port = port;
    disk = new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory(database.name(), true));
    disk.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Opens the port and begins to keep what the database knows; closes the file at the end.
   *
   * @param token that every client must show, if there is one
   * @throws IOException if the file cannot be written or the address cannot be bound
   */
  public static DigestServer start(
      InetSocketAddress address, Optional<String> token, StateFile file, Database database)
      throws IOException {
    long changes = database.changes();
    file.write(database.state()); // who cannot keep anything is not to take reports
    DigestPort port = DigestPort.open(database.name(), address, database.paths(), token);
    DigestServer server = new DigestServer(database, file, port);
    server.saved = changes;
    long millis = BETWEEN_SAVES.toMillis();
    var unused =
        server.disk.scheduleWithFixedDelay(
            server::saveOrWarn, millis, millis, TimeUnit.MILLISECONDS);
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return port.address();
  }

  private void saveOrWarn() {
    try {
      save();
      isFailing = false;
    } catch (IOException e) {
      if (!isFailing) {
        LOG.warn("{} cannot be written: {}; trying again", file, AtomicFile.reason(e));
      }
      isFailing = true;
    }
  }

  private void save() throws IOException {
    long changes = database.changes();
    if (changes != saved) {
      file.write(database.state());
      saved = changes;
    }
  }

  /**
   * Answers nobody any more and writes down what has changed.
   *
   * @throws IOException if that cannot be written
   */
  @Override
  public void close() throws IOException {
    port.close();
    disk.shutdown();
    try (file) {
      if (!disk.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IOException(file + ": the disk does not answer");
      }
      save();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(file + ": not written, for it was interrupted", e);
    }
  }
}
