package org.spamwatch.simnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EventQueueTest {
  private record Event(int at, int order) implements Runnable {
    @Override
    public void run() {}
  }

  /** A step below 0 takes the first, any other adds one at that time. */
  @Property(tries = 500)
  void givesWhatAPriorityQueueGives(
      @ForAll @Size(max = 300) List<@IntRange(min = -12, max = 20) Integer> steps) {
    EventQueue queue = new EventQueue();
    PriorityQueue<Event> twin =
        new PriorityQueue<>(Comparator.comparingInt(Event::at).thenComparingInt(Event::order));
    int order = 0;
    for (int step : steps) {
      if (step >= 0) {
        Event event = new Event(step, order++);
        queue.add(step, event);
        twin.add(event);
      } else if (!twin.isEmpty()) {
        assertThat(queue.firstMicros()).isEqualTo(Objects.requireNonNull(twin.peek()).at());
        assertThat(queue.poll()).isEqualTo(twin.poll());
      }
      assertThat(queue.isEmpty()).isEqualTo(twin.isEmpty());
    }
    while (!twin.isEmpty()) {
      assertThat(queue.poll()).isEqualTo(twin.poll());
    }
    assertThat(queue.isEmpty()).isTrue();
  }
}
