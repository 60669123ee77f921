package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.agent.port.Turn;

/**
 * The HTTP port of a peer: {@code POST /v1/check}, {@code /v1/votes}, {@code /v1/explain}, {@code
 * /v1/ham}, {@code /v1/ham/forget}, {@code GET /v1/ham/info}, {@code /v1/status}, {@code
 * /v1/route}, the paths below {@code /v1/campaigns}, {@code /healthz}, {@code /readyz}. Requests,
 * headers, bodies, waiting requests and the time a client may take are all bounded; what exceeds a
 * bound is answered by an error in JSON, or its connection is closed.
 */
public final class HttpPort implements AutoCloseable {
  /** Bytes of a request's head; of its first line a quarter. */
  static final int MAX_HEAD = 32 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final int MAX_LINE = MAX_HEAD / 4;
  private static final int MAX_CHUNK = 64 << 10;

  private final BoundPort bound;
  private final RequestAuthorisation gate;
  private final Endpoints endpoints;
  private final int queueLimit;
  private final long startedNanos = System.nanoTime();
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final LongAdder refused = new LongAdder();
  private final byte[] secret;
  private final BodyBudget budget = new BodyBudget(Runtime.getRuntime().maxMemory());
  private final ReadingRoom room;
  private volatile HttpSettings settings;

  /**
   * A path: its method, what it does, whether that takes no time to speak of and waits for nothing,
   * and how often it was asked.
   */
  private record Route(String method, Work work, boolean immediate, LongAdder answered) {}

  /** From a checked request to the JSON of its answer. */
  private interface Work {
    ObjectNode answer(Request request, HttpSettings settings) throws HttpProblem;
  }

  /** An answer: a status, JSON, and headers beside those of the connection. */
  record Reply(int status, ObjectNode json, Map<String, String> headers) {}

  private HttpPort(BoundPort bound, Settings settings, PeerCalls peer) {
    this.bound = bound;
    secret = peer.secret();
    this.settings = HttpSettings.of(settings, secret);
    HamEndpoints ham = new HamEndpoints(peer.ham());
    endpoints = new Endpoints(peer, ham);
    gate =
        new RequestAuthorisation(address().getAddress().isLoopbackAddress(), address().getPort());
    queueLimit = settings.value(Setting.HTTP_QUEUE);
    room = new ReadingRoom(Runtime.getRuntime().maxMemory(), settings.value(Setting.HTTP_THREADS));
    route("/v1/check", "POST", endpoints::check);
    route("/v1/votes", "POST", endpoints::vote);
    route("/v1/explain", "POST", endpoints::explain);
    route("/v1/ham", "POST", ham::learn);
    route("/v1/ham/info", "GET", ham::state);
    route("/v1/ham/forget", "POST", ham::forget);
    route("/v1/status", "GET", this::status);
    route("/v1/route", "GET", endpoints::route);
    CampaignEndpoints campaigns = new CampaignEndpoints(peer.campaigns(), peer.ham()::isOperator);
    route("/v1/campaigns", "GET", campaigns::list);
    route("/v1/campaigns/show", "GET", campaigns::show);
    route("/v1/campaigns/rule", "POST", campaigns::rule);
    probe("/healthz", endpoints::alive);
    probe("/readyz", endpoints::ready);
  }

  /**
   * Opens the port.
   *
   * @throws IOException if the address cannot be bound
   */
  public static HttpPort open(InetSocketAddress address, Settings settings, PeerCalls peer)
      throws IOException {
    return serve(bind(address, settings), settings, peer);
  }

  /**
   * Takes the port; nothing is answered yet.
   *
   * @throws IOException if the address cannot be bound
   */
  public static BoundPort bind(InetSocketAddress address, Settings settings) throws IOException {
    PortLimits limits =
        PortLimits.of(
            settings.value(Setting.HTTP_THREADS),
            settings.value(Setting.HTTP_QUEUE),
            settings.value(Setting.HTTP_READ_TIMEOUT));
    return BoundPort.at("http", address, limits);
  }

  /** Begins to answer at a port that was taken. */
  public static HttpPort serve(BoundPort bound, Settings settings, PeerCalls peer) {
    HttpPort port = new HttpPort(bound, settings, peer);
    bound.serve(port::handlers);
    return port;
  }

  private List<ChannelHandler> handlers(Turn turn) {
    HttpDecoderConfig config =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE)
            .setMaxHeaderSize(MAX_HEAD)
            .setMaxChunkSize(MAX_CHUNK);
    return List.of(new HttpServerCodec(config), new HttpConversation(this, turn));
  }

  private void route(String path, String method, Work work) {
    routes.put(path, new Route(method, work, false, new LongAdder()));
  }

  /** What programs ask that watch over the peer is answered also when there is no worker free. */
  private void probe(String path, Probe probe) {
    Work work = (request, held) -> probe.answer(request);
    routes.put(path, new Route("GET", work, true, new LongAdder()));
  }

  private interface Probe {
    ObjectNode answer(Request request) throws HttpProblem;
  }

  /** Where the port listens. */
  public InetSocketAddress address() {
    return bound.address();
  }

  /** Takes over the settings that may change while the port is open. */
  public void reload(Settings changed) {
    settings = HttpSettings.of(changed, secret);
  }

  /** Whether a request may go on: by its head alone, before anything is kept of its body. */
  Request admitted(HttpRequest head) throws HttpProblem {
    HttpSettings held = settings;
    Request request = new Request(head, held, budget, room);
    gate.check(head.headers(), held.token());
    request.checkMethod(route(request).method());
    return request;
  }

  private Route route(Request request) throws HttpProblem {
    Route route = routes.get(request.path());
    if (route == null) {
      throw new HttpProblem(
          404, "no such path", HttpProblem.NO_LIMIT, "paths are " + routes.keySet());
    }
    return route;
  }

  /** The longest body that any path takes. */
  long longestBody() {
    return Math.max(settings.maxMailBytes(), Json.MAX_BYTES);
  }

  /** Has a request that was admitted and has come answered, by a worker if that takes time. */
  void work(Request request, HttpConversation conversation) {
    try {
      if (route(request).immediate()) {
        conversation.answer(answer(request), () -> {});
        return;
      }
    } catch (HttpProblem problem) {
      conversation.answer(answer(problem), () -> {});
      return;
    }
    boolean taken =
        bound.work(
            () -> {
              try {
                conversation.answerLater(answer(request), bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              }
            });
    if (!taken) {
      request.incoming().release();
      conversation.answer(answer(HttpProblem.overloaded(queueLimit)), () -> {});
    }
  }

  private Reply answer(Request request) {
    try {
      Route route = route(request);
      ObjectNode json = route.work().answer(request, settings);
      route.answered().increment();
      return reply(200, json);
    } catch (HttpProblem problem) {
      return answer(problem);
    } catch (RuntimeException e) {
      LOG.error("a request failed", e);
      return reply(
          500,
          new HttpProblem(
                  500,
                  "the peer failed on this request",
                  HttpProblem.NO_LIMIT,
                  "see the peer's log")
              .json());
    } finally {
      request.incoming().release();
    }
  }

  /** The answer to a request that is refused. */
  Reply answer(HttpProblem problem) {
    refused.increment();
    LOG.debug("refused with {}: {}", problem.status(), problem.getMessage());
    Reply reply = reply(problem.status(), problem.json());
    if (problem.isTemporary()) {
      reply.headers().put("Retry-After", Long.toString(problem.retrySeconds()));
    }
    if (problem.status() == 401) {
      reply.headers().put("WWW-Authenticate", "Bearer");
    }
    problem.allowed().ifPresent(method -> reply.headers().put("Allow", method));
    return reply;
  }

  private static Reply reply(int status, ObjectNode json) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Date", DATE.format(Instant.now()));
    headers.put("Content-type", "application/json");
    headers.put("Cache-Control", "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
    return new Reply(status, json, headers);
  }

  private ObjectNode status(Request request, HttpSettings held) throws HttpProblem {
    ObjectNode json = endpoints.status(request, held);
    json.put("uptimeSeconds", (System.nanoTime() - startedNanos) / 1_000_000_000L);
    ObjectNode requests = json.putObject("requests");
    requests.put("checks", answered("/v1/check")).put("votes", answered("/v1/votes"));
    requests.put("explains", answered("/v1/explain")).put("refused", refused.sum());
    return json;
  }

  private long answered(String path) {
    Route route = routes.get(path);
    return route == null ? 0 : route.answered().sum();
  }

  /** Waits two seconds at most for requests under way and closes every connection. */
  @Override
  public void close() {
    bound.close();
  }
}
