package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;

/** A socket that says whatever a test wants, good or bad, in TLS or without. */
final class RawPeer implements AutoCloseable {
  private static final int DEADLINE_MILLIS = 10_000;

  private final String name;
  private final Socket transport;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private RawPeer(String name, Socket transport, Socket socket) throws IOException {
    this.name = name;
    this.transport = transport;
    this.socket = socket;
    socket.setSoTimeout(DEADLINE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  /** Dials, and has the key of that name. */
  static RawPeer dial(String name, Endpoint to) throws IOException {
    return dial(name, to, "TLSv1.3", new NodeCertificate(LiveFixture.key(name)));
  }

  /** Dials with some version of TLS, and with any certificate or none. */
  static RawPeer dial(String name, Endpoint to, String protocol, @Nullable KeyManager key)
      throws IOException {
    Socket transport = connect(to);
    return new RawPeer(name, transport, secured(transport, protocol, key, true));
  }

  /** Dials without TLS. */
  static RawPeer plain(Endpoint to) throws IOException {
    Socket transport = connect(to);
    return new RawPeer("nobody", transport, transport);
  }

  /** The accepting end of a connection without TLS. */
  static RawPeer acceptedPlain(Socket transport) throws IOException {
    return new RawPeer("nobody", transport, transport);
  }

  /** The accepting end of a connection. */
  static RawPeer accepted(String name, Socket transport) throws IOException {
    KeyManager key = new NodeCertificate(LiveFixture.key(name));
    return new RawPeer(name, transport, secured(transport, "TLSv1.3", key, false));
  }

  private static Socket connect(Endpoint to) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096); // small, so that a test of slow reading ends soon
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(to.host(), to.port()), DEADLINE_MILLIS);
    return socket;
  }

  private static Socket secured(
      Socket transport, String protocol, @Nullable KeyManager key, boolean dialled)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      KeyManager[] keys = key == null ? new KeyManager[0] : new KeyManager[] {key};
      context.init(keys, new TrustManager[] {new KeyWitness()}, null);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(transport, null, 0, true);
      socket.setUseClientMode(dialled);
      socket.setNeedClientAuth(!dialled);
      socket.setEnabledProtocols(new String[] {protocol});
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The hello of a peer of the tests' realm with the key of that name. */
  static byte[] hello(String name, Endpoint claimed) {
    return hello(name, claimed, LiveFixture.REALM, Optional.empty(), 0);
  }

  static byte[] hello(
      String name,
      Endpoint claimed,
      Realm realm,
      Optional<Membership> membership,
      long clockOffMillis) {
    Id id = LiveFixture.key(name).nodeId();
    return new Handshake(
            LiveFixture.DIALECTS,
            new GreetingTerms(new Contact(id, claimed), Optional.of(realm), membership),
            () -> System.currentTimeMillis() + clockOffMillis)
        .hello();
  }

  /** Greets as who it is, and reads the greeting that comes back. */
  RawPeer greet(Endpoint claimed) throws IOException {
    frame(hello(name, claimed));
    readFrame();
    return this;
  }

  /** Goes as far as TLS. */
  void handshake() throws IOException {
    ((SSLSocket) socket).startHandshake();
  }

  /** Sends a frame, unless the other side has hung up already. */
  void tryFrame(byte[] body) {
    try {
      frame(body);
    } catch (IOException closed) {
      assertThat(closed).isNotNull();
    }
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
    } catch (SocketException | SSLException reset) {
      return count; // hung up with something of ours unread
    }
    return count;
  }

  /** Closes by a reset, as a machine answers that has crashed and come back. */
  void reset() throws IOException {
    transport.setSoLinger(true, 0);
    transport.close();
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
