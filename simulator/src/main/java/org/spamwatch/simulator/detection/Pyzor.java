package org.spamwatch.simulator.detection;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.Scratch;

/** pyzor with a server of its own: one digest a mail, of a few of its lines. */
public final class Pyzor implements ReferenceFilter {
  private final Scratch scratch;
  private final Path client;
  private final Process server;
  private final int port;

  private Pyzor(Scratch scratch, Path client, Process server, int port) {
    this.server = server;
    this.port = port;
    this.scratch = scratch;
    this.client = client;
  }

  /** Starts it as a process of its own on loopback. */
  public static Pyzor start() throws ProcessException {
    Path server = Programs.find("pyzord", "pyzor python3-gdbm");
    Path client = Programs.find("pyzor", "pyzor");
    Scratch scratch = Scratch.open("spamwatch-pyzor-");
    try {
      int port = Programs.freePort();
      Path directory = scratch.path();
      Programs.write(
          directory.resolve("server/pyzord.access"), "check report ping : anonymous : allow\n");
      Programs.write(directory.resolve("client/servers"), "127.0.0.1:" + port + "\n");
      List<String> command =
          List.of(
              server.toString(),
              "--homedir=" + directory.resolve("server"),
              "--address=127.0.0.1",
              "--port=" + port,
              "--database-engine=gdbm",
              "--dsn=pyzord.db",
              "--threads=True");
      Process process = Programs.start(scratch, "pyzord.out", command);
      Pyzor pyzor = new Pyzor(scratch, client, process, port);
      pyzor.awaitServer(process);
      return pyzor;
    } catch (ProcessException e) {
      scratch.close();
      throw e;
    }
  }

  private void awaitServer(Process process) throws ProcessException {
    Programs.write(scratch.path().resolve("empty"), "");
    for (int attempt = 0; attempt < 20 && process.isAlive(); attempt++) {
      String answer =
          Programs.run(scratch, command("ping", "mbox"), scratch.path().resolve("empty"));
      if (answer.contains("(200,")) {
        return;
      }
      Programs.pause();
    }
    throw new ProcessException("pyzord does not answer; on Debian it needs python3-gdbm");
  }

  private List<String> command(String what, String style) {
    return List.of(
        client.toString(), "--homedir=" + scratch.path().resolve("client"), "-s", style, what);
  }

  @Override
  public String name() {
    return "pyzor";
  }

  @Override
  public List<Boolean> report(List<byte[]> mails) throws ProcessException {
    return answers("report", mails).stream().map(line -> line.contains("(200,")).toList();
  }

  @Override
  public List<Boolean> check(List<byte[]> mails) throws ProcessException {
    List<Boolean> known = new ArrayList<>();
    for (String line : answers("check", mails)) {
      String[] columns = line.split("\t", -1); // server, code, reports, whitelistings
      known.add(columns.length >= 3 && !columns[2].trim().equals("0"));
    }
    return known;
  }

  /** One line a mail, in one run of the client. */
  private List<String> answers(String what, List<byte[]> mails) throws ProcessException {
    Path file = Mbox.write(scratch, mails);
    List<String> lines =
        Programs.run(scratch, command(what, "mbox"), file)
            .lines()
            .filter(line -> line.startsWith("127.0.0.1:"))
            .toList();
    if (lines.size() != mails.size()) {
      throw new ProcessException(
          "pyzor answered " + lines.size() + " lines for " + mails.size() + " mails");
    }
    return lines;
  }

  /** Where its server is asked by datagrams, on loopback. */
  public int port() {
    return port;
  }

  /** Processor time that its server has used, where the system tells. */
  public Duration cpu() {
    return Programs.cpu(server);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
