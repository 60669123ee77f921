package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.disk.FilePathDisk;

/**
 * A file system for MVStore that remembers what is written to one file and what of it is forced, so
 * that one can see what a power failure at any moment could have left.
 *
 * <p>MVStore takes what stands before the first colon of a file's name for a file system. So a
 * directory with a colon in its name can be one, without the store knowing of it.
 */
final class RecordedDisk extends FilePathDisk implements AutoCloseable {
  private static final int SECTOR = 512;
  private static final int HEADERS = 8192; // are written over by every store, and never free

  private final Path file;
  private final List<Step> steps = new ArrayList<>();
  private final byte[] begun;
  private long used;
  private int reused;

  /** Bytes written, or without any a force. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Step(long at, byte[] bytes) {
    boolean isForce() {
      return bytes.length == 0;
    }
  }

  /**
   * Remembers what happens to a file that is there, in a directory whose name ends with a colon.
   */
  RecordedDisk(Path file) throws IOException {
    this.file = file;
    begun = Files.readAllBytes(file);
    used = begun.length;
    FilePath.register(this);
  }

  @Override
  public String getScheme() {
    String path = file.toString();
    return path.substring(0, path.indexOf(':'));
  }

  @Override
  public void close() {
    FilePath.unregister(this);
  }

  @Override
  public FilePathDisk getPath(String path) {
    return path.equals(file.toString()) ? new Recorded(path) : super.getPath(path);
  }

  /** How many steps there have been. */
  synchronized int now() {
    return steps.size();
  }

  /** How often a place was written to that had been before. */
  synchronized int reused() {
    return reused;
  }

  private synchronized void note(long at, byte[] bytes) {
    reused += at >= HEADERS && at < used ? 1 : 0;
    used = Math.max(used, at + bytes.length);
    steps.add(new Step(at, bytes));
  }

  /**
   * What the file could hold after a power failure: everything up to the last force, and of what
   * was written since each sector or not.
   *
   * @param moment after how many steps it fails
   * @param kept what part of its sectors a write may leave, one by lot for each
   */
  synchronized byte[] leftAfter(int moment, double[] kept, Random random) {
    int forced = moment;
    while (forced > 0 && !steps.get(forced - 1).isForce()) {
      forced--;
    }
    byte[] left = Arrays.copyOf(begun, (int) used);
    int length = begun.length;
    for (int i = 0; i < moment; i++) {
      Step step = steps.get(i);
      double part = i < forced ? 1 : kept[random.nextInt(kept.length)];
      for (int from = 0; from < step.bytes().length; from += SECTOR) {
        if (random.nextDouble() < part) {
          int count = Math.min(SECTOR, step.bytes().length - from);
          int at = (int) step.at() + from;
          System.arraycopy(step.bytes(), from, left, at, count);
          length = Math.max(length, at + count);
        }
      }
    }
    return Arrays.copyOf(left, length);
  }

  private final class Recorded extends FilePathDisk {
    Recorded(String path) {
      name = path;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      return new RecordedChannel(
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }
  }

  private final class RecordedChannel extends FileBaseDefault {
    private final FileChannel channel;

    RecordedChannel(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public synchronized int read(ByteBuffer into, long at) throws IOException {
      return channel.read(into, at);
    }

    @Override
    public synchronized int write(ByteBuffer from, long at) throws IOException {
      byte[] bytes = new byte[from.remaining()];
      from.duplicate().get(bytes);
      note(at, bytes);
      while (from.hasRemaining()) {
        channel.write(from, at + bytes.length - from.remaining());
      }
      return bytes.length;
    }

    @Override
    public void force(boolean metadata) {
      note(0, new byte[0]); // what is on this machine's disk does not matter
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      channel.truncate(size); // a failure may have come before it: nobody relies on it
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      channel.close();
    }
  }
}
