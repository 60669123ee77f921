package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Asks over HTTP: one mail after another over one connection that is kept as long as the server
 * keeps it, or each over a connection of its own.
 */
final class HttpClient implements Client {
  private static final int PATIENCE_MILLIS = 30_000;

  private final InetSocketAddress address;
  private final String head;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /**
   * A client.
   *
   * @param keeps whether connections are kept
   */
  HttpClient(InetSocketAddress address, String path, boolean keeps) {
    this.address = address;
    this.head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: "
            + (keeps ? "keep-alive" : "close")
            + "\r\n"
            + "Content-Type: message/rfc822\r\nContent-Length: ";
  }

  /** Asks; once more if the server has closed the connection that it kept. */
  @Override
  public Answer ask(byte[] mail) {
    byte[] start = (head + mail.length + "\r\n\r\n").getBytes(ISO_8859_1);
    byte[] request = new byte[start.length + mail.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(mail, 0, request, start.length, mail.length);
    boolean kept = socket != null;
    try {
      return exchange(request);
    } catch (IOException e) {
      close();
      if (!kept) {
        return new Answer(0, "");
      }
    }
    try {
      return exchange(request);
    } catch (IOException e) {
      close();
      return new Answer(0, "");
    }
  }

  private Answer exchange(byte[] request) throws IOException {
    if (socket == null || in == null) {
      socket = new Socket(address.getAddress(), address.getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }
    socket.getOutputStream().write(request);
    String[] first = line(in).split(" ", 3);
    int length = -1;
    boolean last = first[0].equals("HTTP/1.0");
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).strip());
      } else if (header.startsWith("connection:")) {
        last = header.contains("close");
      }
    }
    byte[] body = length < 0 ? in.readAllBytes() : in.readNBytes(length);
    if (last || length < 0) {
      close();
    }
    return new Answer(Integer.parseInt(first[1]), new String(body, ISO_8859_1));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // It is gone either way.
    }
    socket = null;
    in = null;
  }
}
