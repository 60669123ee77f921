package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.ata.adolr.InTurn;
import org.spamwatch.overlay.Id;

/**
 * In which order a check is told of a message's votes, and which of them when they are more than an
 * answer holds: one of each site, then a second, and so on, in an order that the check's own random
 * number gives.
 *
 * <p>A site certifies as many voters as it likes; so they have one site's share, however many they
 * are. And an order by pseudonyms would let whoever makes keys until he has low ones crowd others
 * out for good: here nobody knows when he makes his keys how they will be ordered, and two checks
 * are told of different ones.
 */
final class VoteSample {
  private record Drawn(Vote vote, long place) {}

  private VoteSample() {}

  /** At most so many of the votes, in their order. Costs O(n log n). */
  static List<Vote> of(List<Vote> votes, long checkId, int most) {
    if (votes.size() <= 1) {
      return votes.subList(0, Math.min(votes.size(), most));
    }
    Map<Id, List<Drawn>> bySite = new LinkedHashMap<>();
    for (Vote vote : votes) {
      bySite
          .computeIfAbsent(vote.site(), site -> new ArrayList<>(1))
          .add(new Drawn(vote, place(vote.voter(), checkId)));
    }
    List<Map.Entry<Id, List<Drawn>>> sites = new ArrayList<>(bySite.entrySet());
    sites.sort(
        Comparator.comparingLong((Map.Entry<Id, List<Drawn>> site) -> place(site.getKey(), checkId))
            .thenComparing(Map.Entry::getKey));
    sites.forEach(
        site ->
            site.getValue()
                .sort(
                    Comparator.comparingLong(Drawn::place)
                        .thenComparing(each -> each.vote().voter())
                        .thenComparing(each -> -each.vote().sequence())));
    return InTurn.of(sites.stream().map(Map.Entry::getValue).toList()).stream()
        .flatMap(List::stream)
        .map(Drawn::vote)
        .limit(most)
        .toList();
  }

  private static long place(Id id, long checkId) {
    return mixed(mixed(mixed(checkId) + id.high()) + id.middle());
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
