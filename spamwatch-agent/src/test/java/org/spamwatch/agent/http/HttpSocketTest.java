package org.spamwatch.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException.Kind;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.ata.ApproximateText;

/** The port behind a Unix domain socket. */
@Tag("live")
final class HttpSocketTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final String TOKEN = "t".repeat(16);

  @TempDir private Path directory;

  private final FakePeer peer = new FakePeer();

  private HttpPort open(Settings settings) throws IOException {
    BoundPort bound = HttpPort.bind(ANY, settings);
    bound.alsoAt(file(), false);
    return HttpPort.serve(
        bound, settings, new MailRequests(peer, settings), new Access(settings, NoUsers.USERS));
  }

  private Path file() {
    return directory.resolve("http");
  }

  private PeerClient client(Optional<String> token) {
    return new PeerClient(URI.create("unix:" + file()), token);
  }

  @Test
  void theCommandsClientAsksThere() throws Exception {
    peer.verdict = Verdict.SPAM;
    byte[] mail =
        ("Subject: x\n\n" + "Buy this today and be glad. ".repeat(40))
            .getBytes(StandardCharsets.UTF_8);
    MailFeatures features = MailFeatures.of(ApproximateText.standard().address(mail));
    try (HttpPort port = open(Settings.DEFAULTS)) {
      assertThat(port.address().getPort()).isPositive();
      PeerClient client = client(Optional.empty());
      assertThat(client.check(features, CheckOptions.USUAL).verdict()).isEqualTo(Verdict.SPAM);
      assertThat(client.status().id()).isEqualTo(FakePeer.SITE);
      List<Verdict> verdicts = new ArrayList<>();
      client.check(
          Collections.nCopies(40, features),
          CheckOptions.USUAL,
          answer -> verdicts.add(answer.verdict()));
      assertThat(verdicts).hasSize(40).containsOnly(Verdict.SPAM);
    }
    PeerClientException gone =
        catchThrowableOfType(PeerClientException.class, client(Optional.empty())::status);
    assertThat(gone.kind()).isEqualTo(Kind.NO_PEER);
  }

  @Test
  void theKernelsWordIsEnoughThereButNoWrongToken() throws Exception {
    Settings settings = Settings.DEFAULTS.with(PortSetting.HTTP_TOKEN, Optional.of(TOKEN));
    try (HttpPort port = open(settings)) {
      assertThat(port.address().getPort()).isPositive();
      assertThat(client(Optional.empty()).voter().vouches()).isTrue();
      assertThat(client(Optional.of(TOKEN)).voter().vouches()).isTrue();
      PeerClientException refused =
          catchThrowableOfType(PeerClientException.class, client(Optional.of("t"))::status);
      assertThat(refused).hasMessageContaining("401");
    }
  }

  @Test
  void whateverTheClientCallsThePeerThere() throws Exception {
    try (HttpPort port = open(Settings.DEFAULTS);
        SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(file()))) {
      assertThat(port.address().getPort()).isPositive();
      for (String host : List.of("spamwatch", "192.0.2.1:80")) {
        String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
        client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        byte[] start = Channels.newInputStream(client).readNBytes(12);
        assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
        readToTheEnd(client);
      }
    }
  }

  /** Of an answer whose body is one JSON object without another in it. */
  private static void readToTheEnd(SocketChannel client) throws IOException {
    int next;
    do {
      next = Channels.newInputStream(client).read();
    } while (next >= 0 && next != '}');
  }
}
