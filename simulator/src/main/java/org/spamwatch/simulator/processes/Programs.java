package org.spamwatch.simulator.processes;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs other people's programs in a temporary directory, on free loopback ports. */
public final class Programs {
  private static final List<Path> DIRECTORIES =
      List.of(Path.of("/usr/bin"), Path.of("/usr/sbin"), Path.of("/usr/local/bin"));

  private static final Path APT = Path.of("/usr/bin/apt-get");

  private Programs() {}

  /**
   * Where a program is.
   *
   * @param debianPackage what installs it
   */
  public static Path find(String program, String debianPackage) throws ProcessException {
    for (Path directory : DIRECTORIES) {
      Path file = directory.resolve(program);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new ProcessException(
        program + " is not installed; on Debian: apt-get install " + debianPackage);
  }

  /**
   * Where a program is; root has it installed on a system of Debian's packages, without its
   * services being started.
   *
   * @param debianPackages what install it, parted by spaces
   */
  public static Path installed(String program, String debianPackages) throws ProcessException {
    try {
      return find(program, debianPackages);
    } catch (ProcessException e) {
      if (!"root".equals(System.getProperty("user.name")) || !Files.isExecutable(APT)) {
        throw e;
      }
    }
    List<String> command = new ArrayList<>(List.of(APT.toString(), "-q", "install", "-y"));
    command.add("--no-install-recommends");
    command.addAll(List.of(debianPackages.split(" ", -1)));
    ProcessBuilder apt = new ProcessBuilder(command);
    apt.environment().put("DEBIAN_FRONTEND", "noninteractive");
    apt.environment().put("RUNLEVEL", "1"); // in which services are not started
    apt.redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      apt.start().waitFor();
    } catch (IOException e) {
      throw new ProcessException(APT + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
    return find(program, debianPackages);
  }

  /** A port that is free for TCP and UDP now. */
  public static int freePort() throws ProcessException {
    IOException last = new IOException("none tried");
    for (int attempt = 0; attempt < 100; attempt++) {
      try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          DatagramSocket udp =
              new DatagramSocket(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.getLocalPort()))) {
        return udp.getLocalPort();
      } catch (IOException e) {
        last = e; // taken for UDP: another one
      }
    }
    throw new ProcessException("no free loopback port: " + last.getMessage(), last);
  }

  /** Starts a program whose output goes to a file. */
  public static Process start(Scratch scratch, String log, List<String> command)
      throws ProcessException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(scratch.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(scratch.path().resolve(log).toFile())
              .start();
      return scratch.owns(process);
    } catch (IOException e) {
      throw new ProcessException(command.get(0) + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** Waits until something listens on a loopback port. */
  public static void awaitPort(Process process, int port, String name) throws ProcessException {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < limit && process.isAlive()) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
        return;
      } catch (IOException e) {
        pause();
      }
    }
    throw new ProcessException(name + " does not listen on its port; is it of the usual version?");
  }

  /** Waits a twentieth of a second. */
  public static void pause() throws ProcessException {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
  }

  /** Runs a program to its end with input from a file; returns what it wrote. */
  public static String run(Scratch scratch, List<String> command, Path input)
      throws ProcessException {
    try {
      Process process =
          scratch.owns(
              new ProcessBuilder(command)
                  .directory(scratch.path().toFile())
                  .redirectInput(input.toFile())
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start());
      byte[] written = process.getInputStream().readAllBytes();
      process.onExit().join(); // what it has used is known then
      return new String(written, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ProcessException(command.get(0) + " cannot be run: " + e.getMessage(), e);
    }
  }

  /** Processor time of a process and of those that it has started, where the system tells. */
  public static Duration cpu(Process process) {
    Duration sum = Duration.ZERO;
    for (ProcessHandle each :
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
      sum = sum.plus(each.info().totalCpuDuration().orElse(Duration.ZERO));
    }
    return sum;
  }

  /** Writes a text, and makes the directories that it is in. */
  public static void write(Path file, String text) throws ProcessException {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new ProcessException(file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
