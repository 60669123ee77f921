package org.spamwatch.agent.http;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.UncheckedMail;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.RequestProblem;

/**
 * Many mails in one request: each is checked as in a request of its own, a few at once, and is a
 * line of the answer, in their order. Nothing is read while enough is under way or the client does
 * not take its lines; of what was read one part is held, and the mail that is arriving. For the
 * event loop alone, but {@link #isGone}.
 */
final class Batch {
  /** Mails in one request. */
  static final int MAX_MAILS = 10_000;

  /** Bytes of one request's body. */
  static final long MAX_BYTES = 1L << 30;

  private static final int AT_ONCE = 4;

  private final HttpPort port;
  private final Turn turn;
  private final AnswerLines lines;
  private final Runnable onProgress;
  private final MailSplitter splitter;

  /** The mail that is arriving, or waits for a worker. */
  private Request mail;

  private boolean isWhole;

  /** Of the body, what was read and not looked at yet. */
  private @Nullable ByteBuf rest;

  private int mails;
  private Body body = Body.ARRIVING;
  private Waits waits = Waits.FOR_CLIENT;
  private volatile boolean gone;

  /** How far the body is. */
  private enum Body {
    ARRIVING,
    /** There is more of it than is taken. */
    DROPPED,
    /** All of it was read, but not all looked at. */
    READ,
    OVER
  }

  /** What it waits for. */
  private enum Waits {
    FOR_CLIENT,
    FOR_PORT,
    FOR_READER
  }

  /**
   * A batch of which nothing has come.
   *
   * @param onProgress called when more may be read, or the answer may end
   */
  Batch(HttpPort port, Request request, Turn turn, AnswerLines lines, Runnable onProgress) {
    this.port = port;
    this.turn = turn;
    this.lines = lines;
    this.onProgress = onProgress;
    splitter = request.splitter();
    mail = request;
  }

  /** Takes the next part of the body. */
  void add(ByteBuf part) {
    if (body == Body.ARRIVING) {
      rest = part.retain();
      work();
    }
  }

  /** The body is over; comes after all its parts. */
  void hasArrived() {
    body = body == Body.ARRIVING ? Body.READ : Body.OVER;
    work();
  }

  /** The body is longer than any may be; nothing more of it comes. */
  void isTooLong() {
    if (body == Body.ARRIVING) {
      refuseMore("bytes", MAX_BYTES);
    }
    body = Body.OVER;
    work();
  }

  /** Something has changed that may have held it up. */
  void goOn() {
    work();
    onProgress.run();
  }

  /** Whether the next part, or the end of the body, can be taken. */
  boolean wantsMore() {
    return !gone && rest == null && !isWhole && isToCome() && hasRoom();
  }

  /** Whether every mail is answered, so that the answer may end. */
  boolean isAnswered() {
    return body == Body.OVER && !isWhole && lines.open() == 0;
  }

  /** The client is gone: what was not begun is dropped. */
  void isClosed() {
    gone = true;
    drop();
    port.seats().forget(this);
  }

  /** Whether nobody waits for an answer any more; of any thread. */
  boolean isGone() {
    return gone;
  }

  private boolean isToCome() {
    return body == Body.ARRIVING || body == Body.DROPPED;
  }

  private boolean hasRoom() {
    return lines.open() < AT_ONCE && turn.isTaken();
  }

  private void work() {
    boolean goesOn = true;
    while (goesOn && !gone && hasRoom()) {
      if (!isWhole && rest != null) {
        isWhole = splitter.take(rest, mail.incoming());
        if (!rest.isReadable()) {
          ReferenceCountUtil.release(rest);
          rest = null;
        }
      }
      if (!isWhole && body == Body.READ) {
        isWhole = splitter.end(mail.incoming());
        body = Body.OVER;
      }
      goesOn = isWhole && begin();
    }
    if (!gone) {
      tellWhoseTurn();
    }
  }

  /** Has the mail checked that is whole. Returns whether the next may follow. */
  private boolean begin() {
    if (mails == MAX_MAILS) {
      refuseMore("mails", MAX_MAILS);
      return false;
    }
    if (!port.seats().take(this)) {
      return false;
    }
    AnswerLines.Line line = new AnswerLines.Line();
    if (!port.check(mail, mails, this, turn, text -> checked(line, text))) {
      port.seats().giveBack();
      turn.soon(this::goOn);
      return false;
    }
    lines.add(line);
    mails++;
    mail = mail.withBody(mail.incoming().another());
    isWhole = false;
    return true;
  }

  private void checked(AnswerLines.Line line, byte[] text) {
    if (!gone) {
      lines.fill(line, text);
    }
    port.seats().leave();
    goOn();
  }

  private void refuseMore(String what, long limit) {
    RequestProblem problem = RequestProblem.tooMany(what, limit);
    AnswerLines.Line line = new AnswerLines.Line();
    lines.add(line);
    lines.fill(
        line, ApiJson.write(new UncheckedMail(mails, problem.kind().status(), problem.problem())));
    drop();
    body = isToCome() ? Body.DROPPED : Body.OVER;
  }

  private void drop() {
    ReferenceCountUtil.release(rest);
    rest = null;
    isWhole = false;
    mail.incoming().release();
  }

  /** A mail must arrive in time, and lines must be taken in time. */
  private void tellWhoseTurn() {
    boolean isWorking = isWhole || !isToCome() || (body == Body.ARRIVING && lines.open() > 0);
    Waits now = !turn.isTaken() ? Waits.FOR_READER : isWorking ? Waits.FOR_PORT : Waits.FOR_CLIENT;
    if (now != waits) {
      waits = now;
      switch (now) {
        case FOR_CLIENT -> turn.goesOnArriving();
        case FOR_PORT -> turn.hasArrived();
        case FOR_READER -> turn.isToTake();
      }
    }
  }
}
