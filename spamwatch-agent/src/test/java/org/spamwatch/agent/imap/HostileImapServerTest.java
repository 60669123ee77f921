package org.spamwatch.agent.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.proof.SenderProof;

/** Servers that announce what nobody has memory for. */
@Timeout(20)
final class HostileImapServerTest {
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] readAll(byte[] sent) throws IOException {
    try (InputStream in = new ResponseBounds(new ByteArrayInputStream(sent))) {
      return in.readAllBytes();
    }
  }

  @Test
  void whatKeepsWithinBoundsPasses() throws IOException {
    String literal = "x".repeat(ResponseBounds.MOST_LITERAL);
    byte[] sent =
        ascii(
            "* 4194304 EXISTS\r\n* 1 FETCH (BODY[] {"
                + literal.length()
                + "}\r\n"
                + literal
                + " {3}\r\nab\n)\r\n* SEARCH 99999999999 {77777777777 a}\r\nA1 OK 88888888\r\n");
    assertThat(readAll(sent)).isEqualTo(sent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "* 1 FETCH (BODY[] {1048577}\r\n",
        "* 1 FETCH (BODY[] {99999999999999999999}\r\n",
        "* 4194305 EXISTS\r\n",
        "* OK\r\n* 99999999999 RECENT\r\n",
        "* 1 FETCH (X {3}\r\nabc Y {1048577}\r\n"
      })
  void whatDoesNotIsRefusedBeforeItIsRead(String sent) {
    assertThatThrownBy(() -> readAll(ascii(sent)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is larger than");
  }

  @Test
  void aLineEnds() {
    assertThatThrownBy(() -> readAll(new byte[ResponseBounds.MOST_LINE + 1]))
        .hasMessageContaining("line is larger");
  }

  @Test
  void anAnswerEndsAlsoOneOfShortLines() throws IOException {
    InputStream endless =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            return "* OK still here\r\n".charAt(at++ % 17);
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            for (int i = 0; i < length; i++) {
              bytes[from + i] = (byte) read();
            }
            return length;
          }
        };
    try (ResponseBounds in = new ResponseBounds(endless)) {
      byte[] piece = new byte[1 << 20];
      for (int i = 0; i < ResponseBounds.MOST_ANSWER / piece.length; i++) {
        assertThat(in.readNBytes(piece, 0, piece.length)).isEqualTo(piece.length);
      }
      assertThatThrownBy(in::read).hasMessageContaining("answer is larger");
      in.asked();
      assertThat(in.read()).isPositive();
    }
  }

  private static Account account(int port, boolean token) {
    return new Account(
        "first",
        "127.0.0.1",
        port,
        false,
        Optional.empty(),
        "user",
        new Secret(Secret.Source.ENVIRONMENT, List.of("X"), token),
        Optional.empty(),
        SenderProof.NONE,
        Duration.ofSeconds(1));
  }

  /** Greets, and answers everything with one line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "* 1 FETCH (BODY[] {2000000000}",
        "* 2000000000 EXISTS",
        "* LIST () \"/\" {2000000000}"
      })
  void aLoginAtOneFails(String line) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> answer(server, line), "hostile server");
      thread.setDaemon(true);
      thread.start();
      Account account = account(server.getLocalPort(), false);
      assertThatThrownBy(() -> ImapMailbox.open(account, "secret", Optional.empty()))
          .isInstanceOf(MessagingException.class);
    }
  }

  @Test
  void aTokenIsShownByXoauth2() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> said =
          CompletableFuture.supplyAsync(() -> firstLineOf(server, "* OK [CAPABILITY IMAP4rev1"));
      Account account = account(server.getLocalPort(), true);
      assertThatThrownBy(() -> ImapMailbox.open(account, "token", Optional.empty()))
          .isInstanceOf(AuthenticationFailedException.class)
          .satisfies(e -> assertThat(Reason.of((Exception) e)).contains("refuses the login"));
      String shown = said.get().replaceFirst("^[A-Z0-9]+ AUTHENTICATE XOAUTH2 ", "");
      assertThat(new String(Base64.getDecoder().decode(shown), StandardCharsets.US_ASCII))
          .isEqualTo("user=user\1auth=Bearer token\1\1");
    }
  }

  private static String firstLineOf(ServerSocket server, String greeting) {
    try (Socket socket = server.accept();
        OutputStream out = socket.getOutputStream();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      out.write(ascii(greeting + " SASL-IR AUTH=XOAUTH2] ready\r\n"));
      String line = in.readLine();
      out.write(ascii(line.split(" ", 2)[0] + " NO not this one\r\n"));
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(ServerSocket server, String line) {
    try (Socket socket = server.accept();
        OutputStream out = socket.getOutputStream();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      out.write(ascii("* OK [CAPABILITY IMAP4rev1] ready\r\n"));
      while (in.readLine() != null) {
        out.write(ascii(line + "\r\n"));
      }
    } catch (IOException e) {
      return; // the client has gone
    }
  }
}
