package org.spamwatch.agent.bulk;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.contribution.OtherCounts;
import org.spamwatch.agent.contribution.OtherCounts.RefusedException;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.counting.AgeingCountingFilter;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What other sites have told of what they count, each apart. What cannot be taken in is refused and
 * counted by its reason, and changes nothing. Belongs to its counts.
 */
final class OtherSites {
  /** Sites whose counts are held. */
  static final int MOST = 64;

  private final OtherCounts counts;
  private final int mostCells;
  private final Map<Long, String> groups = new LinkedHashMap<>();
  private final Map<String, Long> refused = new TreeMap<>();

  /** What became of what a site has told. */
  enum Taken {
    NEWS,
    KNOWN,
    REFUSED
  }

  /** Nothing of anybody; what is taken is like what this peer tells. */
  OtherSites(AgeingCountingFilter like) {
    counts = new OtherCounts(like::isCompatible, BulkConfig.mostFill(), MOST);
    mostCells = (int) like.functions().size();
  }

  private static long origin(Id node) {
    return node.high();
  }

  /** Which version of a site is held; 0 if none. */
  long version(Id node) {
    return counts.version(origin(node));
  }

  /** How many sites have told. */
  int size() {
    return counts.held().size();
  }

  /** The memory of their cells. */
  long bytes() {
    return counts.held().values().stream().mapToLong(each -> each.filter().bytes()).sum();
  }

  /** What was refused since the start, by why. */
  Map<String, Long> refused() {
    return new TreeMap<>(refused);
  }

  void refuse(String why) {
    refused.merge(why, 1L, Long::sum);
  }

  /**
   * Takes in what a site has told.
   *
   * @param from who it is, by its link
   */
  Taken take(Contact from, byte[] told, long period) {
    try {
      Contribution contribution = Contribution.read(ByteBuffer.wrap(told), mostCells);
      if (contribution.origin() != origin(from.id())) {
        throw new RefusedException("another's", "the counts are not those of who sends them");
      }
      String group = AddressGroup.of(from.endpoint()).nameFor(from.id());
      boolean isNew = version(from.id()) == 0;
      if (isNew && size() >= MOST) {
        makeRoom(group);
      }
      boolean isNews = counts.take(contribution, period);
      if (isNew && isNews) {
        groups.put(contribution.origin(), group);
      }
      return isNews ? Taken.NEWS : Taken.KNOWN;
    } catch (RefusedException e) {
      refuse(e.why());
    } catch (IllegalArgumentException e) {
      refuse("unreadable");
    }
    return Taken.REFUSED;
  }

  /** The newest of the address group that has most gives way, if the newcomer's has two fewer. */
  private void makeRoom(String newcomers) {
    Map<String, Integer> sizes = new TreeMap<>();
    groups.values().forEach(group -> sizes.merge(group, 1, Integer::sum));
    int most = sizes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (most < sizes.getOrDefault(newcomers, 0) + 2) {
      return;
    }
    long victim = 0;
    for (Map.Entry<Long, String> each : groups.entrySet()) {
      if (sizes.getOrDefault(each.getValue(), 0) == most) {
        victim = each.getKey();
      }
    }
    forget(victim);
    refuse("gave way");
  }

  private void forget(long origin) {
    counts.forget(origin);
    groups.remove(origin);
  }

  /** Forgets what a site has told. */
  void forget(Id node) {
    forget(origin(node));
  }

  /** A period begins: who has told nothing in this or the last one is forgotten. */
  void forgetBefore(long period) {
    if (counts.forgetBefore(period)) {
      groups.keySet().retainAll(counts.held().keySet());
    }
  }

  /**
   * A feature's count with theirs.
   *
   * @param at its cells
   * @param most that one site adds: so no single one makes anything bulk
   */
  BulkCount added(BulkCount own, int[] at, int most) {
    int others = 0;
    int sites = 0;
    for (OtherCounts.Held each : counts.held().values()) {
      CountingFilter filter = each.filter();
      int count = filter.countAt(at, 0);
      others += Math.min(most, count);
      sites += count > 0 ? 1 : 0;
    }
    return new BulkCount(own.own(), others, sites, own.threshold());
  }
}
