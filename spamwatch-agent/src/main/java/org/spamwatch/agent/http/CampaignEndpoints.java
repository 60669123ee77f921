package org.spamwatch.agent.http;

import java.util.Arrays;
import java.util.function.Predicate;
import org.spamwatch.agent.api.CampaignInFull;
import org.spamwatch.agent.api.CampaignList;
import org.spamwatch.agent.api.CampaignRuled;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.request.Awaiting;
import org.spamwatch.agent.request.CampaignCalls;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.overlay.Id;

/**
 * What the paths below {@code /v1/campaigns} do. Whoever may ask the peer may look; only its
 * operator rules.
 */
final class CampaignEndpoints {
  private static final int PAGE = 50;

  private final CampaignCalls calls;
  private final Predicate<String> isOperator;

  CampaignEndpoints(CampaignCalls calls, Predicate<String> isOperator) {
    this.calls = calls;
    this.isOperator = isOperator;
  }

  CampaignList list(Request request, RequestSettings settings) throws RequestProblem {
    Parameters parameters = request.parameters(Operation.CAMPAIGNS);
    Id from = parameters.value(Parameter.FROM).orElse(Id.ZERO);
    int limit = parameters.value(Parameter.LIMIT).orElse(PAGE);
    int votes = parameters.value(Parameter.LEAST_VOTES).orElse(0);
    boolean ruled = parameters.value(Parameter.RULED).orElse(0) == 1;
    return CampaignList.of(
        Awaiting.answer(
            ruled ? calls.ruled(from, limit) : calls.page(from, limit, votes), settings));
  }

  CampaignInFull show(Request request, RequestSettings settings) throws RequestProblem {
    Id guid = request.parameters(Operation.CAMPAIGN).required(Parameter.MESSAGE);
    return CampaignInFull.of(
        Awaiting.answer(calls.detail(guid), settings)
            .orElseThrow(
                () ->
                    new RequestProblem(
                        ProblemKind.NOT_FOUND,
                        "this peer knows nothing of that message",
                        "it knows those whose votes it keeps and the latest that checks met")));
  }

  CampaignRuled rule(Request request, RequestSettings settings) throws RequestProblem {
    if (request.operatorToken().filter(isOperator).isEmpty()) {
      throw RequestProblem.notOperator();
    }
    Parameters parameters = request.parameters(Operation.RULE);
    Id guid = parameters.required(Parameter.MESSAGE);
    String action = parameters.required(Parameter.ACTION);
    if (action.equals(Parameter.RESET)) {
      return CampaignRuled.reset(guid, Awaiting.answer(calls.reset(guid), settings));
    }
    Action said =
        Arrays.stream(Action.values())
            .filter(each -> each.label().equals(action))
            .findFirst()
            .orElseThrow();
    String note = parameters.value(Parameter.NOTE).orElse("");
    return CampaignRuled.of(
        Awaiting.answer(calls.rule(guid, said, note), settings)
            .orElseThrow(
                () ->
                    new RequestProblem(
                        ProblemKind.CONFLICT,
                        "there are too many rules",
                        CampaignRules.MAX_RULES,
                        "reset some that are old")));
  }
}
