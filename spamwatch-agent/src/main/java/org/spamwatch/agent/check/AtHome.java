package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.summary.Announced;
import org.spamwatch.agent.summary.AnnouncedSpam;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * Says whether a question can be answered here, so that nobody is told of the mail: with {@link
 * Privacy#SUMMARY} if a rule of the postmaster's holds for it, or if it is like nothing that is
 * announced by anybody who is heeded and like nothing that this peer keeps.
 */
final class AtHome {
  private final CheckRequest question;
  private final List<Query> queries;
  private final Adolr adolr;
  private final AnnouncedSpam announced;
  private final List<Announced> like = new ArrayList<>();
  private final List<QueryOutcome> here = new ArrayList<>();
  private final boolean isAnswered;

  /** Looks up what the question is like. */
  AtHome(
      CheckRequest question,
      List<Query> queries,
      AnnouncedSpam announced,
      CampaignRules rules,
      Adolr adolr,
      HamFilter ham) {
    this.question = question;
    this.queries = queries;
    this.adolr = adolr;
    this.announced = announced;
    if (question.privacy() == Privacy.NETWORK) {
      isAnswered = false;
      return;
    }
    for (FeatureVector vector : question.vectors()) {
      int thres = question.threshold().forSize(vector.scheme(), vector.size());
      like.addAll(announced.matches(vector, question.probes(vector.scheme()), thres, ham));
    }
    isAnswered =
        question.privacy() == Privacy.LOCAL
            || (announced.isComplete()
                && (isRuled(rules)
                    || (like.stream().noneMatch(Announced::isHeeded)
                        && here().stream().allMatch(each -> each.matches().isEmpty()))));
  }

  private boolean isRuled(CampaignRules rules) {
    List<Id> guids = like.stream().map(Announced::guid).toList();
    return rules
        .applicable(question.vectors(), question.probes(), question.threshold(), guids)
        .isPresent();
  }

  /** What this peer itself holds that each query matches; looked up once. */
  List<QueryOutcome> here() {
    if (here.size() < queries.size()) {
      for (Query query : queries) {
        here.add(adolr.outcomeHere(query.vector(), query.thres()));
      }
    }
    return here;
  }

  /** Whether nobody is to be asked. */
  boolean isAnswered() {
    return isAnswered;
  }

  /** Whether nothing is announced that the mail is like, as far as anybody knows. */
  boolean isComplete() {
    return like.isEmpty() && announced.isComplete();
  }

  /** The messages announced that the mail is like. */
  List<Id> guids() {
    return like.stream().map(Announced::guid).toList();
  }

  /**
   * The network has been asked. Whoever's voters it shows to have called such a mail spam is heeded
   * from now on. If it knows of no vote though everybody has answered, then what the mail is like
   * is not asked for again today.
   *
   * @param isThorough whether everybody was asked who may know
   */
  void asked(CheckResult answer, boolean isThorough) {
    answer.matches().stream()
        .flatMap(match -> match.votes().stream())
        .filter(vote -> vote.value() == VoteValue.SPAM)
        .forEach(vote -> announced.confirmed(vote.site()));
    if (isThorough && answer.complete() && answer.matches().isEmpty()) {
      announced.fruitless(like);
    }
  }
}
