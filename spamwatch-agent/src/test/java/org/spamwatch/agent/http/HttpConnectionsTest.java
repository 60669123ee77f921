package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.request.FakePeer;

/** What a connection may do beside asking one thing. */
final class HttpConnectionsTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(80);
  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
  private static final String CHECK = "POST /v1/check" + HOST + "Content-Type: message/rfc822\r\n";
  private static final String LAST = "GET /healthz" + HOST + "Connection: close\r\n\r\n";

  private final HttpPort port;
  private final RawHttp http;

  HttpConnectionsTest() throws IOException {
    Settings settings =
        Settings.DEFAULTS.with(PortSetting.HTTP_THREADS, 2).with(Setting.MAIL_MAX_BYTES, 65_536);
    port =
        HttpPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            settings,
            new FakePeer(),
            NoUsers.USERS);
    http = new RawHttp(port.address());
  }

  @AfterEach
  void close() {
    port.close();
  }

  @Test
  void requestsBehindEachOtherAreAnsweredInTurn() throws Exception {
    String check = CHECK + "Content-Length: " + MAIL.length() + "\r\n\r\n" + MAIL;
    String answers = http.say("GET /readyz" + HOST + "\r\n" + check + check + LAST);
    assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(5);
    assertThat(answers.indexOf("\"ready\"")).isLessThan(answers.indexOf("verdict"));
    assertThat(answers.lastIndexOf("verdict")).isLessThan(answers.indexOf("\"alive\""));
  }

  @Test
  void howRequestsAreCutIntoSegmentsDoesNotMatter() throws Exception {
    String check = CHECK + "Content-Length: " + MAIL.length() + "\r\n\r\n" + MAIL;
    String chunked =
        CHECK
            + "Transfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(MAIL.length())
            + "\r\n"
            + MAIL
            + "\r\n0\r\n\r\n";
    String all = check + chunked + LAST;
    for (int piece : new int[] {1, 7, 1000, all.length()}) {
      try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        byte[] bytes = all.getBytes(ISO_8859_1);
        for (int at = 0; at < bytes.length; at += piece) {
          socket.getOutputStream().write(bytes, at, Math.min(piece, bytes.length - at));
        }
        String answers = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        assertThat(answers.split("HTTP/1.1 200 ", -1)).as("in pieces of %d", piece).hasSize(4);
      }
    }
  }

  @Test
  void whoSendsNoMoreIsStillAnswered() throws Exception {
    String check = CHECK + "Content-Length: " + MAIL.length() + "\r\n\r\n" + MAIL;
    try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write((check + check).getBytes(ISO_8859_1));
      socket.shutdownOutput();
      String answers = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(3);
    }
  }

  @Test
  void theConnectionEndsWhenTheClientWantsThatOrIsNotUnderstood() throws Exception {
    String alive = "GET /healthz" + HOST + "\r\n";
    String old = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    assertThat(http.say(old + alive).split("HTTP/1.1 ", -1)).hasSize(2);
    assertThat(http.say(LAST + alive).split("HTTP/1.1 ", -1)).hasSize(2);
    String lengths = CHECK + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345" + alive;
    String chunk = CHECK + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n" + alive;
    for (String bad : List.of("no HTTP at all\r\n\r\n" + alive, lengths, chunk)) {
      assertThat(http.say(bad)).as("%s", bad).startsWith("HTTP/1.1 400 ");
      assertThat(http.say(bad).split("HTTP/1.1 ", -1)).hasSize(2);
    }
  }

  @Test
  void aRefusedBodyDoesNotEndTheConnection() throws Exception {
    String long70 = CHECK + "Content-Length: 70000\r\n\r\n" + "x".repeat(70_000);
    assertThat(http.say(long70 + LAST)).startsWith("HTTP/1.1 413 ").contains("HTTP/1.1 200 ");
  }

  @Test
  void aHeadIsAnsweredWithoutABody() throws Exception {
    String answer = http.ask("HEAD", "/healthz", "", "");
    assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
  }

  @Test
  void whoAsksBeforeTheBodyIsTold() throws Exception {
    try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      socket.setSoTimeout(20_000);
      String head = CHECK + "Expect: 100-continue\r\nContent-Length: " + MAIL.length() + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
      String go = "HTTP/1.1 100 Continue\r\n\r\n";
      assertThat(new String(socket.getInputStream().readNBytes(go.length()), ISO_8859_1))
          .isEqualTo(go);
      socket.getOutputStream().write(MAIL.getBytes(ISO_8859_1));
      assertThat(new String(socket.getInputStream().readNBytes(12), ISO_8859_1))
          .isEqualTo("HTTP/1.1 200");
    }
    String refused =
        "POST /v1/nothing" + HOST + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n";
    assertThat(http.say(refused)).startsWith("HTTP/1.1 404 ");
  }

  @Test
  void aHeadThatIsTooLongIsRefused() throws Exception {
    assertThat(http.say("GET /healthz" + HOST + "X: " + "y".repeat(40_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void halfSentRequestsHoldUpNobodyAndGiveWay() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 1100; i++) { // more than there may be connections
        Socket socket = new Socket(port.address().getAddress(), port.address().getPort());
        slow.add(socket);
        String half = i % 2 == 0 ? CHECK : CHECK + "Content-Length: 999\r\n\r\nFrom: a";
        socket.getOutputStream().write(half.getBytes(ISO_8859_1));
      }
      assertThat(http.ask("GET", "/healthz", "", "")).startsWith("HTTP/1.1 200 ");
      String answer = http.ask("POST", "/v1/check", "Content-Type: message/rfc822\r\n", MAIL);
      assertThat(answer).startsWith("HTTP/1.1 200 ");
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }
}
