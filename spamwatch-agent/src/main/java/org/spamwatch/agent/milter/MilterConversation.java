package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.ratelimit.RateResult;

/**
 * What a mail server says on one connection: the mails of one SMTP session, one after another.
 * Nothing is read while a mail is worked on, nor while the mail server does not take its answers.
 * For the event loop, but for {@link #answerLater}.
 */
final class MilterConversation extends ChannelInboundHandlerAdapter implements Packets.Parts {
  /** Of a packet that is collected; the longest is a recipient, of whom no more is looked at. */
  private static final int MOST_COLLECTED = 1024;

  private final MilterPort port;
  private final Turn turn;
  private final Packets packets = new Packets();
  private final Recipients recipients = new Recipients();
  private final Envelope envelope = new Envelope();
  private final ByteBuf collected = Unpooled.buffer(0, MOST_COLLECTED);

  /** What came while a mail is worked on: no more than was read at once. */
  private final Deque<ByteBuf> waiting = new ArrayDeque<>();

  private @Nullable Options options;

  /** The mail that is arriving, from its first field on. */
  private @Nullable ArrivingMail mail;

  private boolean skipping;
  private boolean busy;
  private boolean ended;

  MilterConversation(MilterPort port, Turn turn) {
    this.port = port;
    this.turn = turn;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws WrongPacketException {
    waiting.add((ByteBuf) message);
    goOn();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws WrongPacketException {
    goOn();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    forget();
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof WrongPacketException) {
      port.isWrong(cause);
    }
    turn.failed(cause);
  }

  private void goOn() throws WrongPacketException {
    while (!busy && !ended && turn.isTaken() && !waiting.isEmpty()) {
      ByteBuf next = waiting.element();
      packets.take(next, this);
      if (!next.isReadable() && !waiting.isEmpty()) {
        waiting.remove().release();
      }
    }
    if (!turn.isTaken()) {
      turn.isToTake();
    }
    turn.read(!busy && turn.isTaken());
  }

  // Packets ------------------------------------------------------------------------------------

  @Override
  public void begin(char command) throws WrongPacketException {
    collected.clear();
    if (options == null && command != MilterCode.OPTIONS) {
      throw new WrongPacketException("a milter packet before any options");
    }
    if (command == MilterCode.HEADER) {
      arriving().beginField();
    } else if (mail == null) {
      turn.staysOpen();
    }
  }

  @Override
  public void part(char command, ByteBuf data) {
    switch (command) {
      case MilterCode.HEADER -> arriving().field(data);
      case MilterCode.BODY, MilterCode.END -> arriving().text(data);
      case MilterCode.OPTIONS,
          MilterCode.RECIPIENT,
          MilterCode.CONNECT,
          MilterCode.MACRO,
          MilterCode.MAIL ->
          collected.writeBytes(data, Math.min(data.readableBytes(), collected.maxWritableBytes()));
      default -> {
        // of no use here
      }
    }
  }

  @Override
  public void end(char command) throws WrongPacketException {
    switch (command) {
      case MilterCode.OPTIONS -> {
        options = Options.agreed(collected, port.quarantines(), port.counts());
        turn.say(Replies.options(options));
      }
      case MilterCode.MACRO -> envelope.macros(collected); // not answered
      case MilterCode.ABORT, MilterCode.QUIT_NEXT -> forget();
      case MilterCode.QUIT -> {
        ended = true;
        turn.cutOff();
      }
      case MilterCode.MAIL -> {
        forget();
        envelope.from(collected);
        proceed(command);
      }
      case MilterCode.RECIPIENT -> addRecipient();
      case MilterCode.HEADER -> {
        arriving().endField();
        proceed(command);
      }
      case MilterCode.BODY -> endPart();
      case MilterCode.END -> work();
      case MilterCode.CONNECT -> {
        envelope.connected(collected);
        proceed(command);
      }
      case MilterCode.HELO, MilterCode.DATA, MilterCode.END_OF_HEADER, MilterCode.UNKNOWN ->
          proceed(command);
      default -> throw new WrongPacketException("a milter packet of unknown kind " + (int) command);
    }
  }

  private void proceed(char command) {
    if (options != null && options.isAnswered(command)) {
      turn.say(Replies.only(MilterCode.CONTINUE));
    }
  }

  private void endPart() {
    if (options != null && options.maySkip() && !skipping && !arriving().wantsMore()) {
      skipping = true;
      turn.say(Replies.only(MilterCode.SKIP));
    } else {
      proceed(MilterCode.BODY);
    }
  }

  private void addRecipient() {
    String path = Envelope.text(collected);
    if (options != null && options.counts()) {
      turn.hasArrived();
      busy = true;
      port.count(envelope.to(path), turn, (over, done) -> countedLater(path, over, done));
    } else {
      port.addTo(recipients, path);
      proceed(MilterCode.RECIPIENT);
    }
  }

  private void countedLater(String path, Optional<RateResult> over, Runnable done) {
    turn.later(
        () -> {
          Optional<String> refusal = over.flatMap(envelope::refusal);
          if (refusal.isEmpty()) {
            port.addTo(recipients, path);
          }
          Replies replies = new Replies();
          refusal.ifPresentOrElse(replies::refuse, replies::goOn);
          answer(replies.packets(), done);
        },
        done);
  }

  // The mail -----------------------------------------------------------------------------------

  private ArrivingMail arriving() {
    ArrivingMail current = mail;
    if (current == null) {
      current = port.arriving();
      mail = current;
      turn.isArriving();
    }
    return current;
  }

  private void forget() {
    if (mail != null) {
      mail.release();
      mail = null;
    }
    recipients.clear();
    envelope.forget();
    skipping = false;
  }

  private void work() {
    ArrivingMail whole = arriving();
    Options agreed = options;
    mail = null;
    if (agreed != null) {
      turn.hasArrived();
      busy = true;
      port.work(whole, recipients, envelope, agreed, turn, this);
    }
    forget();
  }

  /**
   * Answers the end of a mail soon, from any thread; {@code done} is run once the answer was sent
   * or cannot be.
   */
  void answerLater(ByteBuf replies, Runnable done) {
    turn.later(() -> answer(replies, done), done);
  }

  private void answer(ByteBuf replies, Runnable done) {
    if (ended) {
      done.run();
      return;
    }
    turn.answer(
        replies,
        false,
        goesOn -> {
          done.run();
          busy = false;
          if (goesOn && !ended) {
            continueReading();
          }
        });
  }

  private void continueReading() {
    try {
      goOn();
    } catch (WrongPacketException e) {
      port.isWrong(e);
      turn.failed(e);
    }
  }
}
