package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.summary.Announced;
import org.spamwatch.agent.summary.AnnouncedSpam;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.MatchesHere;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * Says whether a question can be answered here, so that nobody is told of the mail: with {@link
 * Privacy#SUMMARY} if a rule of the postmaster's holds for it, or if it is like nothing that is
 * announced by anybody who is heeded and like nothing that this peer keeps. What the mail meets by
 * evidence beside the text alone is asked for by its GUID, and nothing of the mail is told.
 */
final class AtHome {
  /** Messages met by evidence beside the text that are asked for at most. */
  private static final int MAX_MET = 8;

  private final AskedMail mail;
  private final Adolr adolr;
  private final AnnouncedSpam announced;
  private final List<Announced> like = new ArrayList<>();
  private final List<MatchesHere> here = new ArrayList<>();
  private final boolean isTextAsked;
  private final List<Announced> met;

  /** Looks up what the question is like. */
  AtHome(AskedMail mail, AnnouncedSpam announced, CampaignRules rules, Adolr adolr) {
    this.mail = mail;
    this.adolr = adolr;
    this.announced = announced;
    CheckRequest question = mail.question();
    for (FeatureVector vector : question.vectors()) {
      boolean isText = vector.scheme().isPublished();
      if (question.privacy() != Privacy.NETWORK || !isText) {
        int thres = question.threshold().forSize(vector.scheme(), vector.size());
        like.addAll(
            announced.matches(
                vector,
                question.probes(vector.scheme()),
                thres,
                mail.ham(),
                isText ? mark -> mail.match(mark).isPresent() : mail::isMetByEvidence));
      }
    }
    boolean isRuled = announced.isComplete() && isRuled(rules);
    isTextAsked = !mail.queries().isEmpty() && isTextAsked(isRuled);
    met = question.privacy() == Privacy.LOCAL || isRuled ? List.of() : toAsk();
  }

  private boolean isTextAsked(boolean isRuled) {
    return switch (mail.question().privacy()) {
      case NETWORK -> true;
      case LOCAL -> false;
      case SUMMARY ->
          !announced.isComplete()
              || (!isRuled
                  && (like.stream().anyMatch(each -> each.isOfText() && each.isHeeded())
                      || here().stream().anyMatch(each -> !each.outcome().matches().isEmpty())));
    };
  }

  private List<Announced> toAsk() {
    Set<Id> byText = new LinkedHashSet<>();
    like.stream().filter(Announced::isOfText).forEach(each -> byText.add(each.guid()));
    return like.stream()
        .filter(each -> each.isHeeded() && !byText.contains(each.guid()))
        .limit(MAX_MET)
        .toList();
  }

  private boolean isRuled(CampaignRules rules) {
    return mail.question().privacy() != Privacy.NETWORK
        && CampaignOverride.rule(rules, mail, like).isPresent();
  }

  /** What this peer itself holds that each query matches; looked up once. */
  List<MatchesHere> here() {
    if (here.size() < mail.queries().size()) {
      for (Query query : mail.queries()) {
        here.add(adolr.matchesHere(query.vector(), query.thres()));
      }
    }
    return here;
  }

  /** What this peer has indexed of messages that its queries match. */
  List<Match> indexed() {
    List<Match> indexed = new ArrayList<>();
    if (here.isEmpty()) {
      indexed.addAll(OwnWords.indexed(mail, adolr));
    } else {
      here.forEach(each -> indexed.addAll(each.indexed()));
    }
    return indexed;
  }

  /** Whether nobody is to be asked. */
  boolean isAnswered() {
    return !isTextAsked && met.isEmpty();
  }

  /** Whether the network is to be asked by the features of the text. */
  boolean isTextAsked() {
    return isTextAsked;
  }

  /** The messages to be asked for by their GUIDs, since the mail meets them and not by its text. */
  List<Announced> met() {
    return met;
  }

  /** Whether nothing is announced that the mail is like, as far as anybody knows. */
  boolean isComplete() {
    return like.isEmpty() && announced.isComplete();
  }

  /** The messages announced that the mail is like. */
  List<Announced> like() {
    return like;
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
      announced.fruitless(
          like.stream()
              .filter(each -> each.isOfText() ? isTextAsked : met.contains(each))
              .toList());
    }
  }
}
