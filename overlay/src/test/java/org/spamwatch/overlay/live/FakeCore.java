package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;

/** A core that keeps what it is told, and answers as a test says. */
final class FakeCore implements Core {
  /** A message and where it came from. */
  record Received(Contact from, Message message) {}

  private static final long DEADLINE_SECONDS = 10;

  final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  final BlockingQueue<Endpoint> failed = new LinkedBlockingQueue<>();
  private final BiConsumer<Contact, Message> reaction;
  private final Runnable farewell;

  FakeCore() {
    this((from, message) -> {}, () -> {});
  }

  FakeCore(BiConsumer<Contact, Message> reaction, Runnable farewell) {
    this.reaction = reaction;
    this.farewell = farewell;
  }

  @Override
  public void start(List<Endpoint> seeds) {}

  @Override
  public void receive(Contact from, Message message) {
    received.add(new Received(from, message));
    reaction.accept(from, message);
  }

  @Override
  public void linkFailed(Endpoint to) {
    failed.add(to);
  }

  @Override
  public void leave() {
    farewell.run();
  }

  Received nextReceived() throws InterruptedException {
    return next(received);
  }

  Endpoint nextFailed() throws InterruptedException {
    return next(failed);
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    @Nullable T next = queue.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("something within %d s", DEADLINE_SECONDS).isNotNull();
    return Objects.requireNonNull(next);
  }
}
