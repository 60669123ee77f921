package org.spamwatch.overlay.lookup;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The ways by which a search is told: routes over different first hops, and steps, which are hops
 * asked in person once a route was not answered, or in the first place. Not thread-safe.
 */
final class LookupRoutes {
  private final List<Contact> unusedHops = new ArrayList<>();
  private final Set<Id> steps = new LinkedHashSet<>();
  private int begun;
  private int open;
  private int ended;
  private int stepsEnded;
  private boolean isStepwise;

  /** First hops for routes. */
  void addHops(List<Contact> some) {
    unusedHops.addAll(some);
  }

  /** A hop that no route has begun with. */
  Optional<Contact> takeHop() {
    return unusedHops.isEmpty() ? Optional.empty() : Optional.of(unusedHops.remove(0));
  }

  /** A further route begins; returns how many did before it. */
  int begin() {
    open++;
    return begun++;
  }

  /** A route was not answered. */
  void lost() {
    open--;
  }

  /** A route was answered. */
  void answered() {
    open--;
    ended++;
  }

  /**
   * From now on the way is also asked for step by step.
   *
   * @return whom first: the last hops, for routes begin with the others
   */
  List<Contact> step(int count) {
    isStepwise = true;
    List<Contact> some =
        List.copyOf(unusedHops.subList(Math.max(0, unusedHops.size() - count), unusedHops.size()));
    some.forEach(hop -> steps.add(hop.id()));
    return some;
  }

  /** A node that was asked in person has answered. */
  void told(Contact from) {
    if (steps.contains(from.id())) {
      stepsEnded++;
    }
  }

  /** Routes that may still be answered. */
  int open() {
    return open;
  }

  /** Routes that were answered. */
  int ended() {
    return ended;
  }

  /** Routes that were answered, and hops that were asked for the first step. */
  int leads() {
    return ended + stepsEnded;
  }

  boolean isStepwise() {
    return isStepwise;
  }
}
