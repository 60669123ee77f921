package org.spamwatch.agent.peer;

import java.util.List;
import org.spamwatch.agent.trust.Ruling;

/**
 * What a peer answers to a {@link Question}.
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
 * @param ruling whose votes decided, and what would change it
 */
public record Answer(
    Judgement judgement,
    int spamVotes,
    int hamVotes,
    int shared,
    int of,
    Source source,
    int hops,
    List<Match> matches,
    boolean complete,
    String reason,
    Ruling ruling) {
  /** Copies the list. */
  public Answer {
    matches = List.copyOf(matches);
  }

  /** An answer for which no votes were judged. */
  public Answer(
      Judgement judgement,
      int spamVotes,
      int hamVotes,
      int shared,
      int of,
      Source source,
      int hops,
      List<Match> matches,
      boolean complete,
      String reason) {
    this(
        judgement,
        spamVotes,
        hamVotes,
        shared,
        of,
        source,
        hops,
        matches,
        complete,
        reason,
        Ruling.none(reason));
  }

  /** The same answer with the judgement of this peer's postmaster. */
  Answer overruled(Judgement by, String because, String ending) {
    return new Answer(
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
        ruling.overruled(by == Judgement.SPAM, because, ending));
  }
}
