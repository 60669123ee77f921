package org.spamwatch.agent.port;

import com.google.common.base.Suppliers;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.live.LimitedLog;

/**
 * Whose turn it is on a connection: the client's, who must send its request in time, the port's,
 * which works on it and reads nothing meanwhile, and the client's again, who must take the answer
 * in time. The first handler of every connection; for its event loop alone.
 */
public final class Turn extends ChannelInboundHandlerAdapter {
  private static final int SOON_MILLIS = 20;

  private final Channel channel;
  private final Connections connections;
  private final PortLimits limits;
  private final LimitedLog log;
  private final Supplier<OtherEnd> otherEnd;
  private @Nullable ScheduledFuture<?> deadline;

  Turn(Channel channel, Connections connections, PortLimits limits, LimitedLog log) {
    this.channel = channel;
    this.connections = connections;
    this.limits = limits;
    this.log = log;
    otherEnd = Suppliers.memoize(() -> Kernel.otherEnd(channel, connections));
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (connections.open(channel)) {
      within(limits.arrival());
      ctx.fireChannelActive();
    } else {
      end(channel);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    cancel();
    connections.closed(channel);
    ctx.fireChannelInactive();
  }

  /** Whether the client came over a Unix domain socket, whose file says who may. */
  public boolean isLocal() {
    return channel.localAddress() instanceof UnixDomainSocketAddress;
  }

  /**
   * Who is at the other end, as far as the kernel tells: asked at the first call, which reads files
   * and may take seconds, and the same at every other. For a worker, never for the event loop.
   */
  public OtherEnd otherEnd() {
    return otherEnd.get();
  }

  /** What a connection fails of concerns nobody else: it is closed. */
  public void failed(Throwable cause) {
    if (!(cause instanceof IOException)) {
      log.error("a connection failed", cause);
    }
    end(channel);
  }

  /** Ends the connection in the middle of an answer, which cannot be said otherwise any more. */
  public void cutOff() {
    end(channel);
  }

  /** The first part of a request is there; the rest must follow in time. */
  public void isArriving() {
    within(limits.arrival());
  }

  /** The client said something that is no part of a request: it may be silent as long again. */
  public void staysOpen() {
    connections.waits(channel);
    within(limits.idle());
  }

  /** Of a long request the port has worked on what came: the next part must come in time. */
  public void goesOnArriving() {
    connections.waits(channel);
    within(limits.arrival());
  }

  /** The client must have taken what it was sent before more is worked on. */
  public void isToTake() {
    within(limits.writing());
  }

  /** Whether the client takes what it is sent. */
  public boolean isTaken() {
    return channel.isWritable();
  }

  /** Does something a little later, on the event loop. */
  public void soon(Runnable task) {
    var unused = channel.eventLoop().schedule(task, SOON_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The whole request is there, or what came of it is worked on. */
  public void hasArrived() {
    cancel();
    connections.works(channel);
  }

  /**
   * Sends an answer; the connection ends if it is the last one or is not taken in time.
   *
   * @param then is told whether the next request may come
   */
  public void answer(Object message, boolean last, Consumer<Boolean> then) {
    within(limits.writing());
    var unused =
        channel
            .writeAndFlush(message)
            .addListener(
                sent -> {
                  boolean goesOn = !last && sent.isSuccess();
                  if (goesOn) {
                    connections.waits(channel);
                    within(limits.idle());
                  } else {
                    end(channel);
                  }
                  then.accept(goesOn);
                });
  }

  /** Sends what is no answer yet. */
  public void say(Object message) {
    var unused = channel.writeAndFlush(message);
  }

  /** Whether what the client sends is to be read, beyond what was read already. */
  public void read(boolean reads) {
    channel.config().setAutoRead(reads);
  }

  /**
   * Runs what a worker has to say on the event loop.
   *
   * @param closed is run instead if there is none any more
   */
  public void later(Runnable task, Runnable closed) {
    try {
      channel.eventLoop().execute(task);
    } catch (RejectedExecutionException e) {
      closed.run();
    }
  }

  private void within(Duration time) {
    cancel();
    deadline =
        channel.eventLoop().schedule(() -> end(channel), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Closes a connection, of whose end its handlers hear. */
  static void end(Channel channel) {
    var unused = channel.close();
  }

  private void cancel() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }
}
