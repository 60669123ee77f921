package org.spamwatch.agent.api;

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
      "Whether others marked a mail like this one.",
      Optional.of(MailBody.class),
      List.of(
          Parameter.TTL,
          Parameter.THRES,
          Parameter.VOTES,
          Parameter.RULE,
          Parameter.USER,
          Parameter.LEARN,
          Parameter.SCHEMES),
      List.of(CheckAnswer.class)),
  /** Casts a vote; one on a whole mail is signed by the peer. */
  VOTE(
      "POST /v1/votes",
      "Casts a vote. One on a whole mail is signed by the peer, for the user that is named.",
      Optional.of(VoteBody.class),
      List.of(Parameter.VERDICT, Parameter.ORIGIN, Parameter.USER),
      List.of(VoteAnswer.class),
      OVER_QUOTA),
  /** Asks like {@link #CHECK}, and for the reasons. */
  EXPLAIN(
      "POST /v1/explain",
      "Which marked mails are like a mail, and who voted.",
      Optional.of(MailBody.class),
      List.of(Parameter.TTL, Parameter.THRES, Parameter.VOTES, Parameter.RULE, Parameter.USER),
      List.of(ExplainAnswer.class)),
  /** Learns a mail as own ham. */
  LEARN(
      "POST /v1/ham",
      "Learns a mail of the site's own ham: its features count for nothing from then on.",
      Optional.of(MailBody.class),
      List.of(Parameter.SOURCE),
      List.of(HamAnswer.class),
      CONFLICT,
      OVER_QUOTA,
      FULL),
  /** What has been learnt. */
  HAM_INFO(
      "GET /v1/ham/info",
      "What the peer has learnt of its own ham.",
      Optional.empty(),
      List.of(),
      List.of(HamInfo.class)),
  /** Forgets a mail, or with parameters whole generations; for the operator. */
  FORGET(
      "POST /v1/ham/forget",
      "Forgets a mail, or with parameters whole generations. For the operator.",
      Optional.of(MailBody.class),
      List.of(Parameter.SOURCE, Parameter.BEFORE),
      List.of(HamAnswer.class, HamForgotten.class)),
  /** The peer's state. */
  STATUS(
      "GET /v1/status",
      "The peer's state.",
      Optional.empty(),
      List.of(),
      List.of(StatusAnswer.class)),
  /** The way to a key's root. */
  ROUTE(
      "GET /v1/route",
      "The way to a key's root.",
      Optional.empty(),
      List.of(Parameter.KEY),
      List.of(RouteAnswer.class)),
  /** A page of campaigns. */
  CAMPAIGNS(
      "GET /v1/campaigns",
      "Messages that people voted on, as far as the peer knows them.",
      Optional.empty(),
      List.of(Parameter.FROM, Parameter.LIMIT, Parameter.LEAST_VOTES, Parameter.RULED),
      List.of(CampaignList.class)),
  /** One campaign. */
  CAMPAIGN(
      "GET /v1/campaigns/show",
      "A message that people voted on, in full.",
      Optional.empty(),
      List.of(Parameter.MESSAGE),
      List.of(CampaignInFull.class),
      NOT_FOUND),
  /** Allows or blocks a campaign, or takes that back; for the operator. */
  RULE(
      "POST /v1/campaigns/rule",
      "Allows or blocks mail like a message, or takes that back. For the operator.",
      Optional.empty(),
      List.of(Parameter.MESSAGE, Parameter.ACTION, Parameter.NOTE),
      List.of(CampaignRuled.class),
      CONFLICT),
  /** Whether the peer runs. */
  ALIVE(
      "GET /healthz",
      "Whether the peer runs.",
      Optional.empty(),
      List.of(),
      List.of(HealthAnswer.class)),
  /** Whether the peer has joined its realm. */
  READY(
      "GET /readyz",
      "Whether the peer has joined its realm.",
      Optional.empty(),
      List.of(),
      List.of(HealthAnswer.class));

  private final String method;
  private final String path;
  private final String summary;
  private final Optional<Class<? extends Record>> body;
  private final List<Parameter<?>> parameters;
  private final List<Class<? extends Record>> answers;
  private final Set<ProblemKind> problems;

  Operation(
      String request,
      String summary,
      Optional<Class<? extends Record>> body,
      List<Parameter<?>> parameters,
      List<Class<? extends Record>> answers,
      ProblemKind... own) {
    method = request.split(" ", 2)[0];
    path = request.split(" ", 2)[1];
    this.summary = summary;
    this.body = body;
    this.parameters = parameters;
    this.answers = answers;
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
    body.ifPresent(any -> problems.addAll(List.of(ProblemKind.TOO_LARGE, ProblemKind.WRONG_TYPE)));
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

  /** What may be sent as JSON; one mail as it came may be sent too. Nothing if no body is read. */
  Optional<Class<? extends Record>> body() {
    return body;
  }

  /** The parameters that may be given. */
  public List<Parameter<?>> parameters() {
    return parameters;
  }

  /** What is answered, one of these. */
  List<Class<? extends Record>> answers() {
    return answers;
  }

  /** How it can fail. */
  Set<ProblemKind> problems() {
    return problems;
  }
}
