package org.spamwatch.overlay.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.spamwatch.overlay.Endpoint;

/** A plain server socket on loopback to which a node under test can be led. */
final class ListeningPeer implements AutoCloseable {
  private static final int DEADLINE_MILLIS = 10_000;

  private final ServerSocket server;

  ListeningPeer() throws IOException {
    server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    server.setSoTimeout(DEADLINE_MILLIS);
    server.setReceiveBufferSize(4096); // small, so that a test of slow reading ends soon
  }

  Endpoint endpoint() {
    return new Endpoint("127.0.0.1", server.getLocalPort());
  }

  RawPeer accept(String name) throws IOException {
    return RawPeer.accepted(name, server.accept());
  }

  RawPeer acceptPlain() throws IOException {
    return RawPeer.acceptedPlain(server.accept());
  }

  RawPeer acceptAndGreet(String name) throws IOException {
    RawPeer peer = accept(name);
    peer.readFrame();
    peer.frame(RawPeer.hello(name, endpoint()));
    return peer;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
