package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Over TCP or a Unix domain socket: a connection a request, which the peer closes behind its
 * answer. On one machine that costs some microseconds, where the JDK's client, which also cannot do
 * the second, takes a fifth of a second of processor time to start.
 */
final class SocketTransport implements PeerTransport {
  private static final long CONNECT_MILLIS = TimeUnit.SECONDS.toMillis(5);
  private static final long ANSWER_MILLIS = TimeUnit.SECONDS.toMillis(90);
  private static final int MAX_HEAD = 64 << 10;
  private static final int WRITTEN_AT_ONCE = 64 << 10;
  private static final int HTTP_PORT = 80;
  private static final Pattern HEAD =
      Pattern.compile("(?s)HTTP/1\\.1 ([0-9]{3}) .*?\r\n(?:Content-Length: ([0-9]{1,9})\r\n.*)?");

  private final URI peer;

  /** To a peer of a URL {@code http://HOST:PORT} or {@code unix:/FILE}. */
  SocketTransport(URI peer) {
    this.peer = peer;
  }

  static boolean isFile(URI peer) {
    return "unix".equalsIgnoreCase(peer.getScheme());
  }

  private String host() {
    return isFile(peer)
        ? "localhost"
        : peer.getHost() + (peer.getPort() < 0 ? "" : ":" + peer.getPort());
  }

  private SocketChannel open() throws IOException {
    return isFile(peer) ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
  }

  private SocketAddress address() throws IOException {
    if (isFile(peer)) {
      return UnixDomainSocketAddress.of(Path.of(peer.getPath()));
    }
    int port = peer.getPort() < 0 ? HTTP_PORT : peer.getPort();
    InetSocketAddress address = new InetSocketAddress(peer.getHost(), port);
    if (address.isUnresolved()) {
      throw new UnknownHostException(peer.getHost());
    }
    return address;
  }

  @Override
  public Answer send(String method, String path, Map<String, String> headers, byte[] body, int most)
      throws IOException, InterruptedException {
    // Of 1.0: the connection ends with the answer, and that does not come in chunks.
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.0\r\n");
    head.append("Host: ").append(host()).append("\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    byte[] start = head.append("\r\n").toString().getBytes(ISO_8859_1);
    return answer(exchange(List.of(ByteBuffer.wrap(start), ByteBuffer.wrap(body)), most));
  }

  private byte[] exchange(List<ByteBuffer> request, int most)
      throws IOException, InterruptedException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (SocketChannel channel = open();
        Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      if (!channel.connect(address())) {
        long end = end(CONNECT_MILLIS);
        while (!channel.finishConnect()) {
          await(selector, end);
        }
      }
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      ByteBuffer buffer = ByteBuffer.allocate(8192);
      long end = end(ANSWER_MILLIS);
      while (answer.size() <= most + MAX_HEAD) {
        if (isWritten(request, channel)) {
          key.interestOps(SelectionKey.OP_READ);
        }
        int read = channel.read(buffer.clear());
        if (read < 0) {
          break;
        }
        answer.write(buffer.array(), 0, read);
        if (read == 0) {
          await(selector, end);
        }
      }
    }
    return answer.toByteArray();
  }

  /** Writes what the socket takes, some at a time: all of it is copied that is shown to it. */
  private static boolean isWritten(List<ByteBuffer> request, SocketChannel channel)
      throws IOException {
    for (ByteBuffer part : request) {
      while (part.hasRemaining()) {
        int some = Math.min(part.remaining(), WRITTEN_AT_ONCE);
        int written = channel.write(part.slice(part.position(), some));
        part.position(part.position() + written);
        if (written < some) {
          return false;
        }
      }
    }
    return true;
  }

  private static long end(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static void await(Selector selector, long end) throws IOException, InterruptedException {
    long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    if (millis <= 0) {
      throw new HttpTimeoutException("no answer in time");
    }
    selector.select(millis);
    selector.selectedKeys().clear();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static Answer answer(byte[] bytes) throws IOException {
    String text = new String(bytes, 0, Math.min(bytes.length, MAX_HEAD), ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    Matcher head = HEAD.matcher(end < 0 ? "" : text.substring(0, end + 2));
    if (!head.matches()) {
      throw new ProtocolException("the answer is not HTTP");
    }
    byte[] body = Arrays.copyOfRange(bytes, end + 4, bytes.length);
    if (head.group(2) != null && body.length != Integer.parseInt(head.group(2))) {
      throw new ProtocolException("the answer is cut off");
    }
    return new Answer(Integer.parseInt(head.group(1)), body);
  }
}
