package org.spamwatch.agent.check;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.overlay.Id;

/** Says by the votes that count what is to be thought of the mail that a check asks about. */
final class Judge {
  private final CheckRequest question;
  private final AskedMail mail;
  private final Trust trust;
  private final LongSupplier nowMillis;

  /**
   * A judge of what is said of one mail.
   *
   * @param nowMillis the settled date, by which what is known of voters ages
   */
  Judge(AskedMail mail, Trust trust, LongSupplier nowMillis) {
    this.question = mail.question();
    this.mail = mail;
    this.trust = trust;
    this.nowMillis = nowMillis;
  }

  /** Whether a site's voters are own people. */
  boolean isPreferred(Id site) {
    return trust.at(nowMillis.getAsLong()).isOwn(site);
  }

  /** Whether of a site's voters, as strangers, one more or less decides little. */
  boolean isOneEnough(Id site) {
    return question.rule() != Rule.ANY && !isPreferred(site);
  }

  boolean isSpam(Counted counted) {
    return decision(counted).spam();
  }

  private Decision decision(Counted counted) {
    return trust.judge(counted.lastWords(), question.terms(), nowMillis.getAsLong());
  }

  /** Remembers what the voters said of this mail. */
  void learn(Counted counted) {
    if (!question.vectors().isEmpty()) {
      List<Id> features =
          question.vectors().stream()
              .filter(vector -> vector.scheme().isPublished())
              .map(vector -> vector.digest())
              .toList();
      trust.judged(features, counted.lastWords(), nowMillis.getAsLong());
    }
  }

  /**
   * The result.
   *
   * @param isAnswered whether any route or keeper has answered
   * @param hops the longest route taken
   * @param isComplete whether all have, in time
   */
  CheckResult result(Counted counted, boolean isAnswered, int hops, boolean isComplete) {
    List<MatchedMessage> matches = counted.matches(mail, trust.at(nowMillis.getAsLong()));
    boolean asked = isAnswered || !matches.isEmpty();
    Source source = asked ? Source.OVERLAY : Source.NONE;
    return result(counted, matches, source, hops, isComplete);
  }

  /** The result where nobody was asked, by what own voters said. */
  CheckResult resultAtHome(Counted counted, boolean isComplete) {
    List<MatchedMessage> matches = counted.matches(mail, trust.at(nowMillis.getAsLong()));
    return result(counted, matches, Source.SUMMARY, 0, isComplete);
  }

  private CheckResult result(
      Counted counted, List<MatchedMessage> matches, Source source, int hops, boolean isComplete) {
    Decision decision = decision(counted);
    Tally tally = counted.tally();
    int of = question.vectors().isEmpty() ? 0 : question.vectors().get(0).size();
    return new CheckResult(
        decision.spam() ? Verdict.SPAM : Verdict.UNKNOWN,
        tally.spam(),
        tally.ham(),
        matches.isEmpty() ? 0 : matches.get(0).shared(),
        matches.isEmpty() ? of : matches.get(0).of(),
        source,
        hops,
        matches,
        isComplete,
        reason(matches, decision, source),
        decision,
        Optional.empty());
  }

  private String reason(List<MatchedMessage> matches, Decision decision, Source source) {
    if (question.vectors().isEmpty()) {
      return "the mail has too little text to be recognised by";
    }
    if (source == Source.NONE) {
      return "no peer has answered in time";
    }
    if (matches.isEmpty() && source == Source.SUMMARY) {
      return question.privacy() == Privacy.LOCAL
          ? "nobody has voted here on a mail like this one, and nobody else was asked"
          : "nobody who is heeded announces a mail like this one as spam";
    }
    return matches.isEmpty() ? "nobody has voted on a mail like this one" : decision.reason();
  }
}
