package org.spamwatch.agent.keys;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongUnaryOperator;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;

/**
 * The last sequence number a voter's key has signed, kept so that a later vote wins over an earlier
 * one even when the clock was set back in between. Processes take turns by a lock on the file;
 * threads of one process by this object, of which there is one a file.
 */
final class SequenceFile {
  private final Path file;

  SequenceFile(Path file) {
    this.file = file;
  }

  /** The next number: the present in microseconds, or one above the last if that is not later. */
  long next(long nowMicros) throws KeyException {
    return change(last -> Math.max(nowMicros, last + 1));
  }

  /** The last number; 0 if there is none. */
  long last() throws KeyException {
    return change(last -> last);
  }

  /** Another device has signed a number: those from here on are above it. */
  void atLeast(long number) throws KeyException {
    var unused = change(last -> Math.max(last, number));
  }

  private synchronized long change(LongUnaryOperator following) throws KeyException {
    try (FileChannel channel =
            OwnerOnly.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (channel.size() != 0 && channel.size() != Long.BYTES) {
        throw new KeyException(
            file
                + ": damaged; restore it from a backup, or delete it once this host's clock is"
                + " right");
      }
      ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
      long last = lock.isValid() && channel.read(number, 0) == Long.BYTES ? number.getLong(0) : 0;
      long next = following.applyAsLong(last);
      channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, next), 0);
      return next;
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be used: " + AtomicFile.reason(e), e);
    }
  }
}
