package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;

/**
 * The paths of the own-ham filter. The operator, who shows the token that lies in the data
 * directory, may do everything; other clients may give mails of those sources that {@code
 * ham.sources} names, so many a day, and nothing else.
 */
final class HamEndpoints {
  private final HamCalls ham;

  HamEndpoints(HamCalls ham) {
    this.ham = ham;
  }

  /** {@code POST /v1/ham?source=S}: learns a mail. */
  ObjectNode learn(Request request, HttpSettings settings) throws HttpProblem {
    Optional<HamSource> source = source(request.parameters(List.of("source")));
    if (source.isEmpty()) {
      throw HttpProblem.badRequest(
          "source is missing", "add ?source=directory, kept, list or sent");
    }
    OptionalLong limit = limit(source.get(), request, settings);
    MailFeatures mail = Bodies.features(request, settings);
    if (mail.vectors().isEmpty()) {
      throw HttpProblem.badRequest(
          "the mail has too little text to be learnt", "nothing of it is ever matched");
    }
    return learn(source.get(), mail, limit, settings);
  }

  /** Learns what was checked before. */
  ObjectNode learn(HamSource source, MailFeatures mail, OptionalLong limit, HttpSettings settings)
      throws HttpProblem {
    HamReceipt receipt = Awaiting.answer(ham.learn(source, mail, limit), settings);
    switch (receipt.outcome()) {
      case SPAM ->
          throw new HttpProblem(
              409,
              "users of this peer have marked this mail, or one like it, as spam",
              HttpProblem.NO_LIMIT,
              "if it is ham, mark it ham first: spamwatch mark ham FILE");
      case DAILY_LIMIT ->
          throw new HttpProblem(
              429,
              "source " + source.label() + " has given as many mails today as it may",
              limit.orElse(0),
              "go on tomorrow, or raise ham.daily-limit");
      case FULL ->
          throw new HttpProblem(
              507,
              "the own-ham filter is full",
              settings.hamMaxBytes(),
              "raise ham.max-megabytes, or forget older mails: spamwatch ham forget --before DAY");
      default -> {
        return HamJson.receipt(receipt);
      }
    }
  }

  /**
   * How many mails of a source this client may give in a day; unlimited for the operator.
   *
   * @throws HttpProblem if none
   */
  OptionalLong limit(HamSource source, Request request, HttpSettings settings) throws HttpProblem {
    if (isOperator(request)) {
      return OptionalLong.empty();
    }
    if (!settings.hamSources().contains(source)) {
      throw new HttpProblem(
          403,
          "this peer does not take own ham of source " + source.label() + " from its clients",
          HttpProblem.NO_LIMIT,
          "its operator adds " + source.label() + " to ham.sources, or learns it by command");
    }
    return OptionalLong.of(settings.hamDailyLimit());
  }

  /** {@code POST /v1/ham/forget}: a mail, or with parameters whole generations. */
  ObjectNode forget(Request request, HttpSettings settings) throws HttpProblem {
    onlyOperator(request);
    Parameters parameters = request.parameters(List.of("source", "before"));
    Optional<HamSource> source = source(parameters);
    Optional<String> before = parameters.text("before");
    if (source.isEmpty() && before.isEmpty()) {
      MailFeatures mail = Bodies.features(request, settings);
      return HamJson.receipt(Awaiting.answer(ham.forget(mail), settings));
    }
    OptionalLong millis = before.isEmpty() ? OptionalLong.empty() : millis(before.get());
    long mails = Awaiting.answer(ham.forget(source, millis), settings);
    return JsonNodeFactory.instance.objectNode().put("outcome", "forgotten").put("mails", mails);
  }

  private static OptionalLong millis(String before) throws HttpProblem {
    try {
      return OptionalLong.of(Instant.parse(before).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw HttpProblem.badRequest("before is no time", "write it as 2026-01-31T00:00:00Z");
    }
  }

  /** {@code GET /v1/ham/info}: what has been learnt. */
  ObjectNode state(Request request, HttpSettings settings) throws HttpProblem {
    request.parameters(List.of());
    return HamJson.state(Awaiting.answer(ham.state(), settings));
  }

  private void onlyOperator(Request request) throws HttpProblem {
    if (!isOperator(request)) {
      throw HttpProblem.notOperator();
    }
  }

  private boolean isOperator(Request request) {
    return request.operatorToken().filter(ham::isOperator).isPresent();
  }

  static Optional<HamSource> source(Parameters parameters) throws HttpProblem {
    Optional<String> text = parameters.text("source");
    Optional<HamSource> source = text.flatMap(HamSource::ofLabel);
    if (text.isPresent() && source.isEmpty()) {
      throw HttpProblem.badRequest(
          "source " + Parameters.shown(text.get()) + " is not known",
          "allowed are directory, kept, list and sent");
    }
    return source;
  }
}
