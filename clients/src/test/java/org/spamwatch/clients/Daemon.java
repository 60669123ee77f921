package org.spamwatch.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server in the foreground, ended with the test together with what it started. */
final class Daemon {
  private static final long LEAVE_SECONDS = 10;

  private final Process process;
  private final Path log;

  private Daemon(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts one, which the scratch directory owns.
   *
   * @param name of its log in the scratch directory, without {@code .log}
   */
  static Daemon start(Scratch scratch, String name, String... command) throws IOException {
    return start(scratch, name, List.of(command), Map.of());
  }

  /** Starts one with more variables in its environment. */
  static Daemon start(
      Scratch scratch, String name, List<String> command, Map<String, String> environment)
      throws IOException {
    Path log = scratch.path(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Daemon daemon = new Daemon(builder.start(), log);
    return scratch.owns(daemon, daemon::close);
  }

  /** What it wrote to its standard output and standard error. */
  String log() throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1);
  }

  /** Waits until it has written something. */
  void awaitLog(String text) throws Exception {
    try {
      Awaiting.until(text, () -> log().contains(text));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + " in:\n" + log(), e);
    }
  }

  /** Its process id. */
  long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it accepts connections at a port of loopback. */
  Daemon awaitPort(int port) throws Exception {
    await("port " + port, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    return this;
  }

  /** Waits until it accepts connections at a Unix socket. */
  Daemon awaitSocket(Path socket) throws Exception {
    await(
        socket.toString(),
        () -> {
          try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
          }
        });
    return this;
  }

  private interface Connecting {
    void connect() throws IOException;
  }

  private void await(String where, Connecting connecting) throws Exception {
    Awaiting.until(
        log + " at " + where,
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("ended with " + process.exitValue() + ": " + log());
          }
          try {
            connecting.connect();
            return true;
          } catch (IOException e) {
            return false;
          }
        });
  }

  /** Waits until it ends by itself; returns its exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(LEAVE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(log + ": does not end");
    }
    return process.exitValue();
  }

  /** Asks it to end, as {@code kill} does. */
  void terminate() {
    process.destroy();
  }

  /** Ends it; what does not end when it is asked to is killed. */
  void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    process.onExit().completeOnTimeout(process, LEAVE_SECONDS, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
