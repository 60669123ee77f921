package org.spamwatch.agent.http;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.spamwatch.agent.api.HamAnswer;
import org.spamwatch.agent.api.HamForgotten;
import org.spamwatch.agent.api.HamInfo;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.request.Awaiting;
import org.spamwatch.agent.request.HamCalls;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.statistics.Marked;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.vote.VoteValue;

/**
 * The paths of the own-ham filter. The operator, who shows the token that lies in the data
 * directory, may do everything; other clients may give mails of those sources that {@code
 * ham.sources} names, so many a day, and nothing else.
 */
final class HamEndpoints {
  private final HamCalls ham;
  private final MailRequests requests;
  private final VoterEndpoints voters;

  HamEndpoints(MailRequests requests, VoterEndpoints voters) {
    ham = requests.peer().ham();
    this.requests = requests;
    this.voters = voters;
  }

  /** {@code POST /v1/ham?source=S}: learns a mail. */
  HamAnswer learn(Request request, RequestSettings settings) throws RequestProblem {
    Optional<HamSource> source = request.parameters(Operation.LEARN).value(Parameter.SOURCE);
    if (source.isEmpty()) {
      throw RequestProblem.badRequest(
          "source is missing", "add ?source=directory, kept, list or sent");
    }
    OptionalLong limit = limit(source.get(), request, settings);
    MailFeatures mail = Bodies.features(request, settings);
    if (mail.vectors().isEmpty()) {
      throw RequestProblem.badRequest(
          "the mail has too little text to be learnt", "nothing of it is ever matched");
    }
    HamAnswer answer = learn(source.get(), mail, limit, settings);
    teach(request, VoteValue.HAM, settings);
    return answer;
  }

  /** Tells the statistical filter too, if all of the mail was sent. */
  private void teach(Request request, VoteValue word, RequestSettings settings)
      throws RequestProblem {
    Optional<Statistics> statistics = requests.statistics();
    if (statistics.isEmpty() || request.bodyType() != BodyType.MAIL || request.isHeader()) {
      return;
    }
    Optional<String> teacher =
        isOperator(request) ? Optional.of(Marked.SITE) : voters.user(request, Optional.empty());
    byte[] mail = Bodies.mail(request, settings);
    teacher.ifPresent(user -> statistics.get().mark(user, word, mail));
  }

  /** Learns what was checked before. */
  HamAnswer learn(HamSource source, MailFeatures mail, OptionalLong limit, RequestSettings settings)
      throws RequestProblem {
    HamReceipt receipt = Awaiting.answer(ham.learn(source, mail, limit), settings);
    switch (receipt.outcome()) {
      case SPAM ->
          throw new RequestProblem(
              ProblemKind.CONFLICT,
              "users of this peer have marked this mail, or one like it, as spam",
              "if it is ham, mark it ham first: spamwatch mark ham FILE");
      case DAILY_LIMIT ->
          throw new RequestProblem(
              ProblemKind.OVER_QUOTA,
              "source " + source.label() + " has given as many mails today as it may",
              limit.orElse(0),
              "go on tomorrow, or raise ham.daily-limit");
      case FULL ->
          throw new RequestProblem(
              ProblemKind.FULL,
              "the own-ham filter is full",
              settings.hamMaxBytes(),
              "raise ham.max-megabytes, or forget older mails: spamwatch ham forget --before DAY");
      default -> {
        return HamAnswer.of(receipt);
      }
    }
  }

  /**
   * How many mails of a source this client may give in a day; unlimited for the operator.
   *
   * @throws RequestProblem if none
   */
  OptionalLong limit(HamSource source, Request request, RequestSettings settings)
      throws RequestProblem {
    if (isOperator(request)) {
      return OptionalLong.empty();
    }
    if (!settings.hamSources().contains(source)) {
      throw new RequestProblem(
          ProblemKind.FORBIDDEN,
          "this peer does not take own ham of source " + source.label() + " from its clients",
          "its operator adds " + source.label() + " to ham.sources, or learns it by command");
    }
    return OptionalLong.of(settings.hamDailyLimit());
  }

  /** {@code POST /v1/ham/forget}: a mail, or with parameters whole generations. */
  Record forget(Request request, RequestSettings settings) throws RequestProblem {
    onlyOperator(request);
    Parameters parameters = request.parameters(Operation.FORGET);
    Optional<HamSource> source = parameters.value(Parameter.SOURCE);
    Optional<Instant> before = parameters.value(Parameter.BEFORE);
    if (source.isEmpty() && before.isEmpty()) {
      MailFeatures mail = Bodies.features(request, settings);
      HamAnswer answer = HamAnswer.of(Awaiting.answer(ham.forget(mail), settings));
      teach(request, VoteValue.WITHDRAWN, settings);
      return answer;
    }
    OptionalLong millis = before.stream().mapToLong(Instant::toEpochMilli).findFirst();
    return new HamForgotten(Awaiting.answer(ham.forget(source, millis), settings));
  }

  /** {@code GET /v1/ham/info}: what has been learnt. */
  HamInfo state(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.HAM_INFO);
    return HamInfo.of(Awaiting.answer(ham.state(), settings));
  }

  private void onlyOperator(Request request) throws RequestProblem {
    if (!isOperator(request)) {
      throw RequestProblem.notOperator();
    }
  }

  private boolean isOperator(Request request) {
    return request.operatorToken().filter(ham::isOperator).isPresent();
  }
}
