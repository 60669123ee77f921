package org.spamwatch.agent.imap;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A connection to an IMAP server, with TLS from its first byte if so wished, on which the server's
 * answers are bounded behind the TLS. Reading and writing are for a thread each; closing for any.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the sockets that it is made of are
final class BoundedSocket extends Socket {
  private final Socket plain = new Socket();
  private final String host;
  private final int port;
  private final Optional<SSLSocketFactory> tls;
  private Socket spoken = plain;
  private ResponseBounds in = new ResponseBounds(InputStream.nullInputStream());
  private OutputStream out = OutputStream.nullOutputStream();

  /**
   * One that is not connected yet.
   *
   * @param host whose name the server's certificate must have
   */
  BoundedSocket(String host, int port, Optional<SSLSocketFactory> tls) {
    this.host = host;
    this.port = port;
    this.tls = tls;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    plain.connect(endpoint, timeout);
    if (tls.isPresent()) {
      plain.setSoTimeout(timeout); // for the handshake
      SSLSocket secured = (SSLSocket) tls.get().createSocket(plain, host, port, true);
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
      secured.startHandshake();
      spoken = secured;
    }
    in = new ResponseBounds(spoken.getInputStream());
    out = new Asking(spoken.getOutputStream(), in);
  }

  /** Whatever is written asks for something new. */
  private static final class Asking extends FilterOutputStream {
    private final ResponseBounds answers;

    Asking(OutputStream out, ResponseBounds answers) {
      super(out);
      this.answers = answers;
    }

    @Override
    public void write(int b) throws IOException {
      answers.asked();
      out.write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      answers.asked();
      out.write(from, offset, length);
    }
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    spoken.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return spoken.getSoTimeout();
  }

  @Override
  public InetAddress getInetAddress() {
    return plain.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return plain.getLocalAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return plain.getLocalSocketAddress();
  }

  @Override
  public int getPort() {
    return plain.getPort();
  }

  @Override
  public boolean isBound() {
    return plain.isBound();
  }

  @Override
  public boolean isConnected() {
    return plain.isConnected();
  }

  @Override
  public boolean isClosed() {
    return plain.isClosed();
  }

  @Override
  public void close() throws IOException {
    // Not by TLS, which would wait for a server that does not read.
    plain.close();
  }
}
