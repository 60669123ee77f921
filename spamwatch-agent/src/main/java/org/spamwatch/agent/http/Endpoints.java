package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** What each path does, from a checked request to the JSON of its answer. */
final class Endpoints {
  private static final int MAX_TTL = 32;
  private static final int MAX_VOTES = 1000;
  private static final String KEY = "([0-9a-fA-F]{2}){1,20}";
  private static final String LOCAL_USER = "local";
  private static final Preference NO_PREFERENCE =
      new Preference("", Optional.empty(), OptionalInt.empty(), OptionalInt.empty());

  private final PeerCalls peer;
  private final HamEndpoints ham;

  Endpoints(PeerCalls peer, HamEndpoints ham) {
    this.peer = peer;
    this.ham = ham;
  }

  ObjectNode check(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    Parameters parameters =
        request.parameters(List.of("ttl", "thres", "votes", "rule", "user", "learn", "schemes"));
    Optional<HamSource> source = learnt(parameters);
    Bodies.Checked mail = Bodies.checked(request, schemes(parameters), settings);
    CheckResult answer = answer(question(parameters, mail.asked(), settings), settings);
    ObjectNode json = CheckResultJson.check(answer, System.nanoTime() - start);
    if (source.isPresent()) {
      json.set("learnt", learn(source.get(), mail.features(), answer, request, settings));
    }
    return json;
  }

  private static Optional<HamSource> learnt(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("learn");
    Optional<HamSource> source = text.flatMap(HamSource::ofLabel);
    if (text.isPresent() && source.isEmpty()) {
      throw HttpProblem.badRequest(
          "learn " + Parameters.shown(text.get()) + " is not known",
          "allowed are directory, kept, list and sent");
    }
    return source;
  }

  /** Under which of the mail's schemes alone is asked; whatever is learnt is so under all. */
  private static Optional<List<Scheme>> schemes(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("schemes");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<Scheme> schemes = new ArrayList<>();
    for (String label : text.get().split(",", -1)) {
      schemes.add(
          Scheme.ofLabel(label)
              .orElseThrow(
                  () ->
                      HttpProblem.badRequest(
                          "scheme " + Parameters.shown(label) + " is not known",
                          "allowed are some of "
                              + Scheme.known().stream().map(Scheme::label).toList()
                              + ", with commas between them")));
    }
    return Optional.of(schemes);
  }

  /** Learns a mail that nobody calls spam; a refusal is told in the answer, which stands. */
  private ObjectNode learn(
      HamSource source,
      MailFeatures mail,
      CheckResult answer,
      Request request,
      HttpSettings settings) {
    if (mail.vectors().isEmpty() || answer.spamVotes() > 0 || !answer.complete()) {
      String error =
          mail.vectors().isEmpty()
              ? "the mail has too little text to be learnt"
              : answer.complete()
                  ? "somebody calls it spam"
                  : "not everybody has answered whether it is spam";
      return HttpProblem.badRequest(error, "see the reason").json();
    }
    try {
      OptionalLong limit = ham.limit(source, request, settings);
      return ham.learn(source, mail, limit, settings);
    } catch (HttpProblem refused) {
      return refused.json();
    }
  }

  ObjectNode explain(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    Parameters parameters = request.parameters(List.of("ttl", "thres", "votes", "rule", "user"));
    Bodies.Checked mail = Bodies.checked(request, Optional.empty(), settings);
    CheckRequest question = question(parameters, mail.asked(), settings);
    CheckResult answer = answer(question, settings);
    ObjectNode json = CheckResultJson.explain(answer, System.nanoTime() - start);
    ArrayNode masked = json.putArray("ownHam");
    Awaiting.within(peer.ham().masked(question), settings)
        .ifPresent(keys -> keys.forEach(key -> masked.add(key.toString())));
    return json;
  }

  private static CheckRequest question(
      Parameters parameters, MailFeatures mail, HttpSettings settings) throws HttpProblem {
    OptionalInt ttl = parameters.integer("ttl", 0, MAX_TTL);
    OptionalInt thres = parameters.integer("thres", 1, FeatureVector.MAX_SIZE);
    OptionalInt votes = parameters.integer("votes", 1, MAX_VOTES);
    Optional<Rule> rule = rule(parameters);
    Preference preference =
        parameters.text("user").map(settings.users()::get).orElse(NO_PREFERENCE);
    return new CheckRequest(
        mail.vectors(),
        mail.probes(),
        threshold(thres.isPresent() ? thres : preference.thres(), settings),
        ttl.orElse(settings.ttl()),
        votes.orElse(preference.votes().orElse(settings.votes())),
        rule.orElse(preference.rule().orElse(settings.rule())));
  }

  private CheckResult answer(CheckRequest question, HttpSettings settings) throws HttpProblem {
    if (question.vectors().isEmpty()) {
      return unknown("the mail has too little text to be recognised by it", true);
    }
    // The mail path fails open: a network that does not answer makes a mail unknown.
    return Awaiting.within(peer.check(question), settings)
        .orElseGet(() -> unknown("no answer within " + seconds(settings), false));
  }

  private static Threshold threshold(OptionalInt chosen, HttpSettings settings) {
    return chosen.isPresent() ? new Threshold(chosen) : settings.threshold();
  }

  private static Optional<Rule> rule(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("rule");
    Optional<Rule> rule = text.flatMap(CheckResultJson::rule);
    if (text.isPresent() && rule.isEmpty()) {
      throw HttpProblem.badRequest(
          "rule " + Parameters.shown(text.get()) + " is not known",
          "allowed are trust, own and any");
    }
    return rule;
  }

  private static CheckResult unknown(String reason, boolean complete) {
    return new CheckResult(
        Verdict.UNKNOWN, 0, 0, 0, 0, Source.NONE, 0, List.of(), complete, reason);
  }

  ObjectNode vote(Request request, HttpSettings settings) throws HttpProblem {
    Parameters parameters = request.parameters(List.of("verdict", "origin", "user"));
    Optional<VoteValue> value = value(parameters);
    Optional<VoteOrigin> origin = origin(parameters);
    VoteRequest voteRequest;
    if (request.bodyType() == BodyType.MAIL) {
      if (value.isEmpty()) {
        throw HttpProblem.badRequest("verdict is missing", "add ?verdict=spam, ham or withdraw");
      }
      String user = parameters.text("user").orElse(LOCAL_USER);
      AddressedMail mail = Bodies.mail(request, settings);
      voteRequest = signed(mail, user, value.get(), origin.orElse(VoteOrigin.API));
    } else {
      voteRequest = voteRequest(request.body("the JSON", Json.MAX_BYTES));
      if (value.filter(v -> v != voteRequest.vote().value()).isPresent()
          || origin.filter(o -> !o.equals(voteRequest.vote().origin())).isPresent()) {
        throw HttpProblem.badRequest(
            "the query contradicts the signed vote", "leave verdict and origin out of the query");
      }
    }
    VoteResult receipt = cast(voteRequest, settings);
    if (request.bodyType() == BodyType.MAIL) { // whoever signed the vote signs these himself
      for (List<Id> digests : receipt.standing()) {
        String user = parameters.text("user").orElse(LOCAL_USER);
        Vote vote = voteRequest.vote();
        cast(
            new VoteRequest(
                sign(user, vote.guid(), digests, vote.value(), vote.origin()), List.of()),
            settings);
      }
    }
    return CheckResultJson.receipt(receipt);
  }

  private VoteResult cast(VoteRequest voteRequest, HttpSettings settings) throws HttpProblem {
    VoteResult receipt =
        Awaiting.within(peer.vote(voteRequest), settings)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        503,
                        "the vote was not confirmed within " + seconds(settings),
                        settings.timeout().toMillis(),
                        "send it again: a repeated vote counts once"));
    if (receipt.retryMillis() > 0) {
      throw HttpProblem.overQuota(receipt.reason(), receipt.retryMillis());
    }
    if (receipt.roomBytes() > 0) {
      throw new HttpProblem(
          503,
          receipt.reason(),
          receipt.roomBytes(),
          "try again later; if it lasts, give the peer a larger heap");
    }
    if (receipt.diskBehind()) {
      throw new HttpProblem(
          503,
          receipt.reason(),
          HttpProblem.NO_LIMIT,
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
    List<Id> digests = mail.vectors().stream().map(v -> v.compact().digest()).toList();
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
      ObjectNode json = Json.read(body);
      Vote vote = VoteJson.read(json);
      List<FeatureVector> vectors = VectorsJson.read(json);
      return new VoteRequest(vote, vectors);
    } catch (BadJsonException | IllegalArgumentException e) {
      throw HttpProblem.badRequest(
          String.valueOf(e.getMessage()), "send a signed vote and its feature vectors");
    }
  }

  ObjectNode status(Request request, HttpSettings settings) throws HttpProblem {
    request.parameters(List.of());
    PeerStatus status = Awaiting.answer(peer.status(), settings);
    ObjectNode json = CheckResultJson.status(status);
    CheckResultJson.links(json.putObject("links"), peer.links());
    return json;
  }

  ObjectNode route(Request request, HttpSettings settings) throws HttpProblem {
    long start = System.nanoTime();
    String digits = request.parameters(List.of("key")).text("key").orElse("");
    if (!digits.matches(KEY)) {
      throw HttpProblem.badRequest(
          "key is not 2 to 40 hexadecimal digits, an even number of them",
          "give a message's, a feature's or a peer's id; digits left out at its end are 0");
    }
    Id key = Id.ofHex(digits);
    TracedRoute route =
        Awaiting.within(peer.trace(key), settings)
            .flatMap(traced -> traced)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        503,
                        "the end of the route did not answer in time",
                        HttpProblem.NO_LIMIT,
                        "try again; the status shows the neighbours"));
    return CheckResultJson.route(key, route, System.nanoTime() - start);
  }

  ObjectNode alive(Request request) throws HttpProblem {
    request.parameters(List.of());
    return JsonNodeFactory.instance.objectNode().put("status", "alive");
  }

  ObjectNode ready(Request request) throws HttpProblem {
    request.parameters(List.of());
    if (!peer.isReady()) {
      throw new HttpProblem(
          503, "the peer has not joined its realm yet", HttpProblem.NO_LIMIT, "try again");
    }
    return JsonNodeFactory.instance.objectNode().put("status", "ready");
  }

  private static Optional<VoteValue> value(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("verdict");
    Optional<VoteValue> value = text.flatMap(VoteJson::value);
    if (text.isPresent() && value.isEmpty()) {
      throw HttpProblem.badRequest(
          "verdict " + Parameters.shown(text.get()) + " is not known",
          "allowed are spam, ham and withdraw");
    }
    return value;
  }

  private static Optional<VoteOrigin> origin(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("origin");
    Optional<VoteOrigin> origin = text.flatMap(VoteOrigin::ofLabel);
    if (text.isPresent() && origin.isEmpty()) {
      throw HttpProblem.badRequest(
          "origin " + Parameters.shown(text.get()) + " is not known",
          "allowed are button, move, spamc, api and import; automatic acts do not vote");
    }
    return origin;
  }

  private static String seconds(HttpSettings settings) {
    return settings.timeout().toMillis() / 1000.0 + " s";
  }
}
