package org.spamwatch.agent.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.BlockNumbers;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryWire;
import org.spamwatch.overlay.Id;

/**
 * The file of announcements (mode 0600): a line {@code spamwatch-announcements 1 REALM}, and behind
 * it blocks in the order in which they came, of each the length of its bytes (4), their CRC-32C (4)
 * and these ({@link SummaryWire#writeBlock}); big-endian. Of a block its place alone is in memory,
 * 12 bytes.
 *
 * <p>What is forgotten stays until more than half of the file is; then what is not is copied to a
 * file that takes its place. Until then a start finds it again. A crash leaves a block at the end
 * that is not whole: it is cut off. A file that is damaged elsewhere is set aside; what is before
 * the damage is kept, other peers have the rest too, and a peer that may have lost blocks of its
 * own announces what stands in a later epoch. One of a newer format is left alone. Not thread-safe.
 */
final class AnnouncementFile implements AutoCloseable {
  /** What of the file may be forgotten in any case, in bytes. */
  static final int DEAD_BYTES = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(AnnouncementFile.class);
  private static final int FORMAT = 1;
  private static final Pattern FIRST_LINE =
      Pattern.compile("spamwatch-announcements ([1-9][0-9]{0,8}) ([0-9a-f]{40})");
  private static final int MAX_FIRST_LINE = 128;
  private static final int HEAD_BYTES = AnnouncementScan.HEAD_BYTES;

  private final Path path;
  private final byte[] firstLine;

  /** By origin and epoch, of each block its {@link #frame}. */
  private final NavigableMap<Id, NavigableMap<Long, BlockNumbers>> frames = new TreeMap<>();

  private FileChannel channel;
  private @Nullable AnnouncementScan scan; // until all has been read once
  private boolean isWhole = true;
  private long end;
  private long liveBytes;
  private boolean isForced = true;

  private AnnouncementFile(Path path, byte[] firstLine) throws IOException {
    this.path = path;
    this.firstLine = firstLine;
    end = firstLine.length;
    channel = opened(path);
    scan = new AnnouncementScan(path, firstLine.length);
  }

  private static FileChannel opened(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** A block's place in 48 bits, and its length with its head in 16. */
  private static long frame(long position, int bytes) {
    return position << Short.SIZE | bytes;
  }

  private static long position(long frame) {
    return frame >>> Short.SIZE;
  }

  private static int bytes(long frame) {
    return (int) (frame & 0xFFFF);
  }

  /**
   * Opens the file, creating it if there is none or the one there is none of this realm's
   * announcements. Then all of it is to be read once, by {@link #load}.
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
      } else if (!hasFirstLine(path, firstLine)) {
        LOG.warn(
            "{}: it does not begin as a file of this realm's announcements does; set aside as {};"
                + " other peers tell again what was in it",
            path,
            AtomicFile.setAside(path));
        AtomicFile.write(path, firstLine);
      }
      return new AnnouncementFile(path, firstLine);
    } catch (IOException e) {
      throw new StoreFaults(path).failed(e);
    }
  }

  private static boolean hasFirstLine(Path path, byte[] firstLine)
      throws IOException, StoreException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(MAX_FIRST_LINE);
      Matcher line = FIRST_LINE.matcher(new String(start, StandardCharsets.ISO_8859_1));
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
      return Arrays.equals(Arrays.copyOf(start, firstLine.length), firstLine);
    }
  }

  /** Whether all of it has been read once. */
  boolean isLoaded() {
    return scan == null;
  }

  /** Whether nothing of it was found damaged so far but a block at the end. */
  boolean isWhole() {
    return isWhole;
  }

  /**
   * Reads on, some bytes; a block whose name was met before is passed over. With the last of them
   * the file is ready for what comes.
   */
  List<Block> load(int most) throws IOException {
    List<Block> some = new ArrayList<>();
    AnnouncementScan reading = scan;
    long until = end + most;
    try {
      while (reading != null && end < until) {
        Optional<Block> next = reading.next();
        if (next.isPresent()) {
          if (add(next.get(), (int) (reading.end() - end))) {
            some.add(next.get());
          }
        } else {
          reading = null;
          loaded();
        }
      }
    } catch (IllegalArgumentException e) {
      isWhole = false;
      loaded();
      Path aside = AtomicFile.setAside(path);
      LOG.warn(
          "{}: {}; set aside as {}; other peers tell again what is missing now",
          path,
          e.getMessage(),
          aside);
      rewrite();
    }
    return some;
  }

  private void loaded() throws IOException {
    if (scan != null) {
      scan.close();
      scan = null;
    }
    if (isWhole && channel.size() > end) {
      channel.truncate(end);
      isForced = false;
    }
  }

  /** Adds a block at the end; returns whether one of its name was not there. */
  private boolean add(Block block, int bytes) {
    BlockNumbers blocks =
        frames
            .computeIfAbsent(block.origin().id(), id -> new TreeMap<>())
            .computeIfAbsent(block.epoch(), epoch -> new BlockNumbers());
    boolean isNew = !blocks.contains(block.number());
    if (isNew) {
      blocks.put(block.number(), frame(end, bytes));
      liveBytes += bytes;
    }
    end += bytes;
    return isNew;
  }

  /** Adds a block at the end. All has been read before. */
  void put(Block block) throws IOException {
    byte[] bytes = AnnouncementScan.WIRE.write("block", block, SummaryWire::writeBlock);
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
    frame.putInt(bytes.length).putInt(AnnouncementScan.sum(bytes)).put(bytes);
    AtomicFile.writeAll(channel.position(end), frame.array());
    isForced = false;
    add(block, frame.capacity());
  }

  /**
   * Those of some blocks that are there, in the order of their numbers.
   *
   * @throws IOException also if one is not there any more as it was written
   */
  List<Block> read(Known run) throws IOException {
    List<Block> read = new ArrayList<>();
    BlockNumbers blocks = frames.getOrDefault(run.origin(), new TreeMap<>()).get(run.epoch());
    int place = blocks == null ? 0 : blocks.placeOf(run.first());
    while (blocks != null && place < blocks.size() && blocks.number(place) <= run.last()) {
      read.add(read(blocks.value(place)));
      place++;
    }
    return read;
  }

  private Block read(long frame) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(bytes(frame));
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = channel.read(bytes, position(frame) + bytes.position());
    }
    byte[] body = Arrays.copyOfRange(bytes.array(), HEAD_BYTES, bytes.capacity());
    if (bytes.getInt(Integer.BYTES) != AnnouncementScan.sum(body)) {
      throw new IOException("the checksum of a block at " + position(frame) + " is wrong");
    }
    return AnnouncementScan.decoded(body);
  }

  /** Forgets an origin's blocks of an epoch up to a number, and all of earlier epochs. */
  void forget(Id origin, long epoch, int through) throws IOException {
    NavigableMap<Long, BlockNumbers> epochs = frames.getOrDefault(origin, new TreeMap<>());
    NavigableMap<Long, BlockNumbers> gone = epochs.headMap(epoch, false);
    gone.values().forEach(blocks -> removeFirst(blocks, blocks.size()));
    gone.clear();
    BlockNumbers blocks = epochs.get(epoch);
    if (blocks != null) {
      int count = through == Integer.MAX_VALUE ? blocks.size() : blocks.placeOf(through + 1);
      removeFirst(blocks, count);
      if (blocks.size() == 0) {
        epochs.remove(epoch);
      }
    }
    if (epochs.isEmpty()) {
      frames.remove(origin);
    }
    long dead = end - firstLine.length - liveBytes;
    if (isLoaded() && dead > Math.max(liveBytes, DEAD_BYTES)) {
      rewrite();
    }
  }

  private void removeFirst(BlockNumbers blocks, int count) {
    for (int place = 0; place < count; place++) {
      liveBytes -= bytes(blocks.value(place));
    }
    blocks.removeFirst(count);
  }

  private void rewrite() throws IOException {
    AtomicFile.write(
        path,
        copy -> {
          AtomicFile.writeAll(copy, firstLine);
          for (Map<Long, BlockNumbers> epochs : frames.values()) {
            for (BlockNumbers blocks : epochs.values()) {
              copy(blocks, copy);
            }
          }
        });
    channel.close();
    channel = opened(path);
    isForced = true;
    end = firstLine.length;
    for (Map<Long, BlockNumbers> epochs : frames.values()) {
      for (BlockNumbers blocks : epochs.values()) {
        move(blocks);
      }
    }
  }

  private void copy(BlockNumbers blocks, FileChannel to) throws IOException {
    for (int place = 0; place < blocks.size(); place++) {
      long frame = blocks.value(place);
      long until = position(frame) + bytes(frame);
      for (long at = position(frame); at < until; ) {
        long copied = channel.transferTo(at, until - at, to);
        if (copied == 0) {
          throw new IOException("a block at " + at + " is cut off");
        }
        at += copied;
      }
    }
  }

  private void move(BlockNumbers blocks) {
    for (int place = 0; place < blocks.size(); place++) {
      int bytes = bytes(blocks.value(place));
      blocks.replace(place, frame(end, bytes));
      end += bytes;
    }
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
    if (scan != null) {
      scan.close();
    }
    force();
    channel.close();
  }
}
