package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.simulator.detection.Pyzor;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;

/** pyzord on gdbm, over its protocol of datagrams, for anonymous users. */
final class PyzorRival implements DigestRival {
  private static final Pattern NUMBER = Pattern.compile("(?m)^Thread: ([0-9]+)");
  private static final Pattern COUNT = Pattern.compile("(?m)^Count: ([0-9]+)");

  private final Pyzor server;

  private PyzorRival(Pyzor server) {
    this.server = server;
  }

  static PyzorRival start() throws ProcessException {
    Programs.installed("pyzord", "pyzor python3-gdbm");
    return new PyzorRival(Pyzor.start());
  }

  @Override
  public List<Way> ways() {
    return List.of(new Way("pyzord, gdbm", 1, () -> open("check")));
  }

  private DatagramAsking open(String operation) throws ProcessException {
    return new DatagramAsking(
        server.port(),
        new DatagramAsking.Protocol() {
          @Override
          public byte[] question(MailDigests mail, int number) {
            return String.format(
                    Locale.ROOT,
                    "Op: %s%nOp-Digest: %s%nThread: %d%nPV: 2.1%nUser: anonymous%nTime: %d%n"
                        + "Sig: none%n%n",
                    operation,
                    mail.hex(),
                    number,
                    System.currentTimeMillis() / 1000)
                .getBytes(US_ASCII);
          }

          @Override
          public boolean isAnswer(byte[] bytes, int length, int number) {
            Matcher thread = NUMBER.matcher(new String(bytes, 0, length, US_ASCII));
            return thread.find() && thread.group(1).equals(Integer.toString(number));
          }

          @Override
          public boolean isKnown(byte[] bytes, int length) throws IOException {
            String answer = new String(bytes, 0, length, US_ASCII);
            if (!answer.contains("Code: 200")) {
              throw new IOException(answer);
            }
            Matcher count = COUNT.matcher(answer);
            return count.find() && !count.group(1).equals("0");
          }
        });
  }

  @Override
  public void report(List<MailDigests> mails) throws ProcessException {
    try (DatagramAsking reporting = open("report")) {
      reporting.tell(mails);
    }
  }

  @Override
  public Duration cpu() {
    return server.cpu();
  }

  @Override
  public void close() {
    server.close();
  }
}
