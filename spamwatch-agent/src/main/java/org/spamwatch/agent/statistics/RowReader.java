package org.spamwatch.agent.statistics;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads a part of a file from its beginning to its end. Not thread-safe. */
final class RowReader {
  /** Bytes that can be asked for at once. */
  static final int MOST = 1 << 16;

  private final FileChannel channel;
  private final long end;
  private final ByteBuffer buffer = ByteBuffer.allocate(2 * MOST).limit(0);
  private long read;

  /** Reads from one position (inclusive) to another (exclusive). */
  RowReader(FileChannel channel, long from, long end) {
    this.channel = channel;
    this.end = end;
    read = from;
  }

  /** Where the next byte is in the file. */
  long position() {
    return read - buffer.remaining();
  }

  /** Whether there is another byte. */
  boolean hasNext() {
    return position() < end;
  }

  /**
   * The next bytes, until the next call.
   *
   * @throws EOFException if there are not so many
   */
  ByteBuffer next(int bytes) throws IOException {
    ByteBuffer in = buffer(bytes);
    ByteBuffer slice = in.slice(in.position(), bytes);
    in.position(in.position() + bytes);
    return slice;
  }

  /**
   * The same without an object: so many bytes are to be read from where the buffer stands, and
   * nothing else.
   *
   * @throws EOFException if there are not so many
   */
  ByteBuffer buffer(int bytes) throws IOException {
    if (end - position() < bytes) {
      throw new EOFException("cut off");
    }
    if (buffer.remaining() < bytes) {
      buffer.compact();
      buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + end - read));
      while (buffer.position() < bytes) {
        int got = channel.read(buffer, read);
        if (got < 0) {
          throw new EOFException("cut off");
        }
        read += got;
      }
      buffer.flip();
    }
    return buffer;
  }
}
