package org.spamwatch.overlay.live;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** A plain socket that says whatever a test wants, good or bad. */
final class RawPeer implements AutoCloseable {
  private static final int DEADLINE_MILLIS = 10_000;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  RawPeer(Endpoint to) throws IOException {
    this(connect(to));
  }

  RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(DEADLINE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  private static Socket connect(Endpoint to) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096); // small, so that a test of slow reading ends soon
    socket.connect(new InetSocketAddress(to.host(), to.port()), DEADLINE_MILLIS);
    return socket;
  }

  static byte[] hello(String idDigits, Endpoint claimed, Id realm) {
    Contact contact = new Contact(Id.ofHex(idDigits), claimed);
    return new Handshake(LiveFixture.MESSAGES, contact, realm).hello();
  }

  /** Greets, and reads the greeting that comes back. */
  void greet(String idDigits, Endpoint claimed) throws IOException {
    frame(hello(idDigits, claimed, LiveFixture.REALM));
    readFrame();
  }

  void frame(byte[] body) throws IOException {
    out.writeInt(body.length);
    out.write(body);
    out.flush();
  }

  void bytes(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  byte[] readFrame() throws IOException {
    byte[] body = new byte[in.readInt()];
    in.readFully(body);
    return body;
  }

  /** Waits until the other side hangs up, and says how many bytes came before that. */
  int bytesUntilClosed() throws IOException {
    int count = 0;
    try {
      while (in.read() >= 0) {
        count++;
      }
    } catch (SocketException reset) {
      return count; // hung up with something of ours unread
    }
    return count;
  }

  /** Closes by a reset, as a machine answers that has crashed and come back. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
