package org.spamwatch.agent.trust;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * Something about each of a bounded number of voters, by their sites, the one touched longest ago
 * first. When there is no room, the eldest of the site with most voters goes: a site that brings
 * many, who cost it nothing, pushes out its own. Adding costs O(sites) when full, else O(log
 * sites).
 *
 * @param <T> what is kept of a voter
 */
final class SiteOrder<T> {
  private final int most;
  private final int mostOfSite;
  private final BiConsumer<Id, T> gone;
  private final Map<Id, Map<Id, T>> sites = new TreeMap<>();
  private int size;

  /**
   * Room for voters.
   *
   * @param gone told of whatever is forgotten: the site and what was kept
   */
  SiteOrder(int most, int mostOfSite, BiConsumer<Id, T> gone) {
    this.most = most;
    this.mostOfSite = mostOfSite;
    this.gone = gone;
  }

  @Nullable T find(Id site, Id voter) {
    Map<Id, T> voters = sites.get(site);
    return voters == null ? null : voters.get(voter);
  }

  /** Puts a voter at the end of its site's order. */
  void touch(Id site, Id voter, T value) {
    Map<Id, T> voters = sites.computeIfAbsent(site, id -> new LinkedHashMap<>());
    size += voters.remove(voter) == null ? 1 : 0;
    voters.put(voter, value);
    if (voters.size() > mostOfSite) {
      removeEldest(site, voters);
    } else if (size > most) {
      removeEldestOfLargest();
    }
  }

  private void removeEldestOfLargest() {
    Map.@Nullable Entry<Id, Map<Id, T>> largest = null;
    for (Map.Entry<Id, Map<Id, T>> site : sites.entrySet()) {
      if (largest == null || site.getValue().size() > largest.getValue().size()) {
        largest = site;
      }
    }
    if (largest != null) {
      removeEldest(largest.getKey(), largest.getValue());
    }
  }

  private void removeEldest(Id site, Map<Id, T> voters) {
    Iterator<T> eldest = voters.values().iterator();
    gone.accept(site, eldest.next());
    eldest.remove();
    size--;
    if (voters.isEmpty()) {
      sites.remove(site);
    }
  }

  /** Forgets the eldest of every site as long as a condition holds for them. */
  void prune(Predicate<T> old) {
    Iterator<Map.Entry<Id, Map<Id, T>>> each = sites.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Id, Map<Id, T>> site = each.next();
      Iterator<T> voters = site.getValue().values().iterator();
      while (voters.hasNext()) {
        T eldest = voters.next();
        if (!old.test(eldest)) {
          break;
        }
        gone.accept(site.getKey(), eldest);
        voters.remove();
        size--;
      }
      if (site.getValue().isEmpty()) {
        each.remove();
      }
    }
  }

  int size() {
    return size;
  }

  /** How many voters of a site are kept. */
  int of(Id site) {
    Map<Id, T> voters = sites.get(site);
    return voters == null ? 0 : voters.size();
  }

  /** Every site and its voters, the eldest first. */
  Map<Id, Map<Id, T>> sites() {
    return sites;
  }
}
