package org.spamwatch.agent.request;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request as it comes. It is granted memory as it grows, so that who announces much
 * and sends little takes none from others. One that is too long, or that there is no memory for, is
 * counted and not kept.
 */
public final class IncomingBody {
  private static final int LEAST = 4096;

  private final BodyBudget budget;
  private final int limit;
  private byte[] bytes = new byte[0];
  private int length;
  private long seen;
  private int reserved;
  private @Nullable RequestProblem refused;

  /** A body of which no more than {@code limit} bytes are wanted. */
  IncomingBody(BodyBudget budget, int limit) {
    this.budget = budget;
    this.limit = limit;
  }

  /** Another one that is held to the same. */
  public IncomingBody another() {
    return new IncomingBody(budget, limit);
  }

  /** Takes the next part, which is not kept itself. */
  public void add(ByteBuf part) {
    int more = part.readableBytes();
    if (hasRoom(more)) {
      part.readBytes(bytes, length, more);
      length += more;
    }
  }

  /** Takes the next part from an array. */
  public void add(byte[] from, int start, int more) {
    if (hasRoom(more)) {
      System.arraycopy(from, start, bytes, length, more);
      length += more;
    }
  }

  private boolean hasRoom(int more) {
    seen += more;
    if (seen > limit || refused != null || (length + more > bytes.length && !grow(length + more))) {
      release();
      return false;
    }
    return true;
  }

  private boolean grow(int needed) {
    int size = (int) Math.min(limit, Math.max(LEAST, Math.max(needed, 2L * bytes.length)));
    try {
      reserved = budget.extend(reserved, size);
    } catch (RequestProblem problem) {
      refused = problem;
      return false;
    }
    bytes = Arrays.copyOf(bytes, size);
    return true;
  }

  /** Whether nothing has come yet. */
  public boolean isEmpty() {
    return seen == 0;
  }

  /** The whole body; nothing if it has more bytes than are wanted. */
  public Optional<byte[]> whole() throws RequestProblem {
    if (refused != null) {
      throw refused;
    }
    if (seen > limit) {
      return Optional.empty();
    }
    return Optional.of(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
  }

  /** Gives its memory back; of any thread, when nothing is added any more. */
  public void release() {
    bytes = new byte[0];
    length = 0;
    budget.release(reserved);
    reserved = 0;
  }
}
