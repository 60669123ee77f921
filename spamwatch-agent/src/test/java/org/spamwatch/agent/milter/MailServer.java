package org.spamwatch.agent.milter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A mail server's side of a milter connection, packet by packet. */
final class MailServer implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();

  MailServer(InetSocketAddress port) throws IOException {
    socket.connect(port, TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  /** One packet: a letter and what follows it; zeros are written as bars. */
  static byte[] packet(String text) {
    byte[] data = text.replace('|', '\0').getBytes(ISO_8859_1);
    return ByteBuffer.allocate(Integer.BYTES + data.length).putInt(data.length).put(data).array();
  }

  static byte[] options(int version, int actions, int steps) {
    return ByteBuffer.allocate(17)
        .putInt(13)
        .put((byte) 'O')
        .putInt(version)
        .putInt(actions)
        .putInt(steps)
        .array();
  }

  /** Sends packets together. */
  MailServer say(String... packets) throws IOException {
    for (String packet : packets) {
      unsent.writeBytes(packet(packet));
    }
    return send(unsent.toByteArray());
  }

  MailServer send(byte[] bytes) throws IOException {
    unsent.reset();
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Agrees on everything that is new, as Postfix 3 does. */
  MailServer greet() throws IOException {
    send(options(6, 0x1FF, 0x1FFFFF));
    hear();
    return this;
  }

  /** The next answer, zeros as bars and numbers in brackets; {@code closed} at the end. */
  String hear() throws IOException {
    int length;
    try {
      length = in.readInt();
    } catch (EOFException | SocketException e) {
      return "closed";
    }
    char reply = (char) in.readByte();
    StringBuilder text = new StringBuilder().append(reply);
    int left = length - 1;
    for (int numbers = reply == 'O' ? 3 : reply == 'm' ? 1 : 0; numbers > 0; numbers--) {
      text.append('[').append(Integer.toHexString(in.readInt())).append(']');
      left -= Integer.BYTES;
    }
    return text.append(new String(in.readNBytes(left), ISO_8859_1).replace('\0', '|')).toString();
  }

  /** The answers up to one that ends the message, a line each. */
  String hearAll() throws IOException {
    StringBuilder all = new StringBuilder();
    String next;
    do {
      next = hear();
      all.append(next).append('\n');
    } while (!next.equals("closed") && "acrtdy".indexOf(next.charAt(0)) < 0);
    return all.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
