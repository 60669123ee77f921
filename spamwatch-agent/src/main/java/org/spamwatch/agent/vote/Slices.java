package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * Does something for every message kept, a bounded number of them in one turn, so that a peer with
 * many answers meanwhile. What is asked for while a pass is under way is done by a pass behind it.
 */
final class Slices {
  private static final int MESSAGES = 1_000;
  private static final Duration BETWEEN = Duration.ofMillis(2);

  private final Timers timers;
  private final KeptMessages messages;
  private final Consumer<KeptMessage> work;
  private boolean underWay;
  private boolean again;

  Slices(Timers timers, KeptMessages messages, Consumer<KeptMessage> work) {
    this.timers = timers;
    this.messages = messages;
    this.work = work;
  }

  /** Begins a pass, its first slice at once. */
  void pass() {
    again = underWay;
    if (!underWay) {
      underWay = true;
      slice(Id.ZERO);
    }
  }

  private void slice(Id from) {
    List<KeptMessage> some = new ArrayList<>();
    Iterator<KeptMessage> all = messages.onwards(from).iterator();
    while (all.hasNext() && some.size() < MESSAGES) {
      some.add(all.next());
    }
    boolean more = all.hasNext();
    Id next = more ? all.next().guid : Id.ZERO;
    some.forEach(work);
    if (more) {
      timers.after(BETWEEN, () -> slice(next));
      return;
    }
    underWay = false;
    if (again) {
      pass();
    }
  }
}
