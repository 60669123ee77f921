package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.VoteSeen;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * What a peer says of a mail, and why.
 *
 * @param check what it says
 * @param matches the messages that are like the mail, the most like it first
 * @param ownHam the mail's features that count for nothing, for they are the site's own ham
 * @param statistics what the statistical filter says, if the whole mail was sent and there is one
 */
public record ExplainAnswer(
    @JsonUnwrapped CheckAnswer check,
    List<Match> matches,
    List<Id> ownHam,
    Optional<WordsFound> statistics) {
  /** Copies the lists. */
  public ExplainAnswer {
    matches = List.copyOf(matches);
    ownHam = List.copyOf(ownHam);
  }

  /** The answer to the client, {@code nanos} after its question. */
  public static ExplainAnswer of(
      CheckResult result, long nanos, List<Id> ownHam, Optional<WordsFound> statistics) {
    return new ExplainAnswer(
        CheckAnswer.of(result, nanos),
        result.matches().stream().map(Match::of).toList(),
        ownHam,
        statistics);
  }

  /** What is said of a mail that no peer was asked about. */
  public static ExplainAnswer unasked(String reason) {
    return new ExplainAnswer(CheckAnswer.unasked(reason), List.of(), List.of(), Optional.empty());
  }

  /** This answer, and what a statistical filter says that the client applies itself. */
  public ExplainAnswer with(CheckAnswer judged, WordsFound found) {
    return new ExplainAnswer(judged, matches, ownHam, Optional.of(found));
  }

  /**
   * A message that people voted on and that is like the mail.
   *
   * @param scheme under which they are alike
   * @param by one line for people: in what they are alike
   * @param evidence beside the text that agrees, such as "contact" and "link"; none if the texts
   *     are alike
   * @param shared features
   * @param of as many as the mail's vector has
   * @param hops to the keeper that answered
   * @param features those shared
   * @param voters whose votes were checked
   */
  public record Match(
      Id message,
      String scheme,
      String by,
      List<String> evidence,
      int shared,
      int of,
      Votes votes,
      int hops,
      List<Id> features,
      List<Voter> voters) {
    /** Copies the lists. */
    public Match {
      evidence = List.copyOf(evidence);
      features = List.copyOf(features);
      voters = List.copyOf(voters);
    }

    private static Match of(MatchedMessage match) {
      return new Match(
          match.guid(),
          match.scheme().label(),
          match.likeness(),
          match.evidence(),
          match.shared(),
          match.of(),
          new Votes(match.spamVotes(), match.hamVotes()),
          match.hops(),
          match.sharedKeys(),
          match.votes().stream().map(Voter::of).toList());
    }
  }

  /**
   * A voter and its last word.
   *
   * @param voter its pseudonym
   * @param site the peer that stands behind it
   * @param own whether that is one's own site
   * @param weight of its word if not, 0 to 1
   * @param origin by which act it voted
   * @param time when, by its own clock
   */
  public record Voter(
      Id voter, Id site, boolean own, double weight, VoteValue verdict, String origin, long time) {
    private static Voter of(VoteSeen vote) {
      return new Voter(
          vote.voter(),
          vote.site(),
          vote.own(),
          vote.weight(),
          vote.value(),
          vote.origin().label(),
          vote.timeMillis());
    }
  }
}
