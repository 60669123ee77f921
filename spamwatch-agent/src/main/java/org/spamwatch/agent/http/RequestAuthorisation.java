package org.spamwatch.agent.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/**
 * Who may ask. A web page in a user's browser can send requests to loopback, and by DNS rebinding
 * read the answers under its own name: so a foreign {@code Origin} is refused, and on a loopback
 * listener every {@code Host} but loopback's own names. Beyond loopback the token protects instead.
 *
 * @param loopback whether the listener is on loopback
 * @param port the listener's port
 */
record RequestAuthorisation(boolean loopback, int port) {
  private static final String BEARER = "bearer ";
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  /**
   * Refuses who may not.
   *
   * @param local whether the request came over the Unix domain socket, which no web page reaches:
   *     whatever the client calls the peer there, it means this one
   */
  void check(HttpRequest head, Optional<String> token, boolean local) throws RequestProblem {
    HttpHeaders headers = head.headers();
    if (!isWithoutHost(head)) {
      checkHost(headers.getAll("Host"), local);
    }
    for (String origin : headers.getAll("Origin")) {
      if (!isOwn(origin)) {
        throw new RequestProblem(
            ProblemKind.FORBIDDEN,
            "requests of web pages are refused",
            "ask without an Origin header");
      }
    }
    if (token.isPresent() && !presents(headers, token.get())) {
      throw new RequestProblem(
          ProblemKind.NO_TOKEN,
          "the token is missing or wrong",
          "send it as 'Authorization: Bearer TOKEN'");
    }
  }

  /** HTTP/1.0, which no browser speaks, has no Host; rspamc sends none. */
  private static boolean isWithoutHost(HttpRequest head) {
    return head.protocolVersion().equals(HttpVersion.HTTP_1_0) && !head.headers().contains("Host");
  }

  private void checkHost(List<String> hosts, boolean local) throws RequestProblem {
    if (hosts.size() != 1) {
      throw RequestProblem.badRequest(
          "one Host header is needed", "send the peer's address as Host");
    }
    if (loopback && !local && !isLoopbackName(withoutPort(hosts.get(0)))) {
      throw new RequestProblem(
          ProblemKind.FORBIDDEN,
          "this peer answers to loopback names only",
          "ask http://127.0.0.1:" + port);
    }
  }

  /** Add-ons of Mozilla's programs, and pages of this very port. */
  private boolean isOwn(String origin) {
    String text = origin.toLowerCase(Locale.ROOT);
    if (text.startsWith("moz-extension://")) {
      return true;
    }
    return text.startsWith("http://")
        && text.endsWith(":" + port)
        && isLoopbackName(withoutPort(text.substring("http://".length())));
  }

  private static String withoutPort(String host) {
    int bracket = host.lastIndexOf(']');
    int colon = host.indexOf(':', Math.max(bracket, 0));
    return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
  }

  private static boolean isLoopbackName(String host) {
    return host.equals("localhost") || host.equals("[::1]") || LOOPBACK.matcher(host).matches();
  }

  private static boolean presents(HttpHeaders headers, String token) {
    String given = headers.get("Authorization", "");
    String shown =
        given.toLowerCase(Locale.ROOT).startsWith(BEARER)
            ? given.substring(BEARER.length()).strip()
            : headers.get("Password", ""); // so rspamd's clients
    byte[] presented = shown.getBytes(StandardCharsets.UTF_8);
    // Compared in constant time: the time must not tell how much of a guess was right.
    return MessageDigest.isEqual(presented, token.getBytes(StandardCharsets.UTF_8));
  }
}
