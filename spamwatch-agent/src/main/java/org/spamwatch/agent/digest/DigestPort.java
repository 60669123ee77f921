package org.spamwatch.agent.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.http.AdmittedRequest;
import org.spamwatch.agent.http.HttpConversation;
import org.spamwatch.agent.http.HttpReply;
import org.spamwatch.agent.http.HttpRequests;
import org.spamwatch.agent.http.RequestAuthorisation;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.BodyBudget;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.RequestProblem;

/**
 * The HTTP port of a server that is asked by digests. What is asked is a few probes of memory, so
 * that every request is answered on the event loop; who may ask, and how much, is bounded as at a
 * peer's port: on loopback web pages are refused, beyond it a token is needed.
 */
final class DigestPort implements HttpRequests, AutoCloseable {
  private static final Duration ARRIVAL = Duration.ofSeconds(10);
  private static final String BEARER = "bearer ";

  private final BoundPort bound;
  private final Map<String, DigestPath> paths = new LinkedHashMap<>();
  private final Optional<byte[]> token;
  private final RequestAuthorisation authorisation;
  private final BodyBudget budget = new BodyBudget(Runtime.getRuntime().maxMemory());
  private final int longest;

  private DigestPort(BoundPort bound, List<DigestPath> paths, Optional<String> token) {
    this.bound = bound;
    this.token = token.map(text -> text.getBytes(UTF_8));
    paths.forEach(path -> this.paths.put(path.path(), path));
    longest = paths.stream().mapToInt(DigestPath::longest).max().orElse(0);
    authorisation =
        new RequestAuthorisation(address().getAddress().isLoopbackAddress(), address().getPort());
  }

  /**
   * Opens the port.
   *
   * @param name of its threads
   * @param token that every client must show, if there is one
   * @throws IOException if the address cannot be bound
   */
  static DigestPort open(
      String name, InetSocketAddress address, List<DigestPath> paths, Optional<String> token)
      throws IOException {
    // Everything is answered on the loop: the one worker never has anything to do.
    BoundPort bound = BoundPort.at(name, address, PortLimits.of(1, 1, ARRIVAL));
    DigestPort port = new DigestPort(bound, paths, token);
    bound.serve(turn -> HttpConversation.handlers(port, turn));
    return port;
  }

  /** Where it listens. */
  InetSocketAddress address() {
    return bound.address();
  }

  /** A request whose head was checked. */
  private final class Arriving implements AdmittedRequest {
    private final DigestPath path;
    private final Map<String, String> parameters;
    private final IncomingBody body;

    Arriving(DigestPath path, Map<String, String> parameters) {
      this.path = path;
      this.parameters = parameters;
      body = budget.body(path.longest());
    }

    @Override
    public IncomingBody incoming() {
      return body;
    }

    @Override
    public void work(HttpConversation conversation) {
      conversation.answer(reply(), () -> {});
    }

    private HttpReply reply() {
      try {
        byte[] whole =
            body.whole().orElseThrow(() -> RequestProblem.tooLarge("the body", path.longest()));
        return path.answering().answer(parameters, whole);
      } catch (RequestProblem problem) {
        return answer(problem);
      } catch (RuntimeException e) {
        bound.log().error("a request failed", e);
        return answer(RequestProblem.failed());
      } finally {
        body.release();
      }
    }
  }

  @Override
  public AdmittedRequest admitted(HttpRequest head, Turn turn) throws RequestProblem {
    authorisation.check(head, turn.isLocal());
    admit(head, turn);
    String uri = head.uri();
    int question = uri.indexOf('?');
    DigestPath path = paths.get(question < 0 ? uri : uri.substring(0, question));
    if (path == null) {
      throw new RequestProblem(
          ProblemKind.NOT_FOUND, "no such path", "paths are " + List.copyOf(paths.keySet()));
    }
    if (!head.method().name().equals(path.method())) {
      throw RequestProblem.wrongMethod(path.method());
    }
    return new Arriving(path, question < 0 ? Map.of() : parameters(uri.substring(question + 1)));
  }

  private void admit(HttpRequest head, Turn turn) throws RequestProblem {
    String said = head.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    boolean isBearer = said.regionMatches(true, 0, BEARER, 0, BEARER.length());
    byte[] shown = isBearer ? said.substring(BEARER.length()).strip().getBytes(UTF_8) : new byte[0];
    boolean isRight = token.filter(set -> MessageDigest.isEqual(set, shown)).isPresent();
    if (authorisation.needsToken(turn.isLocal(), token.isPresent()) && !isRight) {
      throw new RequestProblem(
          ProblemKind.NO_TOKEN,
          "the token is missing or wrong",
          "send it as 'Authorization: Bearer TOKEN'");
    }
  }

  /** Nothing that is asked for by a query needs more than letters, digits and dashes. */
  private static Map<String, String> parameters(String query) throws RequestProblem {
    Map<String, String> all = new LinkedHashMap<>();
    for (String pair : Splitter.on('&').split(query)) {
      if (!pair.matches("[a-z]{1,16}=[a-zA-Z0-9-]{1,64}")) {
        throw RequestProblem.badRequest("a query parameter is malformed", "send NAME=VALUE");
      }
      String[] parts = pair.split("=", 2);
      if (all.put(parts[0], parts[1]) != null) {
        throw RequestProblem.badRequest(parts[0] + " is given twice", "give it once");
      }
    }
    return all;
  }

  @Override
  public long longestBody() {
    return longest;
  }

  @Override
  public HttpReply answer(RequestProblem problem) {
    return HttpReply.refusal(problem);
  }

  /** Closes every connection. */
  @Override
  public void close() {
    bound.close();
  }
}
