package org.spamwatch.agent.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A set of numbers from 1 on, by the runs that they form. Each call costs O(log runs). */
final class Runs {
  /**
   * Some numbers one after the other.
   *
   * @param last not below the first
   */
  record Run(int first, int last) {}

  private final TreeMap<Integer, Integer> lastOfFirst = new TreeMap<>();

  boolean contains(int number) {
    Map.Entry<Integer, Integer> before = lastOfFirst.floorEntry(number);
    return before != null && before.getValue() >= number;
  }

  void add(int number) {
    if (contains(number)) {
      return;
    }
    Map.Entry<Integer, Integer> before = lastOfFirst.floorEntry(number);
    int first = before != null && before.getValue() == number - 1 ? before.getKey() : number;
    Integer behind = number == Integer.MAX_VALUE ? null : lastOfFirst.remove(number + 1);
    lastOfFirst.put(first, behind == null ? Integer.valueOf(number) : behind);
  }

  /** Takes out all numbers up to one. */
  void removeThrough(int through) {
    while (!lastOfFirst.isEmpty() && lastOfFirst.firstKey() <= through) {
      int last = lastOfFirst.pollFirstEntry().getValue();
      if (last > through) {
        lastOfFirst.put(through + 1, last);
      }
    }
  }

  /** The first run of numbers within a range that are not here. */
  Optional<Run> firstMissing(int from, int to) {
    Map.Entry<Integer, Integer> before = lastOfFirst.floorEntry(from);
    if (before != null && before.getValue() >= to) {
      return Optional.empty();
    }
    int first = before != null && before.getValue() >= from ? before.getValue() + 1 : from;
    Integer next = lastOfFirst.higherKey(first);
    return Optional.of(new Run(first, next == null ? to : Math.min(to, next - 1)));
  }

  /** Whether numbers are missing between the first and the last one. */
  boolean hasGap() {
    return lastOfFirst.size() > 1;
  }

  boolean isEmpty() {
    return lastOfFirst.isEmpty();
  }

  /** The runs with the highest numbers, in ascending order. */
  List<Run> newest(int most) {
    List<Run> newest = new ArrayList<>(Math.min(most, lastOfFirst.size()));
    for (Map.Entry<Integer, Integer> run : lastOfFirst.descendingMap().entrySet()) {
      if (newest.size() == most) {
        break;
      }
      newest.add(0, new Run(run.getKey(), run.getValue()));
    }
    return newest;
  }
}
