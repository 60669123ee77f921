package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Says exactly what a test wants said to a port, headers that proper clients forbid included. */
final class RawHttp {
  private static final int PATIENCE_MILLIS = 20_000;

  private final InetSocketAddress address;

  RawHttp(InetSocketAddress address) {
    this.address = address;
  }

  /** A request with a proper Host; the whole answer. */
  String ask(String method, String path, String headers, String body) throws IOException {
    return say(
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + address.getPort()
            + "\r\nConnection: close\r\nContent-Length: "
            + body.getBytes(ISO_8859_1).length
            + "\r\n"
            + headers
            + "\r\n"
            + body);
  }

  /** Any bytes; whatever comes back until the peer closes the connection. */
  String say(String bytes) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(bytes.getBytes(ISO_8859_1));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
