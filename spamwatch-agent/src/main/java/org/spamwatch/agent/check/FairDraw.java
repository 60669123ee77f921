package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Which of many claimed messages are looked into: one of each publisher in turn, so that whoever
 * publishes many under the same features does not crowd out another's one. Publishers of one
 * address group, of which one party can have any number, are one; those at local addresses are not.
 */
final class FairDraw {
  private FairDraw() {}

  /**
   * Draws messages.
   *
   * @param claimed the likeliest first
   * @param publishersOf who has published a message, as told; those of whom nobody tells are drawn
   *     from as if they had one publisher together
   * @param isPreferred whose word counts most; theirs are drawn first in each turn
   */
  static List<Id> of(
      Collection<Id> claimed,
      Function<Id, Collection<Contact>> publishersOf,
      Predicate<Id> isPreferred,
      int most) {
    Map<String, List<Id>> preferred = new LinkedHashMap<>();
    Map<String, List<Id>> others = new LinkedHashMap<>();
    for (Id guid : claimed) {
      Collection<Contact> publishers = publishersOf.apply(guid);
      for (Contact each : publishers) {
        boolean first = isPreferred.test(each.id());
        (first ? preferred : others)
            .computeIfAbsent(first ? each.id().toString() : group(each), g -> new ArrayList<>(1))
            .add(guid);
      }
      if (publishers.isEmpty()) {
        others.computeIfAbsent("", nobody -> new ArrayList<>()).add(guid);
      }
    }
    List<List<Id>> lists = new ArrayList<>(preferred.values());
    lists.addAll(others.values());
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    Set<Id> drawn = new LinkedHashSet<>();
    for (int turn = 0; turn < longest && drawn.size() < most; turn++) {
      for (List<Id> its : lists) {
        if (turn < its.size() && drawn.size() < most) {
          drawn.add(its.get(turn));
        }
      }
    }
    return List.copyOf(drawn);
  }

  private static String group(Contact publisher) {
    AddressGroup group = publisher.endpoint().group();
    return group.isLocal() ? publisher.id().toString() : group.name();
  }
}
