package org.spamwatch.agent.http;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.StatisticsInfo;
import org.spamwatch.agent.api.TrainAnswer;
import org.spamwatch.agent.api.TrainBody;
import org.spamwatch.agent.api.TrainForgotten;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.statistics.CountStore.FullException;
import org.spamwatch.agent.statistics.CountStore.Outcome;
import org.spamwatch.agent.statistics.Marked;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.statistics.Statistics.FilterFile;
import org.spamwatch.agent.statistics.Statistics.QuotaException;

/**
 * What the paths below {@code /v1/statistics} do, for those alone who may vote: a filter and the
 * key tell whether a word is in what a site's people get. Each teaches as himself; who shows the
 * operator's token may teach for the site.
 */
final class StatisticsEndpoints {
  private final MailRequests requests;
  private final VoterEndpoints voters;
  private final Predicate<String> isOperator;

  StatisticsEndpoints(MailRequests requests, VoterEndpoints voters, Predicate<String> isOperator) {
    this.requests = requests;
    this.voters = voters;
    this.isOperator = isOperator;
  }

  /** An answer of which the client may have a copy. */
  record Tagged(String etag, Record answer) {}

  /** The client has it. */
  record NotModified(String etag) {}

  /** {@code POST /v1/statistics/train}. */
  TrainAnswer train(Request request, RequestSettings settings) throws RequestProblem {
    Parameters parameters = request.parameters(Operation.TRAIN);
    boolean isForSite = isForSite(parameters, request);
    Optional<String> named = parameters.value(Parameter.USER);
    String user = isForSite ? Marked.SITE : voters.principal(request).voter(named);
    Statistics statistics = statistics();
    try {
      if (request.isTokens()) {
        byte[] body = request.body("the tokens", TrainBody.MOST_BYTES);
        return TrainAnswer.of(statistics.learn(TrainBody.marked(body, user)), Optional.empty());
      }
      if (request.bodyType() != BodyType.JSON) {
        throw Request.wrongType("send application/json; a whole mail is learnt with a vote on it");
      }
      TrainBody body = ApiJson.read(request.body("the JSON", ApiJson.MAX_BYTES), TrainBody.class);
      List<Outcome> outcomes =
          body.mails().isEmpty() ? List.of() : statistics.learn(body.marked(user));
      OptionalLong wait = body.settle().orElse(false) ? statistics.settle() : OptionalLong.empty();
      return TrainAnswer.of(outcomes, wait.stream().boxed().findFirst());
    } catch (BadJsonException | IllegalArgumentException e) {
      throw RequestProblem.badRequest(
          String.valueOf(e.getMessage()),
          request.isTokens()
              ? "send mails whole: a word's code, the number of hashes, and the hashes"
              : "send {\"mails\":[{\"verdict\":\"spam\",\"tokens\":\"...\"}]}");
    } catch (IOException e) {
      throw problem(e);
    }
  }

  private static RequestProblem problem(IOException e) {
    if (e instanceof QuotaException quota) {
      return new RequestProblem(
          ProblemKind.OVER_QUOTA,
          String.valueOf(e.getMessage()),
          quota.limit(),
          "go on tomorrow, or have the operator raise it");
    }
    if (e instanceof FullException) {
      return new RequestProblem(
          ProblemKind.FULL,
          String.valueOf(e.getMessage()),
          "raise statistics.max-megabytes, or forget: spamwatch statistics forget");
    }
    return new RequestProblem(
        ProblemKind.NOT_NOW,
        "the disk does not take what is to be learnt: " + AtomicFile.reason(e),
        "see to the peer's disk; nothing of this request is learnt, and nothing else is lost");
  }

  private boolean isForSite(Parameters parameters, Request request) throws RequestProblem {
    boolean isForSite = parameters.value(Parameter.SITE).filter(one -> one == 1).isPresent();
    if (isForSite && request.operatorToken().filter(isOperator).isEmpty()) {
      throw RequestProblem.notOperator();
    }
    return isForSite;
  }

  private Statistics statistics() throws RequestProblem {
    return requests
        .statistics()
        .orElseThrow(
            () ->
                new RequestProblem(
                    ProblemKind.FORBIDDEN,
                    "this peer has no statistical filter",
                    "its operator sets statistics.mode, and its log says if the disk is in order"));
  }

  /** {@code GET /v1/statistics/filter}. */
  Record filter(Request request, RequestSettings settings) throws RequestProblem {
    Optional<String> named = request.parameters(Operation.FILTER).value(Parameter.USER);
    String user = voters.principal(request).voter(named);
    Statistics statistics = statistics();
    Optional<FilterFile> file = statistics.file(Optional.of(user));
    String etag = '"' + statistics.mode().name() + file.map(FilterFile::etag).orElse("") + '"';
    return request.headers().getAll("If-None-Match").contains(etag)
        ? new NotModified(etag)
        : new Tagged(etag, FilterAnswer.of(statistics.mode(), statistics.key(), file));
  }

  /** {@code GET /v1/statistics/info}. */
  StatisticsInfo info(Request request, RequestSettings settings) throws RequestProblem {
    Optional<String> named = request.parameters(Operation.STATISTICS_INFO).value(Parameter.USER);
    String user = voters.principal(request).voter(named);
    return StatisticsInfo.of(statistics().state(Optional.of(user)));
  }

  /** {@code POST /v1/statistics/forget}: what who asks has taught, or what the operator has. */
  TrainForgotten forget(Request request, RequestSettings settings) throws RequestProblem {
    Parameters parameters = request.parameters(Operation.FORGET_TRAINED);
    boolean isForSite = isForSite(parameters, request);
    Optional<String> named = parameters.value(Parameter.USER);
    Statistics statistics = statistics();
    try {
      return new TrainForgotten(
          statistics.forget(isForSite ? Marked.SITE : voters.principal(request).voter(named)));
    } catch (IOException e) {
      throw problem(e);
    }
  }
}
