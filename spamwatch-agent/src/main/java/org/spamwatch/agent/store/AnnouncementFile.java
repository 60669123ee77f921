package org.spamwatch.agent.store;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryWire;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/**
 * The file of announcements (mode 0600): a line {@code spamwatch-announcements 1 REALM}, and behind
 * it blocks in the order in which they came, of each the length of its bytes (4), their CRC-32C (4)
 * and these ({@link SummaryWire#writeBlock}); big-endian.
 *
 * <p>What is forgotten stays until more than half of the file is; then what is not is copied to a
 * file that takes its place. Until then a start finds it again. A crash leaves a block at the end
 * that is not whole: it is cut off. A file that is damaged elsewhere is set aside as a whole, for
 * other peers have its blocks too, and a peer that lost its own announces what stands in a later
 * epoch; one of a newer format is left alone. Not thread-safe.
 */
final class AnnouncementFile implements AutoCloseable {
  /** What of the file may be forgotten in any case, in bytes. */
  static final int DEAD_BYTES = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(AnnouncementFile.class);
  private static final int FORMAT = 1;
  private static final Pattern FIRST_LINE =
      Pattern.compile("spamwatch-announcements ([1-9][0-9]{0,8}) ([0-9a-f]{40})");
  private static final int MAX_FIRST_LINE = 128;
  private static final int HEAD_BYTES = 8;
  private static final int MAX_BYTES = 16 * 1024;
  private static final MessageTable WIRE = MessageTable.of(Limits.DEFAULT);

  private final Path path;
  private final byte[] firstLine;
  private final NavigableMap<Name, Frame> frames = new TreeMap<>();
  private FileChannel channel;
  private long end;
  private long liveBytes;
  private boolean isForced = true;

  /** A block's name. */
  private record Name(Id origin, long epoch, int number) implements Comparable<Name> {
    private static final Comparator<Name> ORDER =
        Comparator.comparing(Name::origin)
            .thenComparingLong(Name::epoch)
            .thenComparingInt(Name::number);

    static Name of(Block block) {
      return new Name(block.origin().id(), block.epoch(), block.number());
    }

    @Override
    public int compareTo(Name other) {
      return ORDER.compare(this, other);
    }
  }

  /** Where a block is, its head included. */
  private record Frame(long position, int bytes) {}

  private AnnouncementFile(Path path, byte[] firstLine) throws IOException {
    this.path = path;
    this.firstLine = firstLine;
    read();
    channel = opened(path);
    if (channel.size() > end) {
      channel.truncate(end);
      isForced = false;
    }
  }

  private static FileChannel opened(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Opens the file, creating it if there is none or the one there is damaged.
   *
   * @throws StoreException if it is of a newer format, or the disk does not allow it
   */
  static AnnouncementFile open(Path path, Id realm) throws StoreException {
    byte[] firstLine =
        ("spamwatch-announcements " + FORMAT + " " + realm + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    try {
      if (!Files.exists(path)) {
        AtomicFile.write(path, firstLine);
      }
      checkFormat(path);
      try {
        return new AnnouncementFile(path, firstLine);
      } catch (IllegalArgumentException e) {
        LOG.warn(
            "{}: {}; set aside as {}; other peers tell again what was in it",
            path,
            e.getMessage(),
            AtomicFile.setAside(path));
        AtomicFile.write(path, firstLine);
        return new AnnouncementFile(path, firstLine);
      }
    } catch (IOException e) {
      throw new StoreFaults(path).failed(e);
    }
  }

  private static void checkFormat(Path path) throws IOException, StoreException {
    try (InputStream in = Files.newInputStream(path)) {
      String start = new String(in.readNBytes(MAX_FIRST_LINE), StandardCharsets.ISO_8859_1);
      Matcher line = FIRST_LINE.matcher(start);
      if (line.lookingAt() && Integer.parseInt(line.group(1)) > FORMAT) {
        throw new StoreException(
            Problem.UNUSABLE,
            path
                + ": format "
                + line.group(1)
                + " was written by a newer version of SpamWatch; this one reads format "
                + FORMAT
                + "; use that version, or move the file away: other peers tell again what was in"
                + " it");
      }
    }
  }

  /** Finds the blocks, and the end of the last one that is whole. */
  private void read() throws IOException {
    long left = Files.size(path) - firstLine.length;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
      checkArgument(
          Arrays.equals(in.readNBytes(firstLine.length), firstLine),
          "it does not begin as a file of this realm's announcements does");
      end = firstLine.length;
      while (left >= HEAD_BYTES) {
        int length = in.readInt();
        int sum = in.readInt();
        left -= HEAD_BYTES;
        if (length == 0 && sum == 0 && hasNothing(in)) {
          return; // a power failure may leave zeros
        }
        checkArgument(
            length > 0 && length <= MAX_BYTES, "the length of a block at %s is wrong", end);
        if (length > left) {
          return;
        }
        byte[] bytes = in.readNBytes(length);
        left -= length;
        if (sum != sum(bytes)) {
          checkArgument(left == 0, "the checksum of a block at %s is wrong", end);
          return;
        }
        add(decoded(bytes), length);
      }
    }
  }

  private static boolean hasNothing(InputStream in) throws IOException {
    int next = 0;
    while (next == 0) {
      next = in.read();
    }
    return next < 0;
  }

  private static int sum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  private static Block decoded(byte[] bytes) {
    try {
      return WIRE.read("block", bytes, SummaryWire::readBlock);
    } catch (WireException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private void add(Block block, int length) {
    Frame frame = new Frame(end, HEAD_BYTES + length);
    Frame before = frames.put(Name.of(block), frame);
    end += frame.bytes();
    liveBytes += frame.bytes() - (before == null ? 0 : before.bytes());
  }

  /** Visits what is not forgotten: of each origin in the order of epochs and numbers. */
  void forEach(Consumer<Block> visitor) throws IOException {
    for (Frame frame : frames.values()) {
      ByteBuffer bytes = ByteBuffer.allocate(frame.bytes() - HEAD_BYTES);
      long from = frame.position() + HEAD_BYTES;
      int read = 1;
      while (bytes.hasRemaining() && read > 0) {
        read = channel.read(bytes, from + bytes.position());
      }
      visitor.accept(decoded(bytes.array()));
    }
  }

  /** Adds a block at the end. */
  void put(Block block) throws IOException {
    byte[] bytes = WIRE.write("block", block, SummaryWire::writeBlock);
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
    frame.putInt(bytes.length).putInt(sum(bytes)).put(bytes);
    AtomicFile.writeAll(channel.position(end), frame.array());
    isForced = false;
    add(block, bytes.length);
  }

  /** Forgets an origin's blocks of an epoch up to a number, and all of earlier epochs. */
  void forget(Id origin, long epoch, int through) throws IOException {
    NavigableMap<Name, Frame> gone =
        frames.subMap(
            new Name(origin, Long.MIN_VALUE, 0), true, new Name(origin, epoch, through), true);
    liveBytes -= gone.values().stream().mapToLong(Frame::bytes).sum();
    gone.clear();
    long dead = end - firstLine.length - liveBytes;
    if (dead > Math.max(liveBytes, DEAD_BYTES)) {
      rewrite();
    }
  }

  private void rewrite() throws IOException {
    AtomicFile.write(
        path,
        copy -> {
          AtomicFile.writeAll(copy, firstLine);
          for (Frame frame : frames.values()) {
            long until = frame.position() + frame.bytes();
            for (long at = frame.position(); at < until; ) {
              at += channel.transferTo(at, until - at, copy);
            }
          }
        });
    channel.close();
    channel = opened(path);
    isForced = true;
    end = firstLine.length;
    frames.replaceAll(
        (name, frame) -> {
          Frame moved = new Frame(end, frame.bytes());
          end += frame.bytes();
          return moved;
        });
  }

  /** Waits until the disk has everything. */
  void force() throws IOException {
    if (!isForced) {
      channel.force(false);
      isForced = true;
    }
  }

  @Override
  public void close() throws IOException {
    force();
    channel.close();
  }
}
