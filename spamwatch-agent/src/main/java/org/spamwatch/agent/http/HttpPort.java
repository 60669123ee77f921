package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;

/**
 * The HTTP port of a peer: {@code POST /v1/check}, {@code /v1/votes}, {@code /v1/explain}, {@code
 * /v1/ham}, {@code /v1/ham/forget}, {@code GET /v1/ham/info}, {@code /v1/status}, {@code
 * /v1/route}, the paths below {@code /v1/campaigns}, {@code /healthz}, {@code /readyz}. Requests,
 * headers, bodies, waiting requests and the time a client may take are all bounded; what exceeds a
 * bound is answered by an error in JSON, or its connection is closed.
 */
public final class HttpPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
  private static final int BACKLOG = 128;
  private static final int STOP_SECONDS = 2;

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Gate gate;
  private final Endpoints endpoints;
  private final ThreadLocal<Boolean> shedding = ThreadLocal.withInitial(() -> false);
  private final int queueLimit;
  private final long startedNanos = System.nanoTime();
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final LongAdder refused = new LongAdder();
  private final Phaser underWay = new Phaser(1);
  private final byte[] secret;
  private final BodyBudget budget = new BodyBudget(Runtime.getRuntime().maxMemory());
  private volatile HttpSettings settings;

  /** A path: its method, what it does, and how often it was asked. */
  private record Route(String method, Work work, LongAdder answered) {}

  /** From a checked request to the JSON of its answer. */
  private interface Work {
    ObjectNode answer(Request request, HttpSettings settings) throws HttpProblem, IOException;
  }

  private HttpPort(HttpServer server, Settings settings, PeerCalls peer) {
    this.server = server;
    secret = peer.secret();
    this.settings = HttpSettings.of(settings, secret);
    HamEndpoints ham = new HamEndpoints(peer.ham());
    endpoints = new Endpoints(peer, ham);
    gate = new Gate(address().getAddress().isLoopbackAddress(), address().getPort());
    queueLimit = settings.value(Setting.HTTP_QUEUE);
    threads = pool(settings.value(Setting.HTTP_THREADS));
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
    route("/healthz", "GET", (request, held) -> endpoints.alive(request));
    route("/readyz", "GET", (request, held) -> endpoints.ready(request));
    server.createContext("/", this::handle);
    server.setExecutor(threads);
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
  public static HttpServer bind(InetSocketAddress address, Settings settings) throws IOException {
    bound(settings.value(Setting.HTTP_READ_TIMEOUT));
    return HttpServer.create(address, BACKLOG);
  }

  /** Begins to answer at a port that was taken. */
  public static HttpPort serve(HttpServer bound, Settings settings, PeerCalls peer) {
    HttpPort port = new HttpPort(bound, settings, peer);
    port.server.start();
    return port;
  }

  /**
   * The JDK's server takes its bounds from system properties, when its first instance is made; a
   * property that was set on the command line counts.
   */
  private static void bound(Duration readTimeout) {
    property("sun.net.httpserver.maxReqTime", Long.toString(readTimeout.toSeconds()));
    property("sun.net.httpserver.maxRspTime", "60");
    property("sun.net.httpserver.maxReqHeaders", "64");
    property("sun.net.httpserver.maxReqHeaderSize", "32768");
    property("jdk.httpserver.maxConnections", "1024");
    // Without it the head and the body of an answer meet Nagle's algorithm: 40 ms each.
    property("sun.net.httpserver.nodelay", "true");
  }

  private static void property(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }

  private ThreadPoolExecutor pool(int size) {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        size,
        size,
        1,
        TimeUnit.MINUTES,
        new ArrayBlockingQueue<>(queueLimit),
        work -> {
          Thread thread = new Thread(work, "http-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        },
        (work, pool) -> shed(work));
  }

  /** A request too many: the accepting thread itself answers it with 503, reading only its head. */
  private void shed(Runnable work) {
    shedding.set(true);
    try {
      work.run();
    } finally {
      shedding.set(false);
    }
  }

  private void route(String path, String method, Work work) {
    routes.put(path, new Route(method, work, new LongAdder()));
  }

  /** Where the port listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Takes over the settings that may change while the port is open. */
  public void reload(Settings changed) {
    settings = HttpSettings.of(changed, secret);
  }

  private void handle(HttpExchange exchange) throws IOException {
    underWay.register();
    try {
      ObjectNode json = answer(exchange);
      send(exchange, 200, Json.write(json));
    } catch (HttpProblem problem) {
      refused.increment();
      if (problem.isTemporary()) {
        exchange.getResponseHeaders().set("Retry-After", Long.toString(problem.retrySeconds()));
      }
      if (problem.status() == 401) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      }
      LOG.debug("refused with {}: {}", problem.status(), problem.getMessage());
      send(exchange, problem.status(), Json.write(problem.json()));
    } catch (RuntimeException e) {
      LOG.error("a request failed", e);
      HttpProblem problem =
          new HttpProblem(
              500, "the peer failed on this request", HttpProblem.NO_LIMIT, "see the peer's log");
      send(exchange, 500, Json.write(problem.json()));
    } finally {
      exchange.close();
      underWay.arriveAndDeregister();
    }
  }

  private ObjectNode answer(HttpExchange exchange) throws HttpProblem, IOException {
    if (shedding.get()) {
      throw HttpProblem.overloaded(queueLimit);
    }
    HttpSettings held = settings;
    gate.check(exchange.getRequestHeaders(), held.token());
    Route route = routes.get(exchange.getRequestURI().getPath());
    if (route == null) {
      throw new HttpProblem(
          404, "no such path", HttpProblem.NO_LIMIT, "paths are " + routes.keySet());
    }
    Request request = new Request(exchange, budget);
    try {
      request.checkMethod(route.method());
      ObjectNode json = route.work().answer(request, held);
      route.answered().increment();
      return json;
    } finally {
      request.done();
    }
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

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  /** Waits two seconds at most for requests under way and closes every connection. */
  @Override
  public void close() {
    // The JDK's own wait always lasts its full time (before Java 21).
    try {
      underWay.awaitAdvanceInterruptibly(underWay.arrive(), STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.debug("requests are cut off", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
