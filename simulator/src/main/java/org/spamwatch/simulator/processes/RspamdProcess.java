package org.spamwatch.simulator.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * rspamd of the system's own package with its fuzzy storage, and with no more of rspamd than is
 * asked for; it speaks to loopback alone. Its files and processes are a scratch directory's, of
 * which one may hold one rspamd.
 */
public final class RspamdProcess {
  private static final String CONFIGURATION =
      """
      options {
        pidfile = "%1$s/rspamd.pid";
        tempdir = "%1$s";
        filters = "%4$s";
        control_socket = "%1$s/control.sock mode=0600";
        dns { nameserver = ["127.0.0.1:%2$d"]; timeout = 0.1s; retransmits = 1; }
      }
      logging { type = "file"; filename = "%1$s/rspamd.log"; level = "error"; }
      lua = "%1$s/empty.lua";
      worker "fuzzy" {
        bind_socket = "127.0.0.1:%2$d"; count = 1; %3$s
        expire = 90d; allow_update = ["127.0.0.1"]; sync = 1s;
      }
      %5$s
      """;

  private final Process process;

  private RspamdProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it; it may not serve yet.
   *
   * @param port of its storage, which it takes for its name server, too, so that it asks no other
   * @param backend settings of the storage that say where it keeps what it is told
   * @param filters what it does to mails that it is asked about
   * @param sections of its configuration beside the storage
   * @throws ProcessException if it is not installed and cannot be
   */
  public static RspamdProcess start(
      Scratch scratch, int port, String backend, String filters, String sections)
      throws ProcessException {
    String program = Programs.installed("rspamd", "rspamd").toString();
    Path file = scratch.path().resolve("rspamd.conf");
    Programs.write(scratch.path().resolve("empty.lua"), "");
    Programs.write(file, CONFIGURATION.formatted(scratch.path(), port, backend, filters, sections));
    List<String> command = List.of(program, "-i", "-f", "-c", file.toString());
    return new RspamdProcess(Programs.start(scratch, "rspamd.out", command));
  }

  /** Waits until one of its workers listens on a port. */
  public void awaitPort(int port, String worker) throws ProcessException {
    Programs.awaitPort(process, port, worker);
  }

  /** Processor time of all its processes, where the system tells. */
  public Duration cpu() {
    return Programs.cpu(process);
  }

  /** Ends its workers with it: killed alone, it would leave them. */
  public void end() {
    List<ProcessHandle> workers = process.descendants().toList();
    process.destroy();
    workers.forEach(ProcessHandle::destroyForcibly);
  }
}
