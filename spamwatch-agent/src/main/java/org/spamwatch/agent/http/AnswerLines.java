package org.spamwatch.agent.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.port.Turn;

/**
 * The lines of an answer: each is sent once it and all before it are there. For the event loop
 * alone.
 */
final class AnswerLines {
  private static final byte[] NEW_LINE = {'\n'};

  private final Turn turn;
  private final Deque<Line> open = new ArrayDeque<>();
  private @Nullable HttpResponse head;

  /** A line that was not sent yet. */
  static final class Line {
    private byte @Nullable [] text;
  }

  /**
   * No lines yet.
   *
   * @param head of the answer, sent before the first line
   */
  AnswerLines(Turn turn, HttpResponse head) {
    this.turn = turn;
    this.head = head;
  }

  /** Adds the next line, to be filled later. */
  void add(Line line) {
    open.add(line);
  }

  /** Lines that were not sent yet. */
  int open() {
    return open.size();
  }

  /** Says what is in a line, without its end. */
  void fill(Line line, byte[] text) {
    line.text = text;
    while (!open.isEmpty()) {
      byte[] first = open.element().text;
      if (first == null) {
        return;
      }
      begin();
      turn.say(new DefaultHttpContent(Unpooled.wrappedBuffer(first, NEW_LINE)));
      open.remove();
    }
  }

  private void begin() {
    if (head != null) {
      turn.say(head);
      head = null;
    }
  }

  /**
   * All lines are filled: the answer ends.
   *
   * @param last whether the connection ends with it
   * @param then is told whether it goes on
   */
  void end(boolean last, Consumer<Boolean> then) {
    begin();
    turn.answer(LastHttpContent.EMPTY_LAST_CONTENT, last, then);
  }
}
