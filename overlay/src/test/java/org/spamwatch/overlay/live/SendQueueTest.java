package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Message;

class SendQueueTest {
  private record Note(int number) implements Message {}

  private final SendQueue queue = new SendQueue(3, 100);

  private boolean add(int number, int bytes) {
    return queue.add(new Note(number), new byte[bytes]);
  }

  private List<Message> drained() {
    List<Message> messages = new ArrayList<>();
    queue.drain((message, bytes) -> messages.add(message));
    return messages;
  }

  @Test
  void messagesComeOutInTheirOrder() {
    assertThat(add(1, 10)).isTrue();
    assertThat(add(2, 10)).isTrue();
    assertThat(drained()).containsExactly(new Note(1), new Note(2));
    assertThat(drained()).isEmpty();
  }

  @Test
  void itsBoundsAreTheNumberAndTheBytes() {
    assertThat(add(1, 60)).isTrue();
    assertThat(add(2, 41)).isFalse();
    assertThat(add(3, 40)).isTrue();
    assertThat(add(4, 0)).isTrue();
    assertThat(add(5, 0)).isFalse();
    assertThat(drained()).containsExactly(new Note(1), new Note(3), new Note(4));
    assertThat(add(6, 100)).isTrue();
  }

  @Test
  void whatIsDroppedIsCountedAndLeavesRoom() {
    add(1, 50);
    add(2, 50);
    assertThat(queue.clear()).isEqualTo(2);
    assertThat(queue.clear()).isZero();
    assertThat(add(3, 100)).isTrue();
    assertThat(drained()).containsExactly(new Note(3));
  }
}
