package org.spamwatch.agent.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/**
 * Who may ask. A web page in a user's browser can send requests to loopback, and by DNS rebinding
 * read the answers under its own name: so a foreign {@code Origin} is refused, and on a loopback
 * listener every {@code Host} but loopback's own names. Beyond loopback a token protects instead.
 *
 * @param loopback whether the listener is on loopback
 * @param port the listener's port
 */
public record RequestAuthorisation(boolean loopback, int port) {
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  /**
   * Refuses who may not.
   *
   * @param local whether the request came over the Unix domain socket, which no web page reaches:
   *     whatever the client calls the peer there, it means this one
   */
  public void check(HttpRequest head, boolean local) throws RequestProblem {
    HttpHeaders headers = head.headers();
    if (!isWithoutHost(head)) {
      checkHost(headers.getAll("Host"), local);
    }
    for (String origin : headers.getAll("Origin")) {
      if (!isAddOn(origin)) {
        throw new RequestProblem(
            ProblemKind.FORBIDDEN,
            "requests of web pages are refused",
            "ask without an Origin header");
      }
    }
  }

  /**
   * Whether a client must show a token.
   *
   * @param isSet whether there is one that all must show who come over TCP
   */
  public boolean needsToken(boolean local, boolean isSet) {
    return !local && (isSet || !loopback);
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

  /**
   * Add-ons of Mozilla's programs, which run as the user does. There are no pages of this port: one
   * that says so comes from another program, which has the same port of another loopback address.
   */
  private static boolean isAddOn(String origin) {
    return origin.toLowerCase(Locale.ROOT).startsWith("moz-extension://");
  }

  private static String withoutPort(String host) {
    int bracket = host.lastIndexOf(']');
    int colon = host.indexOf(':', Math.max(bracket, 0));
    return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
  }

  private static boolean isLoopbackName(String host) {
    return host.equals("localhost") || host.equals("[::1]") || LOOPBACK.matcher(host).matches();
  }
}
