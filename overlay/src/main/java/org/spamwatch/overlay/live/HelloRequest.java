package org.spamwatch.overlay.live;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Asks one peer for its hello and hangs up. */
final class HelloRequest implements LinkOwner {
  private final CompletableFuture<Hello> answer;
  private final Consumer<Link> over;

  /**
   * A request not yet sent.
   *
   * @param answer to be completed with the hello or a {@link LinkException}
   * @param over told when the link has ended
   */
  HelloRequest(CompletableFuture<Hello> answer, Consumer<Link> over) {
    this.answer = answer;
    this.over = over;
  }

  @Override
  public void opened(Link link, Hello peer) {
    answer.complete(peer);
    link.finish();
  }

  @Override
  public void received(Link link, byte[] message) {
    // A message sent to a link that only asks is lost, like any other may be.
  }

  @Override
  public void ended(Link link, LinkException reason, boolean wasOpen) {
    over.accept(link);
    answer.completeExceptionally(reason);
  }
}
