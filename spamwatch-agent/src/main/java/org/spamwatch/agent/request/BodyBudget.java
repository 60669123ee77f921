package org.spamwatch.agent.request;

import java.util.concurrent.Semaphore;
import org.spamwatch.agent.api.ProblemKind;

/**
 * Bounds the memory that the bodies of requests under way take together, so that a few long mails
 * at once cannot exhaust the heap. Safe for any thread.
 */
public final class BodyBudget {
  /** What reading takes beyond the bytes has room of its own: {@link ReadingRoom}. */
  private static final int HEAP_SHARE = 16;

  private static final int UNIT = 1024;
  private static final int LEAST_UNITS = 1024;

  private final Semaphore units;
  private final int most;

  /** A budget that suits a heap of the given size in bytes. */
  public BodyBudget(long heapBytes) {
    most = (int) Math.max(LEAST_UNITS, Math.min(1 << 20, heapBytes / HEAP_SHARE / UNIT));
    units = new Semaphore(most);
  }

  /** A body that is to come, of which no more than {@code limit} bytes are wanted. */
  public IncomingBody body(int limit) {
    return new IncomingBody(this, limit);
  }

  /**
   * Reserves room for a body; one longer than the whole budget waits for nobody but takes all of
   * it, so that it is worked on alone.
   *
   * @return the units to give back
   * @throws RequestProblem 503 if there is no room now
   */
  int reserve(long bytes) throws RequestProblem {
    return extend(0, bytes);
  }

  /**
   * Reserves more for a body that has grown.
   *
   * @param reserved what was returned for it before
   * @param bytes that it now has in all
   * @return the units to give back, those of before among them
   * @throws RequestProblem 503 if there is no room now; what was reserved stays so
   */
  int extend(int reserved, long bytes) throws RequestProblem {
    int wanted = (int) Math.min(most, bytes / UNIT + 1);
    if (wanted > reserved && !units.tryAcquire(wanted - reserved)) {
      throw new RequestProblem(
          ProblemKind.NOT_NOW,
          "there are more long bodies under way than there is memory for",
          (long) most * UNIT,
          "try again in a second");
    }
    return Math.max(wanted, reserved);
  }

  /** Gives back what {@link #reserve} returned. */
  void release(int reserved) {
    units.release(reserved);
  }
}
