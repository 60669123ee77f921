package org.spamwatch.agent.api;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.TrustRule;
import org.spamwatch.overlay.Id;

/**
 * What a peer says of a mail.
 *
 * @param votes of all matches together, each voter once
 * @param match the largest overlap
 * @param source where the verdict comes from
 * @param hops of the longest route taken
 * @param millis that the peer took
 * @param messages that people voted on and that are like the mail, the most like it first
 * @param complete whether everybody asked has answered in time
 * @param reason one line for people: why this verdict
 * @param decided whose votes decided; not told of a mail that was put to no peer
 * @param bulk how many people got mail like it, if that is counted
 * @param learnt what became of learning the mail, if that was asked for
 */
public record CheckAnswer(
    Verdict verdict,
    Votes votes,
    Overlap match,
    Source source,
    int hops,
    double millis,
    List<Id> messages,
    boolean complete,
    String reason,
    Optional<Decided> decided,
    Optional<Bulk> bulk,
    Optional<Learnt> learnt) {
  /** Copies the list. */
  public CheckAnswer {
    messages = List.copyOf(messages);
  }

  /** The answer to the client, {@code nanos} after its question. */
  public static CheckAnswer of(CheckResult result, long nanos) {
    return new CheckAnswer(
        result.verdict(),
        new Votes(result.spamVotes(), result.hamVotes()),
        new Overlap(result.shared(), result.of(), result.evidence()),
        result.source(),
        result.hops(),
        Millis.of(nanos),
        result.matches().stream().map(MatchedMessage::guid).toList(),
        result.complete(),
        result.reason(),
        Optional.of(Decided.of(result.decision())),
        result.bulk().map(Bulk::of),
        Optional.empty());
  }

  /** What is said of a mail that no peer was asked about. */
  public static CheckAnswer unasked(String reason) {
    return new CheckAnswer(
        Verdict.UNKNOWN,
        Votes.NONE,
        new Overlap(0, 0, Optional.empty()),
        Source.NONE,
        0,
        0,
        List.of(),
        true,
        reason,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether the mail is left to its words, as in {@link CheckResult#leavesOpen}. */
  public boolean leavesOpen() {
    return verdict == Verdict.UNKNOWN
        && complete
        && votes.ham() == 0
        && decided.filter(decision -> decision.by() != Decision.Decider.NOBODY).isEmpty();
  }

  /**
   * This answer, which {@linkplain #leavesOpen() leaves it open}, with the verdict of a statistical
   * filter.
   */
  public CheckAnswer judged(Verdict by, Judgement said) {
    return new CheckAnswer(
        by,
        votes,
        match,
        Source.STATISTICS,
        hops,
        millis,
        messages,
        complete,
        said.reason() + "; " + reason,
        decided.map(nobody -> nobody.changedBy(said.change(nobody.change()))),
        bulk,
        learnt);
  }

  /** This answer, and what became of learning the mail. */
  public CheckAnswer with(Learnt outcome) {
    return new CheckAnswer(
        verdict,
        votes,
        match,
        source,
        hops,
        millis,
        messages,
        complete,
        reason,
        decided,
        bulk,
        Optional.of(outcome));
  }

  /**
   * How many features are shared.
   *
   * @param of as many as the mail's vector has
   * @param evidence the kinds that agree, such as "contact", where the texts are not alike
   */
  public record Overlap(int shared, int of, Optional<List<String>> evidence) {}

  /**
   * How many people got mail like it, in this period and the last.
   *
   * @param count here and at other sites, as far as their word goes
   * @param own of these here
   * @param sites others that say so
   * @param threshold from which on mail is bulk
   * @param allowed the entry of bulk.allow that holds for the mail
   */
  public record Bulk(int count, int own, int sites, int threshold, Optional<String> allowed) {
    private static Bulk of(BulkFinding finding) {
      BulkCount count = finding.count();
      return new Bulk(
          count.total(), count.own(), count.sites(), count.threshold(), finding.allowedBy());
    }
  }

  /**
   * Whose votes decided.
   *
   * @param own votes of the peer's own people
   * @param needed of strangers, for them to decide
   * @param change one line for people: what would change it
   */
  public record Decided(
      Decision.Decider by, Votes own, Strangers strangers, Needed needed, String change) {
    private Decided changedBy(String other) {
      return new Decided(by, own, strangers, needed, other);
    }

    private static Decided of(Decision decision) {
      return new Decided(
          decision.decidedBy(),
          new Votes(decision.ownSpam(), decision.ownHam()),
          new Strangers(
              decision.strangerSpam(),
              decision.strangerHam(),
              decision.spamSites(),
              decision.voters(),
              decision.weight(),
              Math.round(100 * decision.coverage()) / 100.0),
          new Needed(decision.votersNeeded(), decision.weightNeeded(), TrustRule.COVERAGE),
          decision.change());
    }
  }

  /**
   * Votes of strangers; they count as far as their sites are heeded.
   *
   * @param sites behind those who say spam
   * @param voters for spam less those for ham, as far as they count
   * @param weight of these
   * @param coverage how much of the electorate is known here, 0 to 1
   */
  public record Strangers(
      int spam, int ham, int sites, int voters, double weight, double coverage) {}

  /**
   * What strangers need to decide.
   *
   * @param voters that count
   * @param weight of these
   * @param coverage how much of the electorate is to be known here, 0 to 1
   */
  public record Needed(int voters, double weight, double coverage) {}
}
