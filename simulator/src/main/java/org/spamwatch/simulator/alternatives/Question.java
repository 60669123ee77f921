package org.spamwatch.simulator.alternatives;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.overlay.Id;

/** A question under way: what was matched for it, and what its features' objects list. */
final class Question {
  private final int thres;
  private final Consumer<Set<Id>> answered;
  private final Map<Id, Integer> listings = new LinkedHashMap<>();
  private final Set<Id> found = new LinkedHashSet<>();
  private int awaited;
  private boolean isOver;

  /**
   * A question of which nothing has come.
   *
   * @param features answers that it awaits
   * @param answered told once, of the objects found
   */
  Question(int features, int thres, Consumer<Set<Id>> answered) {
    this.awaited = features;
    this.thres = thres;
    this.answered = answered;
  }

  /** A feature's object lists some objects, each once; none if there is no such object. */
  void listed(Set<Id> guids) {
    for (Id guid : guids) {
      if (listings.merge(guid, 1, Integer::sum) >= thres) {
        found.add(guid);
      }
    }
    oneFewer();
  }

  /** Some objects were matched where a feature's object is held. */
  void matched(Set<Id> guids) {
    found.addAll(guids);
    oneFewer();
  }

  private void oneFewer() {
    if (--awaited == 0) {
      end();
    }
  }

  /** Nothing more is waited for. */
  void end() {
    if (!isOver) {
      isOver = true;
      answered.accept(found);
    }
  }
}
