package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException.Kind;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.ata.ApproximateText;

final class PeerClientTest {
  private static PeerClient client(int port) {
    return new PeerClient(URI.create("http://127.0.0.1:" + port), Optional.empty());
  }

  @Test
  void withoutAPeerTheLineSaysHowToStartOne() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    PeerClientException e =
        catchThrowableOfType(PeerClientException.class, () -> client(free).status());
    assertThat(e.kind()).isEqualTo(Kind.NO_PEER);
    assertThat(e)
        .hasMessage(
            "no peer at http://127.0.0.1:" + free + " (start one with: spamwatch peer start)");
  }

  @Test
  void anAnswerThatIsCutOffIsNone() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread peer = new Thread(() -> breakOff(server));
      peer.start();
      PeerClientException e =
          catchThrowableOfType(
              PeerClientException.class, () -> client(server.getLocalPort()).status());
      assertThat(e.kind()).isEqualTo(Kind.NO_PEER);
      peer.join();
    }
  }

  private static void breakOff(ServerSocket server) {
    try (Socket client = server.accept()) {
      client
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".getBytes(US_ASCII));
      client.shutdownOutput();
      client.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRefusalCarriesThePeersOwnWords() throws IOException {
    Settings settings = Settings.DEFAULTS.with(PortSetting.HTTP_TOKEN, Optional.of("x".repeat(16)));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, settings, new FakePeer(), NoUsers.USERS)) {
      PeerClient stranger = client(port.address().getPort());
      PeerClientException e = catchThrowableOfType(PeerClientException.class, stranger::status);
      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("401: the token is missing or wrong");
    }
  }

  @Test
  void ofManyMailsThoseBeforeARefusedOneAreTold() throws Exception {
    byte[] mail = ("Subject: x\n\n" + "Buy this today and be glad. ".repeat(40)).getBytes(US_ASCII);
    MailFeatures good = MailFeatures.of(ApproximateText.standard().address(mail));
    MailFeatures none = new MailFeatures(List.of(), List.of());
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, Settings.DEFAULTS, new FakePeer(), NoUsers.USERS)) {
      PeerClient client = client(port.address().getPort());
      List<CheckAnswer> told = new ArrayList<>();
      client.check(List.of(good, good, good), CheckOptions.USUAL, told::add);
      assertThat(told).hasSize(3);
      PeerClientException e =
          catchThrowableOfType(
              PeerClientException.class,
              () -> client.check(List.of(good, none, good), CheckOptions.USUAL, told::add));
      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("400");
      assertThat(told).hasSize(4);
    }
  }
}
