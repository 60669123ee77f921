package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.CheckedMail;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.UncheckedMail;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.PeerCalls;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.rspamd.RspamdCommand;

/**
 * The HTTP port of a peer, which answers every {@link Operation} and {@link RspamdCommand}.
 * Requests, headers, bodies, waiting requests and the time a client may take are all bounded; what
 * exceeds a bound is answered by an error in JSON, or its connection is closed.
 */
public final class HttpPort implements HttpRequests, AutoCloseable {
  private final BoundPort bound;
  private final RequestAuthorisation gate;

  private final Endpoints endpoints;
  private final VoterEndpoints voters;
  private final int queueLimit;
  private final Map<String, String> ports;
  private final long startedNanos = System.nanoTime();
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final LongAdder refused = new LongAdder();
  private final MailRequests requests;
  private final Access access;
  private final BatchSeats seats;

  /**
   * A path: its method, what it does, and how often it was asked.
   *
   * @param immediate takes no time to speak of and waits for nothing: what programs ask that watch
   *     over the peer is answered also when there is no worker free
   */
  private record Route(String method, boolean immediate, Work work, LongAdder answered) {}

  /** From a request whose head was checked to its answer. */
  private interface Work {
    Record answer(Request request, RequestSettings settings) throws RequestProblem;
  }

  private HttpPort(BoundPort bound, Settings settings, MailRequests requests, Access access) {
    this.bound = bound;
    this.requests = requests;
    this.access = access;
    PeerCalls peer = requests.peer();
    voters = new VoterEndpoints(peer, access);
    HamEndpoints ham = new HamEndpoints(requests, voters);
    endpoints = new Endpoints(requests, voters, ham);
    gate =
        new RequestAuthorisation(address().getAddress().isLoopbackAddress(), address().getPort());
    queueLimit = settings.value(PortSetting.HTTP_QUEUE);
    ports = PortSetting.places(settings);
    ports.put(PortSetting.HTTP_LISTEN.key(), ListenAddress.of(address()).toString());
    seats = new BatchSeats(settings.value(PortSetting.HTTP_THREADS));
    CampaignEndpoints campaigns = new CampaignEndpoints(peer.campaigns(), peer.ham()::isOperator);
    RateEndpoints rates = new RateEndpoints(requests, voters);
    StatisticsEndpoints statistics =
        new StatisticsEndpoints(requests, voters, peer.ham()::isOperator);
    for (Operation operation : Operation.values()) {
      boolean immediate = operation == Operation.ALIVE || operation == Operation.READY;
      Work work = work(operation, ham, campaigns, rates, statistics);
      routes.put(operation.path(), new Route(operation.method(), immediate, work, new LongAdder()));
    }
    RspamdEndpoints rspamd = new RspamdEndpoints(requests, voters);
    for (RspamdCommand command : RspamdCommand.values()) {
      boolean immediate = command == RspamdCommand.PING;
      Work work =
          (request, held) -> rspamd.answer(command, request, held, uptimeSeconds(), answered());
      routes.put(command.path(), new Route(command.method(), immediate, work, new LongAdder()));
    }
  }

  /** What is said of mails from now on may differ at once. */
  private Work changing(Work work) {
    return (request, settings) -> {
      Record answer = work.answer(request, settings);
      requests.isChanged();
      return answer;
    };
  }

  private Work work(
      Operation operation,
      HamEndpoints ham,
      CampaignEndpoints campaigns,
      RateEndpoints rates,
      StatisticsEndpoints statistics) {
    return switch (operation) {
      case CHECK -> endpoints::check;
      case VOTE -> endpoints::vote;
      case VOTER -> voters::voter;
      case EXPLAIN -> endpoints::explain;
      case LEARN -> changing(ham::learn);
      case HAM_INFO -> ham::state;
      case FORGET -> changing(ham::forget);
      case STATUS -> this::status;
      case ROUTE -> endpoints::route;
      case CAMPAIGNS -> campaigns::list;
      case CAMPAIGN -> campaigns::show;
      case RULE -> changing(campaigns::rule);
      case RATE_LIMIT -> rates::count;
      case RATES -> rates::info;
      case FORGET_RATE -> rates::forget;
      case TRAIN -> statistics::train;
      case FILTER -> statistics::filter;
      case STATISTICS_INFO -> statistics::info;
      case FORGET_TRAINED -> statistics::forget;
      case ALIVE -> endpoints::alive;
      case READY -> endpoints::ready;
    };
  }

  /**
   * Opens the port.
   *
   * @param users those that the peer's operator has registered
   * @throws IOException if the address cannot be bound
   */
  public static HttpPort open(
      InetSocketAddress address, Settings settings, PeerCalls peer, Users users)
      throws IOException {
    return serve(
        bind(address, settings),
        settings,
        new MailRequests(peer, settings),
        new Access(settings, users));
  }

  /**
   * Takes the port; nothing is answered yet.
   *
   * @throws IOException if the address cannot be bound
   */
  public static BoundPort bind(InetSocketAddress address, Settings settings) throws IOException {
    return BoundPort.at("http", address, limits(settings));
  }

  /** What the clients of this port are held to, and those of other protocols. */
  public static PortLimits limits(Settings settings) {
    return PortLimits.of(
        settings.value(PortSetting.HTTP_THREADS),
        settings.value(PortSetting.HTTP_QUEUE),
        settings.value(PortSetting.HTTP_READ_TIMEOUT));
  }

  /** Begins to answer at a port that was taken. */
  public static HttpPort serve(
      BoundPort bound, Settings settings, MailRequests requests, Access access) {
    HttpPort port = new HttpPort(bound, settings, requests, access);
    bound.serve(turn -> HttpConversation.handlers(port, turn));
    return port;
  }

  /** Takes over the settings that may change while the peer runs, for its other ports too. */
  public void reload(Settings changed) {
    requests.reload(changed);
    access.reload(changed);
  }

  /** Where the port listens. */
  public InetSocketAddress address() {
    return bound.address();
  }

  @Override
  public PeerRequest admitted(HttpRequest head, Turn turn) throws RequestProblem {
    RequestSettings held = requests.settings();
    Request request = new Request(head, turn, requests);
    gate.check(head, turn.isLocal());
    access.admit(request.token(), gate.needsToken(turn.isLocal(), access.hasToken()));
    request.checkMethod(route(request).method());
    if (request.isOfMany()) {
      if (!request.path().equals(Operation.CHECK.path())) {
        throw Request.wrongType("only POST /v1/check reads many mails at once");
      }
      endpoints.checkParameters(request, held);
    }
    return new PeerRequest(this, request);
  }

  private Route route(Request request) throws RequestProblem {
    Route route = routes.get(request.path());
    if (route == null) {
      throw new RequestProblem(
          ProblemKind.NOT_FOUND,
          "no such path",
          "paths are " + Arrays.stream(Operation.values()).map(Operation::path).toList());
    }
    return route;
  }

  @Override
  public long longestBody() {
    return Math.max(requests.settings().maxMailBytes(), ApiJson.MAX_BYTES);
  }

  /** Has a request that was admitted and has come answered, by a worker if that takes time. */
  void work(Request request, HttpConversation conversation) {
    try {
      if (route(request).immediate()) {
        conversation.answer(answer(request), () -> {});
        return;
      }
    } catch (RequestProblem problem) {
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
      conversation.answer(answer(RequestProblem.overloaded(queueLimit)), () -> {});
    }
  }

  /** Room for mails of batches among the workers. */
  BatchSeats seats() {
    return seats;
  }

  /**
   * Has a worker check one mail of a batch.
   *
   * @param then is told the line of the answer, on the event loop; not once that has ended
   * @return false if no worker can take it now
   */
  boolean check(Request mail, int index, Batch batch, Turn turn, Consumer<byte[]> then) {
    return bound.work(
        () -> {
          try {
            byte[] line = batch.isGone() ? new byte[0] : line(mail, index);
            turn.later(
                () -> {
                  bound.isDone();
                  then.accept(line);
                },
                bound::isDone);
          } catch (Error e) {
            bound.isDone();
            throw e;
          } finally {
            mail.incoming().release();
          }
        });
  }

  private byte[] line(Request mail, int index) {
    RequestProblem problem;
    try {
      CheckedMail checked = new CheckedMail(index, endpoints.check(mail, requests.settings()));
      route(mail).answered().increment();
      return ApiJson.write(checked);
    } catch (RequestProblem refusal) {
      problem = refusal;
    } catch (RuntimeException e) {
      bound.log().error("a mail of many failed", e);
      problem = RequestProblem.failed();
    }
    refused.increment();
    return ApiJson.write(new UncheckedMail(index, problem.kind().status(), problem.problem()));
  }

  private HttpReply answer(Request request) {
    try {
      Route route = route(request);
      Record answer = route.work().answer(request, requests.settings());
      route.answered().increment();
      return reply(answer);
    } catch (RequestProblem problem) {
      return answer(problem);
    } catch (RuntimeException e) {
      bound.log().error("a request failed", e);
      return answer(RequestProblem.failed());
    } finally {
      request.incoming().release();
    }
  }

  @Override
  public HttpReply answer(RequestProblem problem) {
    refused.increment();
    return HttpReply.refusal(problem);
  }

  /** An answer that is no JSON. */
  record Text(String text) {}

  private static HttpReply reply(Record answer) {
    if (answer instanceof StatisticsEndpoints.NotModified known) {
      return HttpReply.notModified(known.etag());
    }
    if (answer instanceof StatisticsEndpoints.Tagged tagged) {
      return reply(tagged.answer()).tagged(tagged.etag());
    }
    return answer instanceof Text plain
        ? HttpReply.ok("text/plain", plain.text().getBytes(US_ASCII))
        : HttpReply.ok("application/json", ApiJson.write(answer));
  }

  /** Where mail programs reach the peer, as {@link PortSetting#places} has it. */
  public Map<String, String> ports() {
    return Map.copyOf(ports);
  }

  private StatusAnswer status(Request request, RequestSettings held) throws RequestProblem {
    return endpoints.status(request, held, ports, uptimeSeconds(), answered());
  }

  private long uptimeSeconds() {
    return (System.nanoTime() - startedNanos) / 1_000_000_000L;
  }

  private StatusAnswer.Requests answered() {
    return new StatusAnswer.Requests(
        answered(Operation.CHECK.path(), RspamdCommand.CHECK.path()),
        answered(
            Operation.VOTE.path(), RspamdCommand.LEARN_SPAM.path(), RspamdCommand.LEARN_HAM.path()),
        answered(Operation.EXPLAIN.path()),
        refused.sum());
  }

  private long answered(String... paths) {
    return Arrays.stream(paths)
        .map(routes::get)
        .filter(Objects::nonNull)
        .mapToLong(route -> route.answered().sum())
        .sum();
  }

  /** Waits two seconds at most for requests under way and closes every connection. */
  @Override
  public void close() {
    bound.close();
  }
}
