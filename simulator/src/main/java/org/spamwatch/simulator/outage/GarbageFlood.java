package org.spamwatch.simulator.outage;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.spamwatch.overlay.Endpoint;

/**
 * Strangers who send peers what is no message: random bytes, frames of random bytes, requests that
 * never end, and connections on which nothing is said or nothing read.
 */
final class GarbageFlood implements AutoCloseable {
  private static final int STRANGERS = 4;
  private static final int HELD = 64;
  private static final int CONNECT_MILLIS = 2_000;

  private final List<Thread> strangers = new ArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean over;

  /** Begins to flood the given overlay and HTTP ports. */
  GarbageFlood(List<Endpoint> overlay, List<Endpoint> http, SplittableRandom random) {
    for (int i = 0; i < STRANGERS; i++) {
      SplittableRandom own = random.split();
      Thread stranger = new Thread(() -> flood(overlay, http, own), "stranger-" + i);
      stranger.setDaemon(true);
      strangers.add(stranger);
      stranger.start();
    }
  }

  /** Connections made so far. */
  int connections() {
    return connections.get();
  }

  private void flood(List<Endpoint> overlay, List<Endpoint> http, SplittableRandom random) {
    Deque<Socket> held = new ArrayDeque<>();
    while (!over) {
      boolean web = random.nextInt(4) == 0;
      List<Endpoint> targets = web ? http : overlay;
      Endpoint target = targets.get(random.nextInt(targets.size()));
      Socket socket = new Socket();
      held.add(socket);
      try {
        socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
        connections.incrementAndGet();
        say(socket.getOutputStream(), web, random);
      } catch (IOException e) {
        close(socket); // refused or cut off, as it should be
      }
      while (held.size() > HELD) {
        close(held.remove());
      }
    }
    held.forEach(GarbageFlood::close);
  }

  /** The connection stays open afterwards, for a while, and nothing is ever read from it. */
  private static void say(OutputStream out, boolean web, SplittableRandom random)
      throws IOException {
    byte[] bytes = new byte[1 + random.nextInt(8192)];
    random.nextBytes(bytes);
    switch (random.nextInt(4)) {
      case 0 -> {} // half open: not a word
      case 1 -> out.write(bytes);
      case 2 -> out.write(web ? "GET /v1/st".getBytes(StandardCharsets.US_ASCII) : framed(bytes));
      default -> out.write(web ? unread() : tls(bytes));
    }
    out.flush();
  }

  /** A frame of the right length, or one that lacks its end. */
  private static byte[] framed(byte[] bytes) {
    int announced = bytes.length + bytes[0];
    return ByteBuffer.allocate(4 + bytes.length).putInt(announced).put(bytes).array();
  }

  /** What begins as a handshake of TLS does. */
  private static byte[] tls(byte[] bytes) {
    ByteBuffer hello = ByteBuffer.allocate(5 + bytes.length);
    return hello.put(new byte[] {22, 3, 1}).putShort((short) bytes.length).put(bytes).array();
  }

  /** Many requests whose answers nobody reads. */
  private static byte[] unread() {
    String one = "GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    return one.repeat(50).getBytes(StandardCharsets.US_ASCII);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is of no use either way
    }
  }

  @Override
  public void close() {
    over = true;
    try {
      for (Thread stranger : strangers) {
        stranger.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
