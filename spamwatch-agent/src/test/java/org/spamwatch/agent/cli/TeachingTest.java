package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.statistics.SiteKey;
import org.spamwatch.agent.vote.VoteValue;

/** What is waited for is what a peer says, whatever that is. */
final class TeachingTest {
  private static String answer(String wait) {
    return "{\"learnt\":1,\"changed\":0,\"unlearnt\":0,\"known\":0" + wait + "}";
  }

  /** How long is waited if a peer answers so, one after the other. */
  private static List<Long> waits(String... answers) throws Exception {
    Deque<String> left = new ArrayDeque<>(List.of(answers));
    HttpServer peer = server(left);
    try {
      URI at = URI.create("http://127.0.0.1:" + peer.getAddress().getPort());
      Teaching teaching =
          new Teaching(new PeerClient(at, Optional.empty()), new SiteKey(1, 2), false);
      byte[] mail = "Subject: x\n\nfive words are enough here\n".getBytes(UTF_8);
      assertThat(teaching.add(VoteValue.SPAM, mail)).isTrue();
      List<Long> waits = new ArrayList<>();
      teaching.settle(waits::add);
      assertThat(teaching.total().learnt()).isEqualTo(answers.length - left.size());
      return waits;
    } finally {
      peer.stop(0);
    }
  }

  private static HttpServer server(Deque<String> answers) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] answer = answers.remove().getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void whoNeedNotWaitDoesNot() throws Exception {
    assertThat(waits(answer(""), answer(""), answer(""))).isEmpty();
  }

  @Test
  void aTimeThatIsOverIsNoTime() throws Exception {
    assertThat(waits(answer(""), answer(",\"waitMillis\":-9"), answer(""))).containsExactly(0L);
  }

  @Test
  void aPeerThatAlwaysSaysToWaitIsNotAskedForever() throws Exception {
    String wait = answer(",\"waitMillis\":1");
    assertThat(waits(answer(""), wait, wait, wait, wait, wait)).containsExactly(1L, 1L, 1L);
  }
}
