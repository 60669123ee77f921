package org.spamwatch.agent.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.RequestProblem;

/**
 * The requests of one connection, one after another. A request is checked when its head has come;
 * of one that is refused, or whose body is too long, the body is read and dropped, so that the
 * answer reaches the client. Nothing is read while a request is worked on. For the event loop, but
 * for {@link #answerLater}.
 */
public final class HttpConversation extends ChannelInboundHandlerAdapter {
  private static final long MOST_DISCARDED = 64L << 20;

  /** Bytes of a request's head; of its first line a quarter. */
  private static final int MAX_HEAD = 32 << 10;

  private static final int MAX_LINE = MAX_HEAD / 4;
  private static final int MAX_CHUNK = 64 << 10;

  private final HttpRequests port;
  private final Turn turn;

  /** Parts of requests that came while one is worked on: no more than was read at once. */
  private final Deque<HttpObject> waiting = new ArrayDeque<>();

  /** The request that is arriving, if it was not refused. */
  private @Nullable AdmittedRequest request;

  /** What becomes of it if there are many mails in it. */
  private @Nullable Batch batch;

  private @Nullable RequestProblem refused;
  private long arrived;

  /** Whether the connection ends with the answer to this request. */
  private boolean last;

  private boolean busy;
  private boolean ended;

  private HttpConversation(HttpRequests port, Turn turn) {
    this.port = port;
    this.turn = turn;
  }

  /** The handlers of a new connection, behind its {@link Turn}. */
  public static List<ChannelHandler> handlers(HttpRequests port, Turn turn) {
    HttpDecoderConfig config =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE)
            .setMaxHeaderSize(MAX_HEAD)
            .setMaxChunkSize(MAX_CHUNK);
    return List.of(new HttpServerCodec(config), new HttpConversation(port, turn));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    waiting.add((HttpObject) message);
    goOn();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    forget();
    if (batch != null) {
      batch.isClosed();
      batch = null;
    }
    ended = true;
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    turn.failed(cause);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (batch != null) {
      batch.goOn();
    }
  }

  private boolean isBusy() {
    return busy || (batch != null && !batch.wantsMore());
  }

  private void goOn() {
    while (!isBusy() && !waiting.isEmpty()) {
      HttpObject next = waiting.remove();
      try {
        take(next);
      } finally {
        ReferenceCountUtil.release(next);
      }
    }
    turn.read(!isBusy());
  }

  private void take(HttpObject message) {
    if (ended) {
      return;
    }
    if (message.decoderResult().isFailure()) {
      end(unreadable(message.decoderResult().cause()));
      return;
    }
    if (message instanceof HttpRequest head) {
      begin(head);
    }
    if (message instanceof HttpContent content && !ended) {
      add(content);
    }
  }

  private static RequestProblem unreadable(Throwable cause) {
    return cause instanceof TooLongFrameException
        ? new RequestProblem(
            ProblemKind.LONG_HEAD, "the request's head is too long", MAX_HEAD, "send less")
        : RequestProblem.badRequest("that is not HTTP", "speak HTTP/1.1");
  }

  private void begin(HttpRequest head) {
    turn.isArriving();
    last = !HttpUtil.isKeepAlive(head);
    arrived = 0;
    try {
      AdmittedRequest admitted = port.admitted(head, turn);
      if (admitted instanceof PeerRequest mails && mails.isOfMany()) {
        beginBatch(mails, head);
      } else {
        request = admitted;
      }
    } catch (RequestProblem problem) {
      refused = problem;
    }
    if (HttpUtil.is100ContinueExpected(head)) {
      if (refused != null) {
        end(refused);
      } else {
        turn.say(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
      }
    }
  }

  private void beginBatch(PeerRequest admitted, HttpRequest head) {
    boolean chunked = head.protocolVersion().isKeepAliveDefault(); // HTTP/1.0 knows no chunks
    last |= !chunked;
    HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    HttpReply.headers("application/x-ndjson").forEach(response.headers()::set);
    HttpUtil.setTransferEncodingChunked(response, chunked);
    response.headers().set("Connection", last ? "close" : "keep-alive");
    AnswerLines lines = new AnswerLines(turn, response);
    batch = admitted.batch(turn, lines, () -> batchGoesOn(lines));
  }

  private void batchGoesOn(AnswerLines lines) {
    if (batch != null && batch.isAnswered()) {
      batch = null;
      busy = true;
      lines.end(last, this::answered);
    } else {
      goOn();
    }
  }

  private void addToBatch(Batch to, HttpContent content) {
    if (arrived > Batch.MAX_BYTES) {
      last = true;
      to.isTooLong();
      to.goOn();
      return;
    }
    to.add(content.content());
    if (content instanceof LastHttpContent) {
      to.hasArrived();
      to.goOn();
    }
  }

  private void add(HttpContent content) {
    arrived += content.content().readableBytes();
    if (batch != null) {
      addToBatch(batch, content);
      return;
    }
    if (request != null) {
      request.incoming().add(content.content());
    }
    if (content instanceof LastHttpContent) {
      complete();
    } else if (arrived > Math.max(MOST_DISCARDED, port.longestBody())) {
      end(RequestProblem.tooLarge("the body", port.longestBody()));
    }
  }

  private void complete() {
    turn.hasArrived();
    busy = true;
    AdmittedRequest whole = request;
    RequestProblem problem = refused;
    request = null;
    refused = null;
    if (whole != null) {
      whole.work(this);
    } else if (problem != null) {
      answer(port.answer(problem), () -> {});
    }
  }

  /** Answers at once, and closes the connection. */
  private void end(RequestProblem problem) {
    forget();
    turn.hasArrived();
    if (batch != null) {
      ended = true;
      turn.cutOff();
      return;
    }
    last = true;
    answer(port.answer(problem), () -> {});
    ended = true;
  }

  private void forget() {
    if (request != null) {
      request.incoming().release();
      request = null;
    }
  }

  /** Answers from another thread; {@code done} is run once the answer was sent or cannot be. */
  void answerLater(HttpReply reply, Runnable done) {
    turn.later(() -> answer(reply, done), done);
  }

  /**
   * Sends an answer and goes on with the next request; for the event loop.
   *
   * @param done is run once the answer was sent or cannot be
   */
  public void answer(HttpReply reply, Runnable done) {
    if (ended) {
      done.run();
      return;
    }
    byte[] body = reply.body();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, reply.status(), Unpooled.wrappedBuffer(body));
    HttpHeaders headers = response.headers();
    reply.headers().forEach(headers::set);
    headers.set("Content-Length", body.length);
    headers.set("Connection", last ? "close" : "keep-alive");
    turn.answer(
        response,
        last,
        sent -> {
          done.run();
          answered(sent);
        });
  }

  private void answered(boolean goesOn) {
    busy = false;
    if (goesOn && !ended) {
      goOn();
    }
  }
}
