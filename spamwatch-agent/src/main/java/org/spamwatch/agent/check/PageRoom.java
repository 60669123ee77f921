package org.spamwatch.agent.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.spamwatch.overlay.Id;

/**
 * Room for pages of votes, by their weight. When there is none left, whoever has most of it gives
 * way to who has less: many pages of some leave room for the few of another, whoever comes first.
 */
final class PageRoom {
  private final int most;
  private final ToIntFunction<Id> drop;
  private final Map<Id, Integer> held = new LinkedHashMap<>();
  private int total;

  /**
   * Empty room.
   *
   * @param most weight held
   * @param drop drops a page of a sender, has {@link #remove} told, and returns its weight; 0 if
   *     there is none
   */
  PageRoom(int most, ToIntFunction<Id> drop) {
    this.most = most;
    this.drop = drop;
  }

  /** Gives a sender's page room, at others' cost if need be; returns whether it has got it. */
  boolean admit(Id sender, int weight) {
    while (total + weight > most) {
      Id largest = sender;
      for (Map.Entry<Id, Integer> each : held.entrySet()) {
        largest = each.getValue() > of(largest) ? each.getKey() : largest;
      }
      boolean hasMore = of(largest) > of(sender) + weight;
      if (!hasMore || drop.applyAsInt(largest) == 0) {
        return false;
      }
    }
    held.merge(sender, weight, Integer::sum);
    total += weight;
    return true;
  }

  /** A sender's page is gone. */
  void remove(Id sender, int weight) {
    total -= weight;
    held.computeIfPresent(sender, (id, sum) -> sum > weight ? Integer.valueOf(sum - weight) : null);
  }

  private int of(Id sender) {
    return held.getOrDefault(sender, 0);
  }

  /** Weight held. */
  int total() {
    return total;
  }
}
