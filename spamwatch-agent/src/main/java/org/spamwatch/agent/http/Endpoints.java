package org.spamwatch.agent.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.spamwatch.agent.access.Principal;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.HealthAnswer;
import org.spamwatch.agent.api.Learnt;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.RouteAnswer;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.StatusAnswer.Requests;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.api.VoteBody;
import org.spamwatch.agent.api.WordsFound;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.request.Arrival;
import org.spamwatch.agent.request.Awaiting;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.PeerCalls;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** What each path does, from a checked request to its answer. */
final class Endpoints {
  private final MailRequests requests;
  private final PeerCalls peer;
  private final VoterEndpoints voters;
  private final HamEndpoints ham;

  Endpoints(MailRequests requests, VoterEndpoints voters, HamEndpoints ham) {
    this.voters = voters;
    this.requests = requests;
    peer = requests.peer();
    this.ham = ham;
  }

  /** Refuses parameters of a check that would be refused for each of many mails. */
  void checkParameters(Request request, RequestSettings settings) throws RequestProblem {
    Parameters parameters = request.parameters(Operation.CHECK);
    parameters.value(Parameter.LEARN);
    parameters.value(Parameter.SCHEMES);
    question(parameters, new MailFeatures(List.of(), List.of()), settings);
  }

  CheckAnswer check(Request request, RequestSettings settings) throws RequestProblem {
    long start = System.nanoTime();
    Parameters parameters = request.parameters(Operation.CHECK);
    Optional<HamSource> source = parameters.value(Parameter.LEARN);
    MailRequests.Checked mail =
        Bodies.checked(request, parameters.value(Parameter.SCHEMES), settings);
    CheckResult voted =
        requests.counted(
            requests.check(question(parameters, mail.asked(), settings)),
            mail,
            Arrival.of(parameters.value(Parameter.USER)));
    CheckResult result = judged(request, parameters, voted, settings);
    CheckAnswer answer = CheckAnswer.of(result, System.nanoTime() - start);
    return source.isPresent()
        ? answer.with(learn(source.get(), mail.features(), voted, request, settings))
        : answer;
  }

  /** What a mail's words add, if all of it was sent. */
  private CheckResult judged(
      Request request, Parameters parameters, CheckResult voted, RequestSettings settings)
      throws RequestProblem {
    if (request.bodyType() != BodyType.MAIL || request.isHeader()) {
      return voted;
    }
    Optional<String> named = parameters.value(Parameter.USER);
    return requests.judged(
        voted, Bodies.mail(request, settings), () -> voters.user(request, named));
  }

  /** Learns a mail that nobody calls spam; a refusal is told in the answer, which stands. */
  private Learnt learn(
      HamSource source,
      MailFeatures mail,
      CheckResult result,
      Request request,
      RequestSettings settings) {
    if (mail.vectors().isEmpty() || result.spamVotes() > 0 || !result.complete()) {
      String error =
          mail.vectors().isEmpty()
              ? "the mail has too little text to be learnt"
              : result.complete()
                  ? "somebody calls it spam"
                  : "not everybody has answered whether it is spam";
      return new Problem(error, Optional.empty(), "see the reason");
    }
    try {
      OptionalLong limit = ham.limit(source, request, settings);
      return ham.learn(source, mail, limit, settings);
    } catch (RequestProblem refused) {
      return refused.problem();
    }
  }

  ExplainAnswer explain(Request request, RequestSettings settings) throws RequestProblem {
    long start = System.nanoTime();
    Parameters parameters = request.parameters(Operation.EXPLAIN);
    MailRequests.Checked mail = Bodies.checked(request, Optional.empty(), settings);
    CheckRequest question = question(parameters, mail.asked(), settings);
    CheckResult voted = requests.counted(requests.check(question), mail, Arrival.OF_NOBODY);
    CheckResult result = judged(request, parameters, voted, settings);
    long nanos = System.nanoTime() - start;
    List<Id> masked = Awaiting.within(peer.ham().masked(question), settings).orElseGet(List::of);
    return ExplainAnswer.of(result, nanos, masked, words(request, parameters, settings));
  }

  /** Which words of a mail matter to the statistical filter, if all of it was sent. */
  private Optional<WordsFound> words(
      Request request, Parameters parameters, RequestSettings settings) throws RequestProblem {
    Optional<Statistics> statistics = requests.statistics();
    if (statistics.isEmpty() || request.bodyType() != BodyType.MAIL || request.isHeader()) {
      return Optional.empty();
    }
    Optional<String> user = voters.user(request, parameters.value(Parameter.USER));
    byte[] mail = Bodies.mail(request, settings);
    return statistics
        .get()
        .judge(mail, user)
        .map(said -> WordsFound.of(said, statistics.get().clues(mail, user)));
  }

  private CheckRequest question(Parameters parameters, MailFeatures sent, RequestSettings settings)
      throws RequestProblem {
    MailFeatures mail = settings.compared(sent);
    Optional<Integer> thres = parameters.value(Parameter.THRES);
    Preference preference = requests.preference(parameters.value(Parameter.USER));
    return new CheckRequest(
        mail.vectors(),
        mail.probes(),
        thres.map(Threshold::of).orElseGet(() -> settings.threshold(preference)),
        parameters.value(Parameter.TTL).orElse(settings.ttl()),
        parameters.value(Parameter.VOTES).or(preference::votes).orElse(settings.votes()),
        parameters.value(Parameter.RULE).or(preference::rule).orElse(settings.rule()),
        parameters.value(Parameter.PRIVACY).or(preference::privacy).orElse(settings.privacy()));
  }

  VoteAnswer vote(Request request, RequestSettings settings) throws RequestProblem {
    Parameters parameters = request.parameters(Operation.VOTE);
    Optional<VoteValue> value = parameters.value(Parameter.VERDICT);
    Optional<VoteOrigin> origin = parameters.value(Parameter.ORIGIN);
    Optional<String> named = parameters.value(Parameter.USER);
    Principal principal = voters.principal(request);
    if (request.bodyType() == BodyType.MAIL) {
      if (value.isEmpty()) {
        throw RequestProblem.badRequest("verdict is missing", "add ?verdict=spam, ham or withdraw");
      }
      String voter = principal.voter(named);
      if (!request.isHeader()) {
        byte[] mail = Bodies.mail(request, settings);
        return VoteAnswer.of(
            requests.mark(mail, voter, value.get(), origin.orElse(VoteOrigin.API)));
      }
      return VoteAnswer.of(
          requests.mark(
              Bodies.addressed(request, settings),
              voter,
              value.get(),
              origin.orElse(VoteOrigin.API)));
    }
    VoteRequest vote = voteRequest(request.body("the JSON", ApiJson.MAX_BYTES));
    if (value.filter(v -> v != vote.vote().value()).isPresent()
        || origin.filter(o -> !o.equals(vote.vote().origin())).isPresent()) {
      throw RequestProblem.badRequest(
          "the query contradicts the signed vote", "leave verdict and origin out of the query");
    }
    voters.check(principal, named, vote.vote());
    VoteResult receipt = requests.cast(vote);
    if (receipt.accepted()) {
      voters.isTaken(principal, vote.vote());
    }
    return VoteAnswer.of(receipt);
  }

  private static VoteRequest voteRequest(byte[] body) throws RequestProblem {
    try {
      return ApiJson.read(body, VoteBody.class).request();
    } catch (BadJsonException e) {
      throw RequestProblem.badRequest(
          String.valueOf(e.getMessage()), "send a signed vote and its feature vectors");
    }
  }

  StatusAnswer status(
      Request request,
      RequestSettings settings,
      Map<String, String> ports,
      long uptimeSeconds,
      Requests requests)
      throws RequestProblem {
    request.parameters(Operation.STATUS);
    return StatusAnswer.of(
        Awaiting.answer(peer.status(), settings),
        peer.links(),
        settings.proof(),
        ports,
        uptimeSeconds,
        requests,
        this.requests.statistics().map(Statistics::mode));
  }

  RouteAnswer route(Request request, RequestSettings settings) throws RequestProblem {
    long start = System.nanoTime();
    Id key = request.parameters(Operation.ROUTE).required(Parameter.KEY);
    TracedRoute route =
        Awaiting.within(peer.trace(key), settings)
            .flatMap(traced -> traced)
            .orElseThrow(
                () ->
                    new RequestProblem(
                        ProblemKind.NOT_NOW,
                        "the end of the route did not answer in time",
                        "try again; the status shows the neighbours"));
    return RouteAnswer.of(key, route, System.nanoTime() - start);
  }

  HealthAnswer alive(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.ALIVE);
    return new HealthAnswer("alive");
  }

  HealthAnswer ready(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.READY);
    if (!peer.isReady()) {
      throw new RequestProblem(
          ProblemKind.NOT_NOW, "the peer has not joined its realm yet", "try again");
    }
    return new HealthAnswer("ready");
  }
}
