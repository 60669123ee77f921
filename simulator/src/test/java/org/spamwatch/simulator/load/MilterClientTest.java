package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a milter is shown, and how its answers count. */
@Tag("live")
final class MilterClientTest {
  private static final String MAIL = "From: a\r\nSubject: b\r\n c\r\n\r\ntext\r\n";

  private final ServerSocket listening;
  private final List<String> heard = new CopyOnWriteArrayList<>();

  MilterClientTest() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
  }

  /** A milter that hears one connection and answers the end of each mail in turn. */
  private CompletableFuture<Void> milter(List<List<String>> ends) {
    return CompletableFuture.runAsync(
        () -> {
          try (Socket socket = listening.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            for (List<String> end : ends) {
              for (String packet = ""; !packet.startsWith("E"); ) {
                packet = new String(in.readNBytes(in.readInt()), ISO_8859_1);
                heard.add(packet.replace('\0', '|'));
                if (packet.startsWith("O") || packet.startsWith("B")) {
                  say(out, packet.startsWith("O") ? packet : "c");
                }
              }
              for (String answer : end) {
                say(out, answer);
              }
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void say(DataOutputStream out, String packet) throws IOException {
    out.writeInt(packet.length());
    out.writeBytes(packet);
  }

  private int status(MilterClient client) {
    return client.ask(MAIL.getBytes(ISO_8859_1)).status();
  }

  @Test
  void mailsFollowEachOtherOverOneConnection() {
    String field = "hX-SpamWatch-Status\0unknown; votes=0/0\0";
    CompletableFuture<Void> milter =
        milter(List.of(List.of(field, "a"), List.of("a"), List.of("t"), List.of("yno\0")));
    try (MilterClient client =
        new MilterClient((InetSocketAddress) listening.getLocalSocketAddress())) {
      assertThat(status(client)).as("looked at").isEqualTo(200);
      assertThat(status(client)).as("accepted unchecked").isEqualTo(503);
      assertThat(status(client)).as("to come again").isEqualTo(451);
      assertThat(status(client)).as("refused").isEqualTo(550);
      milter.join();
      assertThat(status(client)).as("the connection is closed").isZero();
    }
    assertThat(heard.subList(1, 6))
        .containsExactly("R<reader@example.net>|", "LFrom|a|", "LSubject|b\n c|", "Btext\r\n", "E");
  }
}
