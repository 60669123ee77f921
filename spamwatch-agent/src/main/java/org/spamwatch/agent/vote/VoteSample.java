package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * Which votes an inquiry is told of when a message has more than an answer holds: those that come
 * first in an order that the inquiry's own random number gives.
 *
 * <p>An order by the voters' pseudonyms would let whoever makes keys until he has low pseudonyms
 * crowd all others out for good. Here nobody knows when he makes his keys how they will be ordered,
 * so of n votes each is as likely to be told as any other, and two inquiries tell different ones.
 */
final class VoteSample {
  private record Drawn(Vote vote, long place) {}

  private VoteSample() {}

  /** All votes if there is room for them, else {@code most} of them. Costs O(n log n) then. */
  static List<Vote> of(List<Vote> votes, long inquiryId, int most) {
    if (votes.size() <= most) {
      return votes;
    }
    List<Drawn> drawn = new ArrayList<>(votes.size());
    for (Vote vote : votes) {
      drawn.add(new Drawn(vote, place(vote.voter(), inquiryId)));
    }
    drawn.sort(Comparator.comparingLong(Drawn::place).thenComparing(each -> each.vote().voter()));
    return drawn.subList(0, most).stream().map(Drawn::vote).toList();
  }

  private static long place(Id voter, long inquiryId) {
    return mixed(mixed(mixed(inquiryId) + voter.high()) + voter.middle());
  }

  /**
   * The finalizer of SplitMix64 (Steele et al. 2014): every bit of the input tells on every one.
   */
  private static long mixed(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
