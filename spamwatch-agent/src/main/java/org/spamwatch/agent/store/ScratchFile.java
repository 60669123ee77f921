package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.spamwatch.agent.file.OwnerOnly;
import org.spamwatch.agent.summary.SummaryPages;

/**
 * Pages of a mapped file (mode 0600) that is begun anew at each start and deleted at the end, where
 * the system can as soon as it is open: it may write them out when memory is short. Room on the
 * disk is taken before a page is given, for a mapped page that finds none ends in a fault. Once
 * there is none, pages are of the heap, and the owner is told: it takes in no more then. Not
 * thread-safe.
 */
final class ScratchFile implements SummaryPages, AutoCloseable {
  private static final int PAGE = 1 << 16;
  private static final int CHUNK = 1 << 22;

  private final FileChannel channel;
  private final Consumer<IOException> failed;
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  private ScratchFile(FileChannel channel, Consumer<IOException> failed) {
    this.channel = channel;
    this.failed = failed;
  }

  /**
   * Begins a file.
   *
   * @param failed told each time that the disk has no page
   */
  static ScratchFile open(Path path, Consumer<IOException> failed) throws IOException {
    Files.deleteIfExists(path);
    FileChannel channel =
        OwnerOnly.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    return new ScratchFile(channel, failed);
  }

  @Override
  public int pageBytes() {
    return PAGE;
  }

  @Override
  public ByteBuffer page() {
    if (!chunk.hasRemaining()) {
      try {
        chunk = more();
      } catch (IOException e) {
        failed.accept(e);
        return ByteBuffer.allocate(PAGE);
      }
    }
    ByteBuffer page = chunk.slice(chunk.position(), PAGE).order(ByteOrder.nativeOrder());
    chunk.position(chunk.position() + PAGE);
    return page;
  }

  private ByteBuffer more() throws IOException {
    long from = channel.size();
    ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
    while (zeros.hasRemaining()) {
      channel.write(zeros, from + zeros.position());
    }
    return channel.map(FileChannel.MapMode.READ_WRITE, from, CHUNK);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
