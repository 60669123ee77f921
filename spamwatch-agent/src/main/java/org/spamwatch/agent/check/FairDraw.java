package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.spamwatch.ata.adolr.InTurn;
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
            .computeIfAbsent(
                first ? each.id().toString() : each.endpoint().group().nameFor(each.id()),
                g -> new ArrayList<>(1))
            .add(guid);
      }
      if (publishers.isEmpty()) {
        others.computeIfAbsent("", nobody -> new ArrayList<>()).add(guid);
      }
    }
    List<List<Id>> lists = new ArrayList<>(preferred.values());
    lists.addAll(others.values());
    return InTurn.of(lists).stream().flatMap(List::stream).distinct().limit(most).toList();
  }
}
