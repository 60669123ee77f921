package org.spamwatch.agent.check;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.campaign.CampaignVote;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.summary.Announced;
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
      Campaigns campaigns, AskedMail mail, List<Announced> announced, CheckResult answer) {
    for (MatchedMessage match : answer.matches()) {
      List<CampaignVote> votes =
          match.votes().stream()
              .map(
                  vote ->
                      new CampaignVote(vote.voter(), vote.site(), vote.value(), vote.timeMillis()))
              .toList();
      campaigns.sighted(match.guid(), match.spamVotes(), match.hamVotes(), votes, match.vectors());
    }
    Set<Id> byText = new TreeSet<>();
    Set<Id> byEvidence = new TreeSet<>();
    announced.forEach(each -> (each.isOfText() ? byText : byEvidence).add(each.guid()));
    answer.matches().forEach(each -> (each.isOfText() ? byText : byEvidence).add(each.guid()));
    return rule(campaigns.rules(), mail, byText, byEvidence)
        .map(
            applied ->
                answer.overruled(
                    applied.action() == Action.ALLOW ? Verdict.UNKNOWN : Verdict.SPAM,
                    applied.reason(),
                    "the operator can end the rule: spamwatch campaign reset " + applied.guid()))
        .orElse(answer);
  }

  /** The rule that holds for a mail that is like some announced messages, whoever voted on them. */
  static Optional<CampaignRule> rule(CampaignRules rules, AskedMail mail, List<Announced> like) {
    Set<Id> byText = new TreeSet<>();
    Set<Id> byEvidence = new TreeSet<>();
    like.forEach(each -> (each.isOfText() ? byText : byEvidence).add(each.guid()));
    return rule(rules, mail, byText, byEvidence);
  }

  private static Optional<CampaignRule> rule(
      CampaignRules rules, AskedMail mail, Set<Id> byText, Set<Id> byEvidence) {
    CheckRequest question = mail.question();
    return rules.applicable(
        question.vectors(), question.probes(), question.threshold(), byText, byEvidence);
  }
}
