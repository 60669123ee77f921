package org.spamwatch.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Says a mail over SMTP, or over LMTP (RFC 2033), as a mail server does when it has decided. */
final class Smtp {
  private static final int PATIENCE_MILLIS = 60_000;

  private Smtp() {}

  /** Sends to one recipient, at a port of loopback; returns the server's last line. */
  static String send(int port, String recipient, Mail mail) throws IOException {
    return say("HELO", port, recipient, mail);
  }

  /** Offers a mail to a recipient, at a port of loopback; returns what the server says to that. */
  static String offer(int port, String sender, String recipient) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      OutputStream out = socket.getOutputStream();
      expect(in, '2');
      say(out, in, "HELO test.example", '2');
      say(out, in, "MAIL FROM:<" + sender + ">", '2');
      out.write(("RCPT TO:<" + recipient + ">\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer = String.valueOf(in.readLine());
      say(out, in, "RSET", '2');
      say(out, in, "QUIT", '2');
      return answer;
    }
  }

  /** Delivers to one recipient, at a port of loopback; returns the server's last line. */
  static String deliver(int port, String recipient, Mail mail) throws IOException {
    return say("LHLO", port, recipient, mail);
  }

  private static String say(String hello, int port, String recipient, Mail mail)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      OutputStream out = socket.getOutputStream();
      expect(in, '2');
      say(out, in, hello + " test.example", '2');
      say(out, in, "MAIL FROM:<sender@generated.example>", '2');
      say(out, in, "RCPT TO:<" + recipient + ">", '2');
      say(out, in, "DATA", '3');
      String stuffed = mail.text().replace("\r\n.", "\r\n..");
      String end = stuffed.endsWith("\r\n") ? ".\r\n" : "\r\n.\r\n";
      out.write((stuffed + end).getBytes(StandardCharsets.US_ASCII));
      String last = expect(in, '2');
      say(out, in, "QUIT", '2');
      return last;
    }
  }

  private static void say(OutputStream out, BufferedReader in, String line, char wanted)
      throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    expect(in, wanted);
  }

  private static String expect(BufferedReader in, char wanted) throws IOException {
    String line;
    do {
      line = in.readLine();
    } while (line != null && line.length() > 3 && line.charAt(3) == '-');
    if (line == null || line.isEmpty() || line.charAt(0) != wanted) {
      throw new IOException("the mail server says " + line);
    }
    return line;
  }
}
