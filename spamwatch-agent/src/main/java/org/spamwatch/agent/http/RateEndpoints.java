package org.spamwatch.agent.http;

import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.RateAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.RateForgotten;
import org.spamwatch.agent.api.RateInfo;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;

/**
 * What the paths below {@code /v1/ratelimit} do, for those alone who vouch for their users: anybody
 * else could have another's mail refused, or see who writes how much.
 */
final class RateEndpoints {
  private static final int MAX_BYTES = 16 << 10;

  private final MailRequests requests;
  private final VoterEndpoints voters;

  RateEndpoints(MailRequests requests, VoterEndpoints voters) {
    this.requests = requests;
    this.voters = voters;
  }

  RateAnswer count(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.RATE_LIMIT);
    check(request);
    return RateAnswer.of(requests.counted(body(request)));
  }

  RateInfo info(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.RATES);
    check(request);
    return RateInfo.of(requests.rates().status());
  }

  RateForgotten forget(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.FORGET_RATE);
    check(request);
    return new RateForgotten(requests.forgotten(body(request)));
  }

  private void check(Request request) throws RequestProblem {
    voters.principal(request).mustVouch();
  }

  private static RateBody body(Request request) throws RequestProblem {
    if (request.bodyType() != BodyType.JSON) {
      throw Request.wrongType("send application/json");
    }
    try {
      RateBody body = ApiJson.read(request.body("the JSON", MAX_BYTES), RateBody.class);
      if (!body.isBounded()) {
        throw RequestProblem.tooLarge("a text", RateBody.MOST_LENGTH);
      }
      return body;
    } catch (BadJsonException e) {
      throw RequestProblem.badRequest(
          String.valueOf(e.getMessage()), "send {\"limit\":...,\"key\":...,\"unique\":...}");
    }
  }
}
