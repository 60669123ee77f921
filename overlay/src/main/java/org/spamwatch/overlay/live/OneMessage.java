package org.spamwatch.overlay.live;

import java.util.function.Consumer;

/** Owns a link that is opened for one message and closed behind it; what comes in is dropped. */
final class OneMessage implements LinkOwner {
  private final Consumer<Link> forget;

  OneMessage(Consumer<Link> forget) {
    this.forget = forget;
  }

  @Override
  public void opened(Link link, Hello peer) {
    link.finish();
  }

  @Override
  public void received(Link link, byte[] message) {}

  @Override
  public void ended(Link link, LinkException reason, boolean wasOpen) {
    forget.accept(link);
  }
}
