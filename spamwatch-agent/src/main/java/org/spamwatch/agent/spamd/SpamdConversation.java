package org.spamwatch.agent.spamd;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.RequestProblem;

/**
 * The one request of a connection. Its end is where its length says, or where the client stops
 * writing. To a client that may still be writing when it is refused the port listens a little
 * longer, since the client would not find the answer otherwise. For the event loop, but for {@link
 * #answerLater}.
 */
final class SpamdConversation extends ChannelInboundHandlerAdapter {
  /** Bytes that are read and dropped, of a mail that is too long or a request that is refused. */
  private static final long MOST_DISCARDED = 64L << 20;

  private final SpamdPort port;
  private final Turn turn;
  private final HeadReader reader = new HeadReader();
  private State state = State.HEAD;
  private @Nullable RequestHead head;
  private @Nullable IncomingBody body;
  private @Nullable DuplexChannel channel;
  private long arrived;

  private enum State {
    HEAD,
    MAIL,
    WORKED_ON,
    /** It is answered, and what the client goes on sending is dropped. */
    REFUSED,
    ENDED
  }

  SpamdConversation(SpamdPort port, Turn turn) {
    this.port = port;
    this.turn = turn;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    // Clients stop writing and wait for the answer.
    ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    channel = ctx.channel() instanceof DuplexChannel duplex ? duplex : null;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    turn.read(true);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf part = (ByteBuf) message;
    try {
      take(part);
    } catch (SpamdProblem problem) {
      refuse(problem);
    } finally {
      part.release();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event != ChannelInputShutdownEvent.INSTANCE) {
      return;
    }
    try {
      clientHasSaidAll();
    } catch (SpamdProblem problem) {
      refuse(problem);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    forget();
    state = State.ENDED;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    turn.failed(cause);
  }

  private void take(ByteBuf part) throws SpamdProblem {
    if (state == State.HEAD) {
      var read = reader.read(part);
      if (read.isEmpty()) {
        return;
      }
      begin(read.get());
    }
    if (state == State.MAIL) {
      addTo(part);
    } else if (state == State.REFUSED) {
      arrived += part.readableBytes();
      if (arrived > MOST_DISCARDED) {
        turn.cutOff();
      }
    }
  }

  private void begin(RequestHead read) throws SpamdProblem {
    head = read;
    if (!read.method().hasMail()) {
      hasArrived(read);
      return;
    }
    turn.isArriving();
    if (read.length().orElse(0) > mostDiscarded()) {
      throw tooLong();
    }
    state = State.MAIL;
    body = port.incoming();
  }

  private void addTo(ByteBuf part) throws SpamdProblem {
    RequestHead of = head;
    IncomingBody to = body;
    if (of == null || to == null) {
      return;
    }
    if (of.length().isEmpty()) {
      arrived += part.readableBytes();
      to.add(part);
      if (arrived > mostDiscarded()) {
        throw tooLong();
      }
      return;
    }
    int wanted = (int) Math.min(part.readableBytes(), of.length().getAsLong() - arrived);
    arrived += wanted;
    to.add(part.readSlice(wanted));
    if (arrived == of.length().getAsLong()) {
      // A mail that is longer than it says would go back cut off.
      if (!isBlank(part)) {
        throw SpamdProblem.protocol(
            "the mail goes on behind its Content-length of " + arrived + " bytes");
      }
      hasArrived(of);
    }
  }

  private static boolean isBlank(ByteBuf rest) {
    return rest.forEachByte(b -> b == '\r' || b == '\n') < 0;
  }

  private long mostDiscarded() {
    return Math.max(MOST_DISCARDED, port.maxMailBytes());
  }

  private SpamdProblem tooLong() {
    return SpamdPort.problem(RequestProblem.tooLarge("the mail", port.maxMailBytes()));
  }

  private void clientHasSaidAll() throws SpamdProblem {
    switch (state) {
      case HEAD -> {
        if (reader.isEmpty()) {
          turn.cutOff(); // it looked whether anybody is there
        } else {
          hasArrived(reader.ended());
        }
      }
      case MAIL -> {
        RequestHead of = head;
        if (of != null && of.length().isPresent()) {
          throw SpamdProblem.protocol(
              "Content-length says "
                  + of.length().getAsLong()
                  + " bytes and "
                  + arrived
                  + " came; send all of them");
        } else if (of != null) {
          hasArrived(of);
        }
      }
      case REFUSED -> turn.cutOff();
      default -> {}
    }
  }

  private void hasArrived(RequestHead whole) {
    turn.hasArrived();
    turn.read(false);
    state = State.WORKED_ON;
    IncomingBody mail = body;
    body = null;
    switch (whole.method()) {
      case PING -> answer(SpamdReply.pong(), () -> {});
      case SKIP -> turn.cutOff();
      case RATELIMIT -> port.count(whole, turn, this);
      default -> {
        if (mail != null) {
          port.work(whole, mail, turn, this);
        }
      }
    }
  }

  private void forget() {
    if (body != null) {
      body.release();
      body = null;
    }
  }

  private void refuse(SpamdProblem problem) {
    if (state == State.WORKED_ON || state == State.REFUSED || state == State.ENDED) {
      return;
    }
    forget();
    state = State.REFUSED;
    arrived = 0;
    turn.hasArrived();
    boolean hasSaidAll = channel == null || channel.isInputShutdown();
    turn.answer(
        port.refusal(problem, head),
        hasSaidAll,
        goesOn -> {
          if (goesOn && channel != null) {
            var unused = channel.shutdownOutput();
          }
        });
  }

  /** Answers from another thread; {@code done} is run once the answer was sent or cannot be. */
  void answerLater(ByteBuf reply, Runnable done) {
    turn.later(() -> answer(reply, done), done);
  }

  /** Sends the answer, with which the connection ends. */
  void answer(ByteBuf reply, Runnable done) {
    if (state == State.ENDED) {
      reply.release();
      done.run();
      return;
    }
    turn.answer(reply, true, sent -> done.run());
  }
}
