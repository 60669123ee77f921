package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks as spamc does: a connection each. */
final class SpamdClient implements Client {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int OK = 200;
  private static final int TRY_AGAIN = 503;
  private static final int FAILED = 500;

  private final InetSocketAddress address;

  SpamdClient(InetSocketAddress address) {
    this.address = address;
  }

  @Override
  public Answer ask(byte[] mail) {
    byte[] head =
        ("CHECK SPAMC/1.5\r\nContent-length: " + mail.length + "\r\n\r\n").getBytes(ISO_8859_1);
    byte[] request = new byte[head.length + mail.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(mail, 0, request, head.length, mail.length);
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request);
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      return new Answer(status(answer), answer);
    } catch (IOException e) {
      return new Answer(0, "");
    }
  }

  private static int status(String answer) {
    if (answer.startsWith("SPAMD/1.1 0 ")) {
      return OK;
    }
    return answer.isEmpty() ? 0 : answer.contains(" EX_TEMPFAIL") ? TRY_AGAIN : FAILED;
  }

  @Override
  public void close() {
    // Nothing is kept.
  }
}
