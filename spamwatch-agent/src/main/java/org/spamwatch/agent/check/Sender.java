package org.spamwatch.agent.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.overlay.Id;

/**
 * What one peer has shown for a question. Its votes are checked one of each site in turn, so that a
 * site's many voters do not keep another's waiting until there is no work left to spend.
 */
final class Sender {
  private record Unchecked(Page page, Vote vote) {}

  /**
   * By what was sent, not by number: a keeper that is asked about another vector of the same
   * message answers again, from page 0, with the votes for that one alone.
   */
  private final Map<VotesFound, Page> pages = new LinkedHashMap<>();

  private final Map<Id, ArrayDeque<Unchecked>> unchecked = new LinkedHashMap<>();

  /** Whether it has shown the same already. */
  boolean hasShown(Page page) {
    return pages.containsKey(page.found());
  }

  void add(Page page) {
    pages.put(page.found(), page);
    for (Vote vote : page.votes()) {
      unchecked
          .computeIfAbsent(vote.site(), site -> new ArrayDeque<>(1))
          .add(new Unchecked(page, vote));
    }
  }

  /** Forgets the page that came last. */
  @Nullable Page dropLast() {
    List<Page> all = new ArrayList<>(pages.values());
    if (all.isEmpty()) {
      return null;
    }
    Page last = all.get(all.size() - 1);
    pages.remove(last.found());
    unchecked.values().forEach(queue -> queue.removeIf(each -> each.page() == last));
    unchecked.values().removeIf(ArrayDeque::isEmpty);
    return last;
  }

  Collection<Page> pages() {
    return pages.values();
  }

  /** Those on a message. */
  List<Page> pagesOn(Id guid) {
    return pages.values().stream().filter(page -> page.guid().equals(guid)).toList();
  }

  /**
   * Checks the next vote of a site that may still be checked, of a preferred one first; a forged
   * one is the last that is looked at of all that the sender shows, for an honest one has checked
   * what it keeps.
   *
   * @return the vote if it is genuine, nothing if there is none left or it was not
   */
  @Nullable Vote checkNext(
      VoteVerifier verifier, Predicate<Id> mayBeChecked, Predicate<Id> isPreferred) {
    Id site = nextSite(mayBeChecked, isPreferred);
    ArrayDeque<Unchecked> queue = site == null ? null : unchecked.remove(site);
    Unchecked next = queue == null ? null : queue.poll();
    if (site == null || queue == null || next == null) {
      return null;
    }
    if (!queue.isEmpty()) {
      unchecked.put(site, queue); // behind the other sites
    }
    if (verifier.isRevoked(next.vote())) {
      return null; // its keeper may not have the list yet
    }
    if (!verifier.isGenuine(next.vote())) {
      unchecked.clear();
      return null;
    }
    next.page().holds(next.vote());
    return next.vote();
  }

  /** Whether anything is left to check of sites that may still be checked. */
  boolean hasUnchecked(Predicate<Id> mayBeChecked) {
    return unchecked.keySet().stream().anyMatch(mayBeChecked);
  }

  private @Nullable Id nextSite(Predicate<Id> mayBeChecked, Predicate<Id> isPreferred) {
    Id first = null;
    for (Id site : unchecked.keySet()) {
      if (mayBeChecked.test(site)) {
        if (isPreferred.test(site)) {
          return site;
        }
        first = first == null ? site : first;
      }
    }
    return first;
  }
}
