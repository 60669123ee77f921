package org.spamwatch.agent.api;

import static org.spamwatch.agent.api.Parameter.ACTION;
import static org.spamwatch.agent.api.Parameter.BEFORE;
import static org.spamwatch.agent.api.Parameter.FROM;
import static org.spamwatch.agent.api.Parameter.KEY;
import static org.spamwatch.agent.api.Parameter.LEAST_VOTES;
import static org.spamwatch.agent.api.Parameter.LIMIT;
import static org.spamwatch.agent.api.Parameter.MESSAGE;
import static org.spamwatch.agent.api.Parameter.NOTE;
import static org.spamwatch.agent.api.Parameter.ORIGIN;
import static org.spamwatch.agent.api.Parameter.PRIVACY;
import static org.spamwatch.agent.api.Parameter.RULED;
import static org.spamwatch.agent.api.Parameter.SCHEMES;
import static org.spamwatch.agent.api.Parameter.SOURCE;
import static org.spamwatch.agent.api.Parameter.THRES;
import static org.spamwatch.agent.api.Parameter.TTL;
import static org.spamwatch.agent.api.Parameter.USER;
import static org.spamwatch.agent.api.Parameter.VERDICT;
import static org.spamwatch.agent.api.Parameter.VOTES;
import static org.spamwatch.agent.api.ProblemKind.CONFLICT;
import static org.spamwatch.agent.api.ProblemKind.FULL;
import static org.spamwatch.agent.api.ProblemKind.NOT_FOUND;
import static org.spamwatch.agent.api.ProblemKind.OVER_QUOTA;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a peer can be asked over HTTP. */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes its lists
public enum Operation {
  /** Asks whether others marked a mail like this one. */
  CHECK(
      "POST /v1/check",
      "Whether others marked a mail like this one, or like each of many.",
      Exchange.of(MailBody.class, CheckAnswer.class).orMany(CheckedMail.class, UncheckedMail.class),
      List.of(TTL, THRES, VOTES, Parameter.RULE, PRIVACY, USER, Parameter.LEARN, SCHEMES)),
  /** Casts a vote; one on a whole mail is signed by the peer. */
  VOTE(
      "POST /v1/votes",
      "Casts a vote. One on a whole mail is signed by the peer, for the user that is named.",
      Exchange.of(VoteBody.class, VoteAnswer.class),
      List.of(VERDICT, ORIGIN, USER),
      CONFLICT,
      OVER_QUOTA),
  /** Who asks, and the key that is his. */
  VOTER(
      "GET /v1/voter",
      "Who asks, and the key with which his votes are signed on all of his devices.",
      Exchange.of(VoterAnswer.class),
      List.of()),
  /** Asks like {@link #CHECK}, and for the reasons. */
  EXPLAIN(
      "POST /v1/explain",
      "Which marked mails are like a mail, and who voted.",
      Exchange.of(MailBody.class, ExplainAnswer.class),
      List.of(TTL, THRES, VOTES, Parameter.RULE, PRIVACY, USER)),
  /** Learns a mail as own ham. */
  LEARN(
      "POST /v1/ham",
      "Learns a mail of the site's own ham: its features count for nothing from then on.",
      Exchange.of(MailBody.class, HamAnswer.class),
      List.of(SOURCE),
      CONFLICT,
      OVER_QUOTA,
      FULL),
  /** What has been learnt. */
  HAM_INFO(
      "GET /v1/ham/info",
      "What the peer has learnt of its own ham.",
      Exchange.of(HamInfo.class),
      List.of()),
  /** Forgets a mail, or with parameters whole generations; for the operator. */
  FORGET(
      "POST /v1/ham/forget",
      "Forgets a mail, or with parameters whole generations. For the operator.",
      new Exchange(
          Optional.of(MailBody.class),
          true,
          List.of(HamAnswer.class, HamForgotten.class),
          List.of()),
      List.of(SOURCE, BEFORE)),
  /** The peer's state. */
  STATUS("GET /v1/status", "The peer's state.", Exchange.of(StatusAnswer.class), List.of()),
  /** The way to a key's root. */
  ROUTE("GET /v1/route", "The way to a key's root.", Exchange.of(RouteAnswer.class), List.of(KEY)),
  /** A page of campaigns. */
  CAMPAIGNS(
      "GET /v1/campaigns",
      "Messages that people voted on, as far as the peer knows them.",
      Exchange.of(CampaignList.class),
      List.of(FROM, LIMIT, LEAST_VOTES, RULED)),
  /** One campaign. */
  CAMPAIGN(
      "GET /v1/campaigns/show",
      "A message that people voted on, in full.",
      Exchange.of(CampaignInFull.class),
      List.of(MESSAGE),
      NOT_FOUND),
  /** Allows or blocks a campaign, or takes that back; for the operator. */
  RULE(
      "POST /v1/campaigns/rule",
      "Allows or blocks mail like a message, or takes that back. For the operator.",
      Exchange.of(CampaignRuled.class),
      List.of(MESSAGE, ACTION, NOTE),
      CONFLICT),
  /** Counts something by a rate limit, for programs that vouch for their users. */
  RATE_LIMIT(
      "POST /v1/ratelimit",
      "Counts something by a rate limit, or looks. For programs that vouch for their users.",
      Exchange.of(RateBody.class, RateAnswer.class).asJson(),
      List.of(),
      NOT_FOUND),
  /** What rate limits have counted. */
  RATES(
      "GET /v1/ratelimit/info",
      "What rate limits have counted, and who was over one.",
      Exchange.of(RateInfo.class),
      List.of()),
  /** Forgets what was counted of a key. */
  FORGET_RATE(
      "POST /v1/ratelimit/forget",
      "Forgets what a rate limit has counted of a key.",
      Exchange.of(RateBody.class, RateForgotten.class).asJson(),
      List.of(),
      NOT_FOUND),
  /** Teaches the statistical filter. */
  TRAIN(
      "POST /v1/statistics/train",
      "Teaches the statistical filter what a user says of mails, by hashes of their tokens.",
      Exchange.of(TrainBody.class, TrainAnswer.class).asJson(),
      List.of(USER, Parameter.SITE),
      OVER_QUOTA,
      FULL),
  /** The statistical filter, for who applies it himself. */
  FILTER(
      "GET /v1/statistics/filter",
      "The statistical filter by which a user is judged, and the key of its tokens. Has an ETag.",
      Exchange.of(FilterAnswer.class),
      List.of(USER)),
  /** What the statistical filter was taught. */
  STATISTICS_INFO(
      "GET /v1/statistics/info",
      "What the statistical filter was taught.",
      Exchange.of(StatisticsInfo.class),
      List.of(USER)),
  /** Forgets what a user has taught the statistical filter. */
  FORGET_TRAINED(
      "POST /v1/statistics/forget",
      "Forgets all that a user has taught the statistical filter, or the operator for the site.",
      Exchange.of(TrainForgotten.class),
      List.of(USER, Parameter.SITE)),
  /** Whether the peer runs. */
  ALIVE("GET /healthz", "Whether the peer runs.", Exchange.of(HealthAnswer.class), List.of()),
  /** Whether the peer has joined its realm. */
  READY(
      "GET /readyz",
      "Whether the peer has joined its realm.",
      Exchange.of(HealthAnswer.class),
      List.of());

  /**
   * What is sent and what is answered.
   *
   * @param body what may be sent as JSON. Nothing if no body is read
   * @param isMail whether one mail as it came may be sent too
   * @param answers what is answered, one of these
   * @param lines what each line of the answer is, one of these, if many mails are sent at once;
   *     none if one alone may be
   */
  record Exchange(
      Optional<Class<? extends Record>> body,
      boolean isMail,
      List<Class<? extends Record>> answers,
      List<Class<? extends Record>> lines) {
    private static Exchange of(Class<? extends Record> answer) {
      return new Exchange(Optional.empty(), false, List.of(answer), List.of());
    }

    private static Exchange of(Class<? extends Record> body, Class<? extends Record> answer) {
      return new Exchange(Optional.of(body), true, List.of(answer), List.of());
    }

    private Exchange orMany(Class<? extends Record> line, Class<? extends Record> other) {
      return new Exchange(body, isMail, answers, List.of(line, other));
    }

    private Exchange asJson() {
      return new Exchange(body, false, answers, lines);
    }
  }

  private final String method;
  private final String path;
  private final String summary;
  private final Exchange exchange;
  private final List<Parameter<?>> parameters;
  private final Set<ProblemKind> problems;

  Operation(
      String request,
      String summary,
      Exchange exchange,
      List<Parameter<?>> parameters,
      ProblemKind... own) {
    method = request.split(" ", 2)[0];
    path = request.split(" ", 2)[1];
    this.summary = summary;
    this.exchange = exchange;
    this.parameters = parameters;
    problems =
        EnumSet.of(
            ProblemKind.BAD_REQUEST,
            ProblemKind.NO_TOKEN,
            ProblemKind.FORBIDDEN,
            ProblemKind.WRONG_METHOD,
            ProblemKind.LONG_HEAD,
            ProblemKind.FAILED,
            ProblemKind.NOT_NOW);
    problems.addAll(List.of(own));
    exchange
        .body()
        .ifPresent(any -> problems.addAll(List.of(ProblemKind.TOO_LARGE, ProblemKind.WRONG_TYPE)));
  }

  /** GET or POST. */
  public String method() {
    return method;
  }

  /** The path, without a query. */
  public String path() {
    return path;
  }

  /** What it does, in a sentence. */
  String summary() {
    return summary;
  }

  /** The parameters that may be given. */
  public List<Parameter<?>> parameters() {
    return parameters;
  }

  /** What is sent and what is answered. */
  Exchange exchange() {
    return exchange;
  }

  /** How it can fail. */
  Set<ProblemKind> problems() {
    return problems;
  }
}
