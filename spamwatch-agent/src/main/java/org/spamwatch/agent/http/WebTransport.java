package org.spamwatch.agent.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Over TLS, by connections that are kept. */
final class WebTransport implements PeerTransport {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(90);

  private final URI peer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .proxy(ProxySelector.of(null)) // a peer is asked directly, whatever is set for the web
          .build();

  WebTransport(URI peer) {
    this.peer = peer;
  }

  @Override
  public Answer send(String method, String path, Map<String, String> headers, byte[] body, int most)
      throws IOException, InterruptedException {
    BodyPublisher sent =
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(peer.resolve(path)).timeout(ANSWER).method(method, sent);
    headers.forEach(request::header);
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      return new Answer(response.statusCode(), in.readNBytes(most));
    }
  }
}
