package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignVote;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.overlay.Id;

/** Puts a postmaster's rules before the votes, and remembers what checks have met. */
final class CampaignOverride {
  private CampaignOverride() {}

  /**
   * The answer as this peer gives it: by the rule that holds for the mail, if one does.
   *
   * @param announced messages that the mail is like, whoever voted on them
   */
  static CheckResult heeded(
      Campaigns campaigns, CheckRequest question, List<Id> announced, CheckResult answer) {
    for (MatchedMessage match : answer.matches()) {
      List<CampaignVote> votes =
          match.votes().stream()
              .map(
                  vote ->
                      new CampaignVote(vote.voter(), vote.site(), vote.value(), vote.timeMillis()))
              .toList();
      campaigns.sighted(match.guid(), match.spamVotes(), match.hamVotes(), votes, match.vectors());
    }
    List<Id> like = new ArrayList<>(announced);
    answer.matches().forEach(match -> like.add(match.guid()));
    Optional<CampaignRule> rule =
        campaigns
            .rules()
            .applicable(question.vectors(), question.probes(), question.threshold(), like);
    return rule.map(
            applied ->
                answer.overruled(
                    applied.action() == Action.ALLOW ? Verdict.UNKNOWN : Verdict.SPAM,
                    applied.reason(),
                    "the operator can end the rule: spamwatch campaign reset " + applied.guid()))
        .orElse(answer);
  }
}
