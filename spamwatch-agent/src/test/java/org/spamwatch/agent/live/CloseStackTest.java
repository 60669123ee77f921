package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.live.CloseStack.Closing;

class CloseStackTest {
  private final List<String> closed = new ArrayList<>();
  private final Closing store = () -> closed.add("store");
  private final Closing port = () -> closed.add("port");
  private final Closing node = () -> closed.add("node");

  @Test
  void theLastOpenedIsClosedFirstAndEachOnce() {
    CloseStack stack = new CloseStack();
    stack.push(store);
    stack.push(port);
    stack.push(node);
    stack.close();
    stack.close();
    assertThat(closed).containsExactly("node", "port", "store");
  }

  @Test
  void whatIsPushedAgainMovesToTheTop() {
    CloseStack stack = new CloseStack();
    stack.push(node);
    stack.push(store);
    stack.push(node);
    stack.close();
    assertThat(closed).containsExactly("node", "store");
  }

  @Test
  void whatFailsToCloseKeepsNothingElseOpen() {
    CloseStack stack = new CloseStack();
    stack.push(store);
    stack.push(
        () -> {
          throw new IllegalStateException("stuck");
        });
    stack.push(node);
    assertThatThrownBy(stack::close).hasMessage("stuck");
    assertThat(closed).containsExactly("node", "store");
  }

  @Test
  void aStartThatFailsHalfWayClosesAndOneThatSucceedsHandsOver() {
    assertThatThrownBy(
            () -> {
              try (CloseStack stack = new CloseStack()) {
                stack.push(store);
                stack.push(port);
                throw new IllegalArgumentException("the third step fails");
              }
            })
        .hasMessage("the third step fails");
    assertThat(closed).containsExactly("port", "store");
    closed.clear();
    CloseStack running;
    try (CloseStack stack = new CloseStack()) {
      stack.push(store);
      stack.push(port);
      running = stack.take();
    }
    assertThat(closed).isEmpty();
    running.close();
    assertThat(closed).containsExactly("port", "store");
  }
}
