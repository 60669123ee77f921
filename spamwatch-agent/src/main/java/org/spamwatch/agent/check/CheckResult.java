package org.spamwatch.agent.check;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Decision.Decider;

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
 * @param bulk how many people got mail like it, if that is counted
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
    Decision decision,
    Optional<BulkFinding> bulk) {
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
        Decision.none(reason),
        Optional.empty());
  }

  /**
   * An answer to a question that was put to nobody.
   *
   * @param of |FV|
   */
  static CheckResult unasked(int of, Decision decision) {
    return new CheckResult(
        Verdict.UNKNOWN,
        0,
        0,
        0,
        of,
        Source.NONE,
        0,
        List.of(),
        true,
        decision.reason(),
        decision,
        Optional.empty());
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

  /**
   * Whether a mail like it is left to its words: all who were asked have answered, nobody calls it
   * ham, and who calls it spam are too few to decide. A vote for spam does not silence what says
   * spam, too: else who sends it would cast one.
   */
  public boolean leavesOpen() {
    return complete && isUndecided();
  }

  private boolean isUndecided() {
    return verdict == Verdict.UNKNOWN && hamVotes == 0 && decision.decidedBy() == Decider.NOBODY;
  }

  /**
   * This result, which {@linkplain #leavesOpen() leaves it open}, with the verdict of the
   * statistical filter.
   *
   * @param change what would change it
   */
  public CheckResult judged(Verdict by, String because, String change) {
    return with(by, Source.STATISTICS, because + "; " + reason, decision.changedBy(change), bulk);
  }

  /** This result with the verdict of this peer's postmaster. */
  CheckResult overruled(Verdict by, String because, String ending) {
    Decision ruled = decision.overruled(by == Verdict.SPAM, because, ending);
    return with(by, source, because, ruled, bulk);
  }

  /**
   * This result and how many people got mail like it. No count overrules anybody's word or rule:
   * only what nobody has said a word of can be spam by it.
   *
   * @param isVerdict whether the operator wants unwanted bulk to be spam
   */
  public CheckResult with(BulkFinding counted, boolean isVerdict) {
    boolean isSpam = isVerdict && counted.isUnwanted() && isUndecided();
    String because =
        "bulk: %d got mail like it, of whom %d here; %d make it spam at this peer"
            .formatted(counted.count().total(), counted.count().own(), counted.count().threshold());
    return isSpam
        ? with(
            Verdict.SPAM,
            source,
            because,
            decision.bulk(
                because, "a vote for ham; or the operator puts its list or sender on bulk.allow"),
            Optional.of(counted))
        : with(verdict, source, reason, decision, Optional.of(counted));
  }

  private CheckResult with(
      Verdict other, Source by, String because, Decision decided, Optional<BulkFinding> counted) {
    return new CheckResult(
        other, spamVotes, hamVotes, shared, of, by, hops, matches, complete, because, decided,
        counted);
  }
}
