package org.spamwatch.overlay.live;

import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import org.spamwatch.overlay.Message;

/** Messages that wait for a link to open, bounded in number and bytes. Not thread-safe. */
final class SendQueue {
  private final int maxMessages;
  private final int maxBytes;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int bytes;

  /** A message, and its bytes in the newest dialect. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Waiting(Message message, byte[] newest) {}

  SendQueue(int maxMessages, int maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** Adds a message unless there is no room for it; returns whether there was. */
  boolean add(Message message, byte[] newest) {
    boolean fits = waiting.size() < maxMessages && bytes + newest.length <= maxBytes;
    if (fits) {
      waiting.add(new Waiting(message, newest));
      bytes += newest.length;
    }
    return fits;
  }

  /** Takes out every message, the first first. */
  void drain(BiConsumer<Message, byte[]> receiver) {
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      bytes -= next.newest.length;
      receiver.accept(next.message, next.newest);
    }
  }

  /** Drops every message; returns how many. */
  int clear() {
    int dropped = waiting.size();
    waiting.clear();
    bytes = 0;
    return dropped;
  }
}
