package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Whoever reaches a peer's ports, as every account of its host does, says at each of them what is
 * of no protocol, and hangs up, again and again, so that the log fills its disk and nobody finds
 * anything in it.
 */
final class LogFlood implements Attack.Scenario {
  /** At one port before the user asks again. */
  private static final int AT_ONCE = 20;

  /** At one port in all: the system has no more ends for connections that were just closed. */
  private static final int MOST = 10_000;

  /** Of each kind there are two a minute; this is many kinds. */
  private static final int LINES_A_MINUTE = 40;

  private static final int PATIENCE_MILLIS = 10_000;
  private static final List<String> SETTINGS =
      List.of("milter.listen=127.0.0.1:0", "policy.listen=127.0.0.1:0", "spamd.listen=127.0.0.1:0");

  /** No HTTP, lengths without end, a milter's command before its time, a TLS record of nothing. */
  private static final List<String> NONSENSE =
      List.of(
          "GET\r\n\r\n",
          "\377\377\377\377\377\377\377\377",
          "\0\0\0\1C",
          "request=other\n\n",
          "line\n".repeat(40),
          "\26\3\3\0\5\1\0\0\1\0",
          "CHECK SPAMC/1.5\r\nContent-length: -1\r\n\r\n");

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    try (Victim victim = Victim.open(settings, SETTINGS, progress)) {
      PeerProcess peer = victim.peer();
      List<Integer> ports =
          List.of(
              peer.http().port(),
              peer.endpoint().port(),
              peer.port("milter.listen"),
              peer.port("policy.listen"),
              peer.port("spamd.listen"));
      long before = lines(peer);
      long sizeBefore = Files.size(peer.log());
      long bytes = 0;
      int said = 0;
      do {
        for (int i = 0; i < AT_ONCE && said < MOST; i++, said++) {
          for (int port : ports) {
            bytes += say(port, NONSENSE.get(said % NONSENSE.size()));
          }
        }
        victim.checks();
      } while (victim.seconds() < settings.length().toSeconds());
      double seconds = victim.seconds();
      long lines = lines(peer) - before;
      String seen =
          String.format(
              Locale.ROOT,
              "%d bad connections at each of %d ports: %d lines, %d bytes in the log; %s",
              said,
              ports.size(),
              lines,
              Files.size(peer.log()) - sizeBefore,
              victim.seen());
      boolean isBounded = lines <= LINES_A_MINUTE * (long) Math.ceil(seconds / 60);
      return new AttackResult(bytes, seconds, seen, victim.serves() && isBounded);
    } catch (IOException e) {
      throw new ProcessException("no connection can be had: " + e.getMessage(), e);
    }
  }

  private static long lines(PeerProcess peer) throws IOException {
    try (Stream<String> lines = Files.lines(peer.log(), ISO_8859_1)) {
      return lines.count();
    }
  }

  /** Says something at a port, hears what is said to it, and hangs up; the bytes that were sent. */
  private static long say(int port, String nonsense) throws IOException {
    byte[] sent = nonsense.getBytes(ISO_8859_1);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(sent);
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        // It was reset: not all of it was read.
      }
    }
    return sent.length;
  }
}
