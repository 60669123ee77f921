package org.spamwatch.agent.check;

import java.util.Optional;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.evidence.MailEvidence;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;

/** What people are told where the site's own ham leaves too little to ask or to publish. */
final class OwnHamAnswer {
  private OwnHamAnswer() {}

  /** The answer to a question that was put to nobody. */
  static CheckResult of(CheckRequest question, HamFilter ham) {
    FeatureVector vector = question.vectors().get(0);
    boolean isMasked = vector.scheme().isPublished() && masked(vector, ham) > 0;
    Decision decision =
        isMasked
            ? Decision.ownHam(
                counted(vector, ham)
                    + " in this site's own ham and count for nothing: too few are left to ask"
                    + " others about",
                "others are asked about it once it is out of the own-ham filter: spamwatch ham"
                    + " forget FILE")
            : Decision.none(
                "the mail has too little text to ask others about, and nobody who is heeded"
                    + " announces a mail that is like it otherwise");
    return CheckResult.unasked(vector.size(), decision);
  }

  /** Why a vote is not taken, if so. */
  static Optional<String> objection(VoteRequest voteRequest, HamFilter ham) {
    if (voteRequest.vote().value() != VoteValue.SPAM || voteRequest.vectors().isEmpty()) {
      return Optional.empty();
    }
    FeatureVector vector = voteRequest.vectors().get(0);
    boolean isOfText = vector.scheme().isPublished(); // texts come first
    for (FeatureVector each : voteRequest.vectors()) {
      if (each.scheme().isPublished()
          ? Query.isRecognisable(each, Threshold.STANDARD.forSize(each.scheme(), each.size()), ham)
          : !isOfText && MailEvidence.standsAlone(each, key -> !ham.contains(each.scheme(), key))) {
        return Optional.empty();
      }
    }
    return Optional.of(
        counted(vector, ham)
            + " in this site's own ham, so a vote for spam would hit ham; if it is spam all the"
            + " same, take it out of the own-ham filter first: spamwatch ham forget FILE");
  }

  private static String counted(FeatureVector vector, HamFilter ham) {
    return masked(vector, ham) + " of the mail's " + vector.size() + " fingerprints are";
  }

  private static long masked(FeatureVector vector, HamFilter ham) {
    return vector.keys().stream().filter(key -> ham.contains(vector.scheme(), key)).count();
  }
}
