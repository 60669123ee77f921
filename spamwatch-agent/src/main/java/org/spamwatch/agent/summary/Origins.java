package org.spamwatch.agent.summary;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.overlay.Id;

/** The peers that have announced what stands, by small numbers. */
final class Origins {
  private final Map<Id, Integer> numbers = new LinkedHashMap<>();
  private final List<Id> names = new ArrayList<>();
  private final List<Integer> uses = new ArrayList<>();
  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  /** The number of a peer, which is used once more. */
  int use(Id origin) {
    int number = numbers.computeIfAbsent(origin, this::added);
    uses.set(number, uses.get(number) + 1);
    return number;
  }

  private int added(Id origin) {
    Integer number = free.poll();
    if (number == null) {
      names.add(origin);
      uses.add(0);
      return names.size() - 1;
    }
    names.set(number, origin);
    return number;
  }

  /** A number is used once less; it is another peer's once it is not used at all. */
  void release(int number) {
    uses.set(number, uses.get(number) - 1);
    if (uses.get(number) == 0) {
      numbers.remove(names.get(number));
      free.add(number);
    }
  }

  /** The number of a peer; {@link Places#NONE} if it has none. */
  int find(Id origin) {
    return numbers.getOrDefault(origin, Places.NONE);
  }

  Id name(int number) {
    return names.get(number);
  }

  int count() {
    return numbers.size();
  }
}
