package org.spamwatch.agent.request;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * Bounds the memory that mails take together while they are read, which is many times their own,
 * and keeps long ones from holding up the others: they have room of their own, and no more than
 * half of the threads wait for it. Safe for any thread.
 */
final class ReadingRoom {
  /** What is longer is a long mail. */
  private static final int LONG = 128 << 10;

  /** Of the heap a quarter is for long mails, and an eighth for the others. */
  private static final int LONG_SHARE = 4;

  private static final int SHARE = 8;
  private static final int UNIT = 1 << 10;

  /** How long a mail waits for room before who sent it is told to come again. */
  private static final int PATIENCE_SECONDS = 8;

  private final Room longMails;
  private final Room others;
  private final Semaphore seats;

  /** A share of the heap. */
  private record Room(Semaphore units, int all) {
    Room(long bytes) {
      this(new Semaphore((int) (bytes / UNIT), true), (int) (bytes / UNIT));
    }
  }

  /** Reads a mail. */
  interface Reading<T> {
    T read() throws NotAMailException;
  }

  /**
   * Room that suits a heap.
   *
   * @param threads of one port, half of which may wait with long mails, of all ports together
   */
  ReadingRoom(long heapBytes, int threads) {
    longMails = new Room(heapBytes / LONG_SHARE);
    others = new Room(heapBytes / SHARE);
    seats = new Semaphore(Math.max(1, threads / 2));
  }

  /**
   * Reads a mail as soon as there is room for it. One that needs more than there is at all has it
   * for itself.
   *
   * @throws RequestProblem 503 if too many long mails wait already, or there is no room in time
   */
  <T> T read(int length, Reading<T> reading) throws RequestProblem, NotAMailException {
    if (length <= LONG) {
      return in(others, length, reading);
    }
    if (!seats.tryAcquire()) {
      throw full(longMails);
    }
    try {
      return in(longMails, length, reading);
    } finally {
      seats.release();
    }
  }

  private static <T> T in(Room room, int length, Reading<T> reading)
      throws RequestProblem, NotAMailException {
    int wanted = (int) Math.min(room.all(), ApproximateText.workingBytes(length) / UNIT);
    boolean granted;
    try {
      granted = room.units().tryAcquire(wanted, PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestProblem(ProblemKind.NOT_NOW, "the peer is stopping", "try again later");
    }
    if (!granted) {
      throw full(room);
    }
    try {
      return reading.read();
    } finally {
      room.units().release(wanted);
    }
  }

  private static RequestProblem full(Room room) {
    return new RequestProblem(
        ProblemKind.NOT_NOW,
        "the peer has more long mails under way than it has memory for",
        (long) room.all() * UNIT,
        "try again in a second");
  }
}
