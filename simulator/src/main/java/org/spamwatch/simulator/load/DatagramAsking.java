package org.spamwatch.simulator.load;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import java.util.function.IntFunction;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Asks about one mail by one datagram, and waits for the one that answers it; an answer that comes
 * too late is passed over.
 */
final class DatagramAsking implements DigestAsking {
  private static final int PATIENCE_MILLIS = 1_000;
  private static final int MOST_BYTES = 8192;
  private static final int MOST_TRIES = 20;

  private final Protocol protocol;
  private final DatagramSocket socket;
  private final DatagramPacket answer = new DatagramPacket(new byte[MOST_BYTES], MOST_BYTES);
  private int number = 1024; // pyzor takes no smaller one

  /** How questions and answers are written. */
  interface Protocol {
    /** The question about a mail, with a number that its answer repeats. */
    byte[] question(MailDigests mail, int number);

    /** Whether an answer has a number. */
    boolean isAnswer(byte[] bytes, int length, int number);

    /** Whether an answer says that the mail is known. */
    boolean isKnown(byte[] bytes, int length) throws IOException;
  }

  DatagramAsking(int port, Protocol protocol) throws ProcessException {
    this.protocol = protocol;
    try {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
      socket.connect(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
    } catch (IOException e) {
      throw new ProcessException("no socket: " + e.getMessage(), e);
    }
  }

  @Override
  public int known(List<MailDigests> mails) throws IOException {
    int known = 0;
    for (MailDigests mail : mails) {
      exchange(at -> protocol.question(mail, at));
      known += protocol.isKnown(answer.getData(), answer.getLength()) ? 1 : 0;
    }
    return known;
  }

  /**
   * Tells the server about mails, again where it does not answer in time.
   *
   * @throws ProcessException if it does not answer at all
   */
  void tell(List<MailDigests> mails) throws ProcessException {
    for (MailDigests mail : mails) {
      for (int again = 0; ; again++) {
        try {
          known(List.of(mail));
          break;
        } catch (IOException e) {
          if (again == MOST_TRIES) {
            throw new ProcessException("reports are not answered: " + e.getMessage(), e);
          }
        }
      }
    }
  }

  /** Sends something, and waits for what answers it. */
  private void exchange(IntFunction<byte[]> question) throws IOException {
    number = number == 65_535 ? 1024 : number + 1; // nor a larger one
    byte[] bytes = question.apply(number);
    socket.send(new DatagramPacket(bytes, bytes.length));
    do {
      answer.setLength(MOST_BYTES);
      socket.receive(answer);
    } while (!protocol.isAnswer(answer.getData(), answer.getLength(), number));
  }

  @Override
  public void close() {
    socket.close();
  }
}
