package org.spamwatch.agent.store;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryWire;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/**
 * Reads a file of announcements from its first block to the last one that is whole. Not
 * thread-safe.
 */
final class AnnouncementScan implements AutoCloseable {
  /** The length of a block's bytes and their checksum. */
  static final int HEAD_BYTES = 8;

  static final MessageTable WIRE = MessageTable.of(Limits.DEFAULT);

  private static final int MAX_BYTES = 16 * 1024;
  private static final int BUFFER = 1 << 16;

  private final DataInputStream in;
  private long left;
  private long end;

  /**
   * Begins to read.
   *
   * @param from where the first block is
   */
  AnnouncementScan(Path path, int from) throws IOException {
    left = Files.size(path) - from;
    end = from;
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER));
    in.skipNBytes(from);
  }

  /**
   * The next block; none if no more of them is whole.
   *
   * @throws IllegalArgumentException if the file is damaged here
   */
  Optional<Block> next() throws IOException {
    if (left < HEAD_BYTES) {
      return Optional.empty();
    }
    int length = in.readInt();
    int sum = in.readInt();
    left -= HEAD_BYTES;
    if (length == 0 && sum == 0 && hasNothing(in)) {
      return ended(); // a power failure may leave zeros
    }
    checkArgument(length > 0 && length <= MAX_BYTES, "the length of a block at %s is wrong", end);
    if (length > left) {
      return ended();
    }
    byte[] bytes = in.readNBytes(length);
    left -= length;
    if (sum != sum(bytes)) {
      checkArgument(left == 0, "the checksum of a block at %s is wrong", end);
      return ended();
    }
    Block block = decoded(bytes);
    end += HEAD_BYTES + length;
    return Optional.of(block);
  }

  private Optional<Block> ended() {
    left = 0;
    return Optional.empty();
  }

  private static boolean hasNothing(InputStream in) throws IOException {
    int next = 0;
    while (next == 0) {
      next = in.read();
    }
    return next < 0;
  }

  static int sum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /**
   * The block of some bytes.
   *
   * @throws IllegalArgumentException if they are those of none
   */
  static Block decoded(byte[] bytes) {
    try {
      return WIRE.read("block", bytes, SummaryWire::readBlock);
    } catch (WireException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Behind the last block that was read. */
  long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
