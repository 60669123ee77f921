package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A handshake whose work is done by others, and late. */
class LinkSecurityTest {
  /** A TLS record with a client's hello that has nothing in it. */
  private static final byte[] EMPTY_HELLO = {0x16, 3, 3, 0, 5, 1, 0, 0, 1, 0};

  private final Queue<Runnable> work = new ArrayDeque<>();
  private final List<Object> events = new ArrayList<>();
  private final LinkSecurity security = new LinkSecurity(LiveFixture.key("a"), work::add);
  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          security.handler(false, new KeyWitness()),
          new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext context, Object event) {
              events.add(event);
            }
          });

  @AfterEach
  void end() {
    var unused = channel.close();
  }

  private void workIsDone() {
    work.forEach(Runnable::run);
    channel.runPendingTasks();
    channel.checkException();
  }

  @Test
  void aHandshakeThatFailsIsToldOnceAndByItsEventAlone() {
    channel.writeInbound(Unpooled.wrappedBuffer(EMPTY_HELLO));
    assertThatCode(this::workIsDone).doesNotThrowAnyException();
    assertThat(events)
        .filteredOn(SslHandshakeCompletionEvent.class::isInstance)
        .singleElement()
        .matches(event -> !((SslHandshakeCompletionEvent) event).isSuccess());
  }

  @Test
  void soIsOneThatFailsBehindALinkThatHasEnded() {
    channel.writeInbound(Unpooled.wrappedBuffer(EMPTY_HELLO));
    var unused = channel.close();
    channel.runPendingTasks();
    assertThat(work).hasSize(1);
    assertThatCode(this::workIsDone).doesNotThrowAnyException();
  }
}
