package org.spamwatch.agent.check;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.trust.Decision;

/**
 * What a peer answers to a {@link CheckRequest}.
 *
 * @param spamVotes voters, each once over all matches, whose last word is spam
 * @param hamVotes voters whose last word is ham
 * @param shared the largest overlap among the matches, 0 without any
 * @param of |FV| of the vector that had it, or of the first vector asked
 * @param hops the longest route taken, in overlay hops
 * @param matches the largest overlap first
 * @param complete whether every route and every keeper has answered in time; if not, more may be
 *     known than this
 * @param reason one line for people: why this judgement
 * @param decision whose votes decided, and what would change it
 */
public record CheckResult(
    Verdict verdict,
    int spamVotes,
    int hamVotes,
    int shared,
    int of,
    Source source,
    int hops,
    List<MatchedMessage> matches,
    boolean complete,
    String reason,
    Decision decision) {
  /** Copies the list. */
  public CheckResult {
    matches = List.copyOf(matches);
  }

  /** An answer for which no votes were judged. */
  public CheckResult(
      Verdict verdict,
      int spamVotes,
      int hamVotes,
      int shared,
      int of,
      Source source,
      int hops,
      List<MatchedMessage> matches,
      boolean complete,
      String reason) {
    this(
        verdict,
        spamVotes,
        hamVotes,
        shared,
        of,
        source,
        hops,
        matches,
        complete,
        reason,
        Decision.none(reason));
  }

  /**
   * The kinds of evidence by which the mail meets the message that it is most like, as they are
   * written in JSON; nothing if their texts are alike, or it meets none.
   */
  public Optional<List<String>> evidence() {
    return matches.stream()
        .findFirst()
        .filter(match -> !match.isOfText())
        .map(MatchedMessage::evidence);
  }

  /** This result with the verdict of this peer's postmaster. */
  CheckResult overruled(Verdict by, String because, String ending) {
    return new CheckResult(
        by,
        spamVotes,
        hamVotes,
        shared,
        of,
        source,
        hops,
        matches,
        complete,
        because,
        decision.overruled(by == Verdict.SPAM, because, ending));
  }
}
