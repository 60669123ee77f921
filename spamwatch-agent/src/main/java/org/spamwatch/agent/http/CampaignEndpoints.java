package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.overlay.Id;

/**
 * What the paths below {@code /v1/campaigns} do. Whoever may ask the peer may look; only its
 * operator rules.
 */
final class CampaignEndpoints {
  private static final int PAGE = 50;
  private static final int MAX_VOTES = 10_000;
  private static final String RESET = "reset";

  private final CampaignCalls calls;
  private final Predicate<String> isOperator;

  CampaignEndpoints(CampaignCalls calls, Predicate<String> isOperator) {
    this.calls = calls;
    this.isOperator = isOperator;
  }

  /** {@code GET /v1/campaigns}: a page of them. */
  ObjectNode list(Request request, HttpSettings settings) throws HttpProblem {
    Parameters parameters = request.parameters(List.of("from", "limit", "votes", "ruled"));
    Id from = parameters.text("from").isEmpty() ? Id.ZERO : id(parameters, "from");
    int limit = parameters.integer("limit", 1, Campaigns.MAX_PAGE).orElse(PAGE);
    int votes = parameters.integer("votes", 0, MAX_VOTES).orElse(0);
    boolean ruled = parameters.integer("ruled", 0, 1).orElse(0) == 1;
    return CampaignJson.page(
        Awaiting.answer(
            ruled ? calls.ruled(from, limit) : calls.page(from, limit, votes), settings));
  }

  /** {@code GET /v1/campaigns/show}: one in full. */
  ObjectNode show(Request request, HttpSettings settings) throws HttpProblem {
    Id guid = id(request.parameters(List.of("message")), "message");
    return CampaignJson.detail(
        Awaiting.answer(calls.detail(guid), settings)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        404,
                        "this peer knows nothing of that message",
                        HttpProblem.NO_LIMIT,
                        "it knows those whose votes it keeps and the latest that checks met")));
  }

  /** {@code POST /v1/campaigns/rule}: allows or blocks one, or takes that back. */
  ObjectNode rule(Request request, HttpSettings settings) throws HttpProblem {
    if (request.operatorToken().filter(isOperator).isEmpty()) {
      throw HttpProblem.notOperator();
    }
    Parameters parameters = request.parameters(List.of("message", "action", "note"));
    Id guid = id(parameters, "message");
    String action = parameters.text("action").orElse("");
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("message", guid.toString());
    if (action.equals(RESET)) {
      return json.put("removed", Awaiting.answer(calls.reset(guid), settings));
    }
    Action said =
        List.of(Action.values()).stream()
            .filter(each -> each.label().equals(action))
            .findFirst()
            .orElseThrow(
                () ->
                    HttpProblem.badRequest(
                        "the action is none", "allowed are allow, block and reset"));
    String note = parameters.text("note").orElse("");
    if (note.length() > CampaignRule.MAX_NOTE || note.chars().anyMatch(Character::isISOControl)) {
      throw new HttpProblem(
          400,
          "the note is too long or has control characters",
          CampaignRule.MAX_NOTE,
          "shorten it to one line");
    }
    Optional<CampaignRule> rule = Awaiting.answer(calls.rule(guid, said, note), settings);
    if (rule.isEmpty()) {
      throw new HttpProblem(
          409, "there are too many rules", CampaignRules.MAX_RULES, "reset some that are old");
    }
    CampaignJson.rule(rule, json);
    return json;
  }

  private static Id id(Parameters parameters, String name) throws HttpProblem {
    String digits = parameters.text(name).orElse("");
    if (!digits.matches("[0-9a-fA-F]{40}")) {
      throw HttpProblem.badRequest(
          name + " is not 40 hexadecimal digits", "give the message's GUID as explain shows it");
    }
    return Id.ofHex(digits);
  }
}
