package org.spamwatch.simulator.attack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Two hundred clients of the HTTP port begin a request and never end it, half of them within the
 * head and half within the body; whoever is cut off comes again.
 */
final class SlowRequests implements Attack.Scenario {
  private static final int CLIENTS = 200;
  private static final long SLOW_MILLIS = 500;

  private static final int PATIENCE_MILLIS = 30_000;
  private static final String HEAD =
      "POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: message/rfc822\r\n";
  private static final String BODY = HEAD + "Content-Length: 5000\r\n\r\nFrom: a@example.org\r\n";

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    List<Socket> clients = new ArrayList<>();
    try (Victim victim = Victim.open(settings, progress)) {
      Endpoint http = victim.peer().http();
      long bytes = 0;
      double slowest = 0;
      do {
        bytes += begin(clients, http);
        slowest = Math.max(slowest, healthMillis(http));
        victim.checks();
      } while (victim.seconds() < settings.length().toSeconds());
      String seen =
          String.format(Locale.ROOT, "/healthz within %.0f ms; %s", slowest, victim.seen());
      return new AttackResult(
          bytes, victim.seconds(), seen, victim.serves() && slowest < SLOW_MILLIS);
    } catch (IOException e) {
      throw new ProcessException("no connection can be opened: " + e.getMessage(), e);
    } finally {
      clients.forEach(SlowRequests::close);
    }
  }

  /** Sees to it that there are as many as there should be; the bytes that were sent. */
  private static long begin(List<Socket> clients, Endpoint http) throws IOException {
    clients.removeIf(SlowRequests::isCutOff);
    long bytes = 0;
    while (clients.size() < CLIENTS) {
      Socket client = new Socket(http.host(), http.port());
      clients.add(client);
      byte[] half = (clients.size() % 2 == 0 ? HEAD : BODY).getBytes(StandardCharsets.US_ASCII);
      try {
        client.getOutputStream().write(half);
        bytes += half.length;
      } catch (IOException e) {
        return bytes; // it was refused at once; the next turn tries again
      }
    }
    return bytes;
  }

  private static boolean isCutOff(Socket client) {
    try {
      client.setSoTimeout(1);
      if (client.getInputStream().read() >= 0) {
        return false;
      }
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      // It was reset.
    }
    close(client);
    return true;
  }

  /** How long the peer takes to say that it is alive; all of the patience if it does not. */
  private static double healthMillis(Endpoint http) {
    long begun = System.nanoTime();
    try {
      HttpURLConnection alive =
          (HttpURLConnection) URI.create("http://" + http + "/healthz").toURL().openConnection();
      alive.setConnectTimeout(PATIENCE_MILLIS);
      alive.setReadTimeout(PATIENCE_MILLIS);
      alive.setRequestProperty("Connection", "close");
      return alive.getResponseCode() == 200 ? (System.nanoTime() - begun) / 1e6 : PATIENCE_MILLIS;
    } catch (IOException e) {
      return PATIENCE_MILLIS;
    }
  }

  private static void close(Socket client) {
    try {
      client.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
