package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.campaign.Campaign;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule;

/**
 * Campaigns in JSON; times are milliseconds since the epoch.
 *
 * <pre>
 * {"campaigns": [{"message": "ID", "spam": 3, "ham": 0, "sites": 2, "first": 0, "last": 0,
 *                 "schemes": ["char50"], "features": 10, "known": "kept",
 *                 "rule": {"action": "allow", "since": 0, "note": "", "vectors": 1}}],
 *  "next": "ID"}
 * </pre>
 *
 * {@code rule} and {@code next} only if there is one. One in full has {@code days}, a list of
 * {@code {"day": "2026-11-20", "spam": 1, "ham": 0}}, and {@code voters}, a list of {@code
 * {"voter": "ID", "site": "ID", "verdict": "spam", "time": 0}}.
 */
final class CampaignJson {
  private CampaignJson() {}

  static ObjectNode page(CampaignPage page) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode campaigns = json.putArray("campaigns");
    page.campaigns().forEach(each -> write(each, campaigns.addObject()));
    page.next().ifPresent(next -> json.put("next", next.toString()));
    return json;
  }

  static ObjectNode detail(CampaignDetail detail) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    write(detail.campaign(), json);
    ArrayNode days = json.putArray("days");
    for (CampaignDetail.Day day : detail.days()) {
      days.addObject()
          .put("day", day(day.epochDay()))
          .put("spam", day.spam())
          .put("ham", day.ham());
    }
    ArrayNode voters = json.putArray("voters");
    detail
        .votes()
        .forEach(
            vote -> {
              ObjectNode each = voters.addObject().put("voter", vote.voter().toString());
              each.put("site", vote.site().toString());
              each.put("verdict", VoteJson.label(vote.value())).put("time", vote.timeMillis());
            });
    return json;
  }

  /** A voter's clock may name any day; those beyond the calendar are all one. */
  private static String day(long epochDay) {
    long last = LocalDate.of(9999, 12, 31).toEpochDay();
    return LocalDate.ofEpochDay(Math.max(0, Math.min(epochDay, last))).toString();
  }

  private static void write(Campaign campaign, ObjectNode json) {
    json.put("message", campaign.guid().toString());
    json.put("spam", campaign.spam()).put("ham", campaign.ham());
    json.put("sites", campaign.sites());
    json.put("first", campaign.firstMillis()).put("last", campaign.lastMillis());
    ArrayNode schemes = json.putArray("schemes");
    campaign.schemes().forEach(schemes::add);
    json.put("features", campaign.features())
        .put("known", campaign.known().name().toLowerCase(Locale.ROOT));
    rule(campaign.rule(), json);
  }

  static void rule(Optional<CampaignRule> rule, ObjectNode json) {
    rule.ifPresent(
        its ->
            json.putObject("rule")
                .put("action", its.action().label())
                .put("since", its.sinceMillis())
                .put("note", its.note())
                .put("vectors", its.vectors().size()));
  }
}
