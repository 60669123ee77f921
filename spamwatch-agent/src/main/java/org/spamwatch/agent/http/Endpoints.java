package org.spamwatch.agent.http;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** What each path does, from a checked request to its answer. */
final class Endpoints {
  private static final String LOCAL_USER = "local";
  private static final Preference NO_PREFERENCE =
      new Preference("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final PeerCalls peer;
  private final HamEndpoints ham;

  Endpoints(PeerCalls peer, HamEndpoints ham) {
    this.peer = peer;
    this.ham = ham;
  }

  /** Refuses parameters of a check that would be refused for each of many mails. */
  void checkParameters(Request request, HttpSettings settings) throws HttpProblem {
    Parameters parameters = request.parameters(Operation.CHECK);
    parameters.value(Parameter.LEARN);
    parameters.value(Parameter.SCHEMES);
    question(parameters, new MailFeatures(List.of(), List.of()), settings);
  }

  CheckAnswer check(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    Parameters parameters = request.parameters(Operation.CHECK);
    Optional<HamSource> source = parameters.value(Parameter.LEARN);
    Bodies.Checked mail = Bodies.checked(request, parameters.value(Parameter.SCHEMES), settings);
    CheckResult result = result(question(parameters, mail.asked(), settings), settings);
    CheckAnswer answer = CheckAnswer.of(result, System.nanoTime() - start);
    return source.isPresent()
        ? answer.with(learn(source.get(), mail.features(), result, request, settings))
        : answer;
  }

  /** Learns a mail that nobody calls spam; a refusal is told in the answer, which stands. */
  private Learnt learn(
      HamSource source,
      MailFeatures mail,
      CheckResult result,
      Request request,
      HttpSettings settings) {
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
    } catch (HttpProblem refused) {
      return refused.problem();
    }
  }

  ExplainAnswer explain(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    Parameters parameters = request.parameters(Operation.EXPLAIN);
    Bodies.Checked mail = Bodies.checked(request, Optional.empty(), settings);
    CheckRequest question = question(parameters, mail.asked(), settings);
    CheckResult result = result(question, settings);
    long nanos = System.nanoTime() - start;
    List<Id> masked = Awaiting.within(peer.ham().masked(question), settings).orElseGet(List::of);
    return ExplainAnswer.of(result, nanos, masked);
  }

  private static CheckRequest question(
      Parameters parameters, MailFeatures mail, HttpSettings settings) throws HttpProblem {
    Optional<Integer> thres = parameters.value(Parameter.THRES);
    Preference preference =
        parameters.value(Parameter.USER).map(settings.users()::get).orElse(NO_PREFERENCE);
    return new CheckRequest(
        mail.vectors(),
        mail.probes(),
        thres.or(preference::thres).map(Threshold::of).orElse(settings.threshold()),
        parameters.value(Parameter.TTL).orElse(settings.ttl()),
        parameters.value(Parameter.VOTES).or(preference::votes).orElse(settings.votes()),
        parameters.value(Parameter.RULE).or(preference::rule).orElse(settings.rule()),
        parameters.value(Parameter.PRIVACY).or(preference::privacy).orElse(settings.privacy()));
  }

  private CheckResult result(CheckRequest question, HttpSettings settings) throws HttpProblem {
    if (question.vectors().isEmpty()) {
      return unknown("the mail has too little text to be recognised by it", true);
    }
    // The mail path fails open: a network that does not answer makes a mail unknown.
    return Awaiting.within(peer.check(question), settings)
        .orElseGet(() -> unknown("no answer within " + seconds(settings), false));
  }

  private static CheckResult unknown(String reason, boolean complete) {
    return new CheckResult(
        Verdict.UNKNOWN, 0, 0, 0, 0, Source.NONE, 0, List.of(), complete, reason);
  }

  VoteAnswer vote(Request request, HttpSettings settings) throws HttpProblem {
    Parameters parameters = request.parameters(Operation.VOTE);
    Optional<VoteValue> value = parameters.value(Parameter.VERDICT);
    Optional<VoteOrigin> origin = parameters.value(Parameter.ORIGIN);
    String user = parameters.value(Parameter.USER).orElse(LOCAL_USER);
    VoteRequest voteRequest;
    if (request.bodyType() == BodyType.MAIL) {
      if (value.isEmpty()) {
        throw HttpProblem.badRequest("verdict is missing", "add ?verdict=spam, ham or withdraw");
      }
      AddressedMail mail = Bodies.mail(request, settings);
      voteRequest = signed(mail, user, value.get(), origin.orElse(VoteOrigin.API));
    } else {
      voteRequest = voteRequest(request.body("the JSON", ApiJson.MAX_BYTES));
      if (value.filter(v -> v != voteRequest.vote().value()).isPresent()
          || origin.filter(o -> !o.equals(voteRequest.vote().origin())).isPresent()) {
        throw HttpProblem.badRequest(
            "the query contradicts the signed vote", "leave verdict and origin out of the query");
      }
    }
    VoteResult receipt = cast(voteRequest, settings);
    if (request.bodyType() == BodyType.MAIL) { // whoever signed the vote signs these himself
      for (List<Id> digests : receipt.standing()) {
        Vote vote = voteRequest.vote();
        cast(
            new VoteRequest(
                sign(user, vote.guid(), digests, vote.value(), vote.origin()), List.of()),
            settings);
      }
    }
    return VoteAnswer.of(receipt);
  }

  private VoteResult cast(VoteRequest voteRequest, HttpSettings settings) throws HttpProblem {
    VoteResult receipt =
        Awaiting.within(peer.vote(voteRequest), settings)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        ProblemKind.NOT_NOW,
                        "the vote was not confirmed within " + seconds(settings),
                        settings.timeout().toMillis(),
                        "send it again: a repeated vote counts once"));
    if (receipt.retryMillis() > 0) {
      throw HttpProblem.overQuota(receipt.reason(), receipt.retryMillis());
    }
    if (receipt.roomBytes() > 0) {
      throw new HttpProblem(
          ProblemKind.NOT_NOW,
          receipt.reason(),
          receipt.roomBytes(),
          "try again later; if it lasts, give the peer a larger heap");
    }
    if (receipt.outcome() == VoteResult.Outcome.DISK_BEHIND) {
      throw new HttpProblem(
          ProblemKind.NOT_NOW,
          receipt.reason(),
          "try again later; if it lasts, see to the peer's disk");
    }
    return receipt;
  }

  private VoteRequest signed(AddressedMail mail, String user, VoteValue value, VoteOrigin origin)
      throws HttpProblem {
    Id guid = mail.guid().orElse(Id.ZERO);
    if (!mail.isAddressable()) {
      throw HttpProblem.badRequest(
          "the mail has too little text to vote on", "nothing of it could be recognised again");
    }
    List<Id> digests = mail.vectors().stream().map(v -> v.digest()).toList();
    return new VoteRequest(sign(user, guid, digests, value, origin), mail.vectors());
  }

  private Vote sign(String user, Id guid, List<Id> digests, VoteValue value, VoteOrigin origin)
      throws HttpProblem {
    try {
      return peer.sign(user, guid, digests, value, origin);
    } catch (KeyException e) {
      throw HttpProblem.badRequest(
          "this peer cannot sign for that user: " + e.getMessage(), "see the peer's log");
    }
  }

  private static VoteRequest voteRequest(byte[] body) throws HttpProblem {
    try {
      return ApiJson.read(body, VoteBody.class).request();
    } catch (BadJsonException e) {
      throw HttpProblem.badRequest(
          String.valueOf(e.getMessage()), "send a signed vote and its feature vectors");
    }
  }

  StatusAnswer status(Request request, HttpSettings settings, long uptimeSeconds, Requests requests)
      throws HttpProblem {
    request.parameters(Operation.STATUS);
    return StatusAnswer.of(
        Awaiting.answer(peer.status(), settings), peer.links(), uptimeSeconds, requests);
  }

  RouteAnswer route(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    Id key = request.parameters(Operation.ROUTE).required(Parameter.KEY);
    TracedRoute route =
        Awaiting.within(peer.trace(key), settings)
            .flatMap(traced -> traced)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        ProblemKind.NOT_NOW,
                        "the end of the route did not answer in time",
                        "try again; the status shows the neighbours"));
    return RouteAnswer.of(key, route, System.nanoTime() - start);
  }

  HealthAnswer alive(Request request, HttpSettings settings) throws HttpProblem {
    request.parameters(Operation.ALIVE);
    return new HealthAnswer("alive");
  }

  HealthAnswer ready(Request request, HttpSettings settings) throws HttpProblem {
    request.parameters(Operation.READY);
    if (!peer.isReady()) {
      throw new HttpProblem(
          ProblemKind.NOT_NOW, "the peer has not joined its realm yet", "try again");
    }
    return new HealthAnswer("ready");
  }

  private static String seconds(HttpSettings settings) {
    return settings.timeout().toMillis() / 1000.0 + " s";
  }
}
