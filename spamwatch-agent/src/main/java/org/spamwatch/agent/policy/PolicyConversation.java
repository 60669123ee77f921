package org.spamwatch.agent.policy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.spamwatch.agent.port.Turn;

/**
 * The requests of one connection, one after another; it ends when the client has said all, which
 * may be right behind its request. Nothing is read while a request is worked on. For the event
 * loop, but for {@link #answerLater}.
 */
final class PolicyConversation extends ChannelInboundHandlerAdapter {
  private final PolicyPort port;
  private final Turn turn;
  private final PolicyRequests requests = new PolicyRequests();

  /** What came while a request is worked on: no more than was read at once. */
  private final Deque<ByteBuf> waiting = new ArrayDeque<>();

  private boolean busy;
  private boolean hasSaidAll;
  private boolean ended;

  PolicyConversation(PolicyPort port, Turn turn) {
    this.port = port;
    this.turn = turn;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    // A client that asks once stops writing and waits for the answer.
    ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    turn.staysOpen();
    turn.read(true);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    waiting.add((ByteBuf) message);
    goOn();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      hasSaidAll = true;
      goOn();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    turn.failed(cause);
  }

  private void goOn() {
    try {
      while (!busy && !ended && !waiting.isEmpty()) {
        takeSome();
      }
    } catch (WrongRequestException e) {
      port.isWrong(e);
      end();
    }
    if (hasSaidAll && !busy && !ended) {
      end();
    }
    turn.read(!busy && !ended);
  }

  private void takeSome() throws WrongRequestException {
    ByteBuf next = waiting.element();
    boolean isGoingOn = requests.isBegun();
    var request = requests.read(next);
    if (!next.isReadable()) {
      waiting.remove().release();
    }
    if (request.isPresent()) {
      turn.hasArrived();
      busy = true;
      port.work(request.get(), turn, this);
    } else if (!isGoingOn) {
      turn.isArriving();
    }
  }

  private void end() {
    ended = true;
    turn.cutOff();
  }

  /** Answers soon, from any thread; {@code done} is run once the answer was sent or cannot be. */
  void answerLater(String action, Runnable done) {
    turn.later(() -> answer(action, done), done);
  }

  private void answer(String action, Runnable done) {
    if (ended) {
      done.run();
      return;
    }
    turn.answer(
        Unpooled.wrappedBuffer(("action=" + action + "\n\n").getBytes(US_ASCII)),
        false,
        goesOn -> {
          done.run();
          busy = false;
          if (goesOn) {
            goOn();
          }
        });
  }
}
