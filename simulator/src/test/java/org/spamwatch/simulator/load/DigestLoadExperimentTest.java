package org.spamwatch.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.signatures.SignatureParameters;
import org.spamwatch.simulator.load.DigestLoadExperiment.Seen;
import org.spamwatch.simulator.load.SignatureStorage.Stored;
import org.spamwatch.simulator.processes.ProcessException;

/** The signature server under load, and the table of what it stores. */
final class DigestLoadExperimentTest {
  @Test
  void aServerAnswersRightInBothWays() throws ProcessException, InterruptedException {
    DigestLoadExperiment.Setup setup =
        new DigestLoadExperiment.Setup(List.of(), false, false, 150, 1);
    try (DigestLoadExperiment experiment = DigestLoadExperiment.open(setup, line -> {})) {
      List<Seen> seen = experiment.round(2, Duration.ofMillis(200));
      assertThat(seen).hasSize(4);
      for (Seen each : seen) {
        assertThat(each.sample().answered()).as(each.way()).isPositive();
        assertThat(each.sample().wrong()).as(each.way()).isZero();
        assertThat(each.sample().lost()).as(each.way()).isZero();
      }
    }
  }

  @Test
  void whatIsStoredIsFoundAndLittleElse() throws ProcessException {
    SignatureParameters parameters =
        new SignatureParameters(20_000, 1e-4, Duration.ofDays(7), 7, 3);
    List<Stored> rows = new SignatureStorage(parameters, 50_000, 3).run();
    assertThat(rows)
        .extracting(Stored::table)
        .containsExactly("SBF first", "RBF first", "exact table");
    for (Stored row : rows.subList(0, 2)) {
      assertThat(row.kept()).isZero();
      assertThat(row.missed()).isLessThan(20);
      assertThat(row.wrong()).isLessThan(5 + 3 * 3);
      assertThat(row.bytes()).isLessThan(8);
    }
    assertThat(rows.get(2).wrong() + rows.get(2).missed() + rows.get(2).kept()).isZero();
  }

  @Test
  void aDatagramThatAnswersAnotherQuestionIsPassedOver() throws Exception {
    try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerTwice(server));
      answering.start();
      DatagramAsking.Protocol protocol =
          new DatagramAsking.Protocol() {
            @Override
            public byte[] question(MailDigests mail, int number) {
              return new byte[] {(byte) number};
            }

            @Override
            public boolean isAnswer(byte[] bytes, int length, int number) {
              return length == 2 && bytes[0] == (byte) number;
            }

            @Override
            public boolean isKnown(byte[] bytes, int length) {
              return bytes[1] == 1;
            }
          };
      MailDigests mail = new MailDigests("00", new byte[0], new byte[0]);
      try (DatagramAsking asking = new DatagramAsking(server.getLocalPort(), protocol)) {
        assertThat(asking.known(List.of(mail))).isOne();
      }
      answering.join();
    }
  }

  /** First as to the question before, that it is not known; then that it is. */
  private static void answerTwice(DatagramSocket server) {
    try {
      DatagramPacket question = new DatagramPacket(new byte[8], 8);
      server.receive(question);
      byte number = Arrays.copyOf(question.getData(), 1)[0];
      for (byte[] answer : new byte[][] {{(byte) (number - 1), 0}, {number, 1}}) {
        server.send(new DatagramPacket(answer, 2, question.getSocketAddress()));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
