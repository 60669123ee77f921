package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Over a Unix domain socket, which the JDK's client cannot: a connection a request, which the peer
 * closes behind its answer. That costs a few microseconds, for there is no network.
 */
final class SocketTransport implements PeerTransport {
  private static final long ANSWER_MILLIS = TimeUnit.SECONDS.toMillis(90);
  private static final int MAX_HEAD = 64 << 10;
  private static final Pattern HEAD =
      Pattern.compile("(?s)HTTP/1\\.1 ([0-9]{3}) .*?\r\n(?:Content-Length: ([0-9]{1,9})\r\n.*)?");

  private final Path file;

  SocketTransport(Path file) {
    this.file = file;
  }

  @Override
  public Answer send(String method, String path, Map<String, String> headers, byte[] body, int most)
      throws IOException, InterruptedException {
    // Of 1.0: the connection ends with the answer, and that does not come in chunks.
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.0\r\n");
    head.append("Host: localhost\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    ByteBuffer[] request = {
      ByteBuffer.wrap(head.append("\r\n").toString().getBytes(ISO_8859_1)), ByteBuffer.wrap(body)
    };
    return answer(exchange(request, most));
  }

  private byte[] exchange(ByteBuffer[] request, int most) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      channel.connect(UnixDomainSocketAddress.of(file));
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      ByteBuffer buffer = ByteBuffer.allocate(8192);
      while (answer.size() <= most + MAX_HEAD) {
        if (request[1].hasRemaining() || request[0].hasRemaining()) {
          channel.write(request);
        } else {
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
