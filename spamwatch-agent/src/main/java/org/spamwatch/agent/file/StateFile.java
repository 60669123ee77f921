package org.spamwatch.agent.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file in which a server keeps its state, replaced as a whole, and the lock that keeps a second
 * server from the same place. Big-endian: eight bytes that say whose state it is and in which
 * version, its length (8), the state, and the CRC-32C of the state (4). A file that is damaged is
 * never written over. Safe for any thread.
 */
public final class StateFile implements AutoCloseable {
  private static final int FRAME = Long.BYTES + Long.BYTES + Integer.BYTES;

  private final Path file;
  private final long magic;
  private final FileChannel lock;

  /** Another server uses the place. */
  public static final class InUseException extends IOException {
    private static final long serialVersionUID = 1L;

    private InUseException(Path file) {
      super(file + ": another server uses it");
    }
  }

  private StateFile(Path file, long magic, FileChannel lock) {
    this.file = file;
    this.magic = magic;
    this.lock = lock;
  }

  /**
   * Takes a place, whether there is a file or not.
   *
   * @param directory made if there is none
   * @param name of the file in it
   * @param magic eight characters that say whose state it is, and in which version
   * @throws InUseException if another server has it
   */
  public static StateFile open(Path directory, String name, String magic) throws IOException {
    Path file = directory.resolve(name);
    OwnerOnly.directories(directory);
    FileChannel lock =
        OwnerOnly.open(
            directory.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = lock.tryLock();
      if (held == null) {
        throw new InUseException(file);
      }
      return new StateFile(file, magic(magic), lock);
    } catch (OverlappingFileLockException e) {
      lock.close();
      throw new InUseException(file);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private static long magic(String characters) {
    return ByteBuffer.wrap(characters.getBytes(US_ASCII)).getLong();
  }

  /**
   * What the file holds, if there is one.
   *
   * @throws IOException in one line that says what to do, if it cannot be used
   */
  public Optional<ByteBuffer> read() throws IOException {
    byte[] all;
    try {
      all = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(all);
    if (all.length < FRAME || bytes.getLong() != magic) {
      throw damaged("is no state of this server in this version");
    }
    if (bytes.getLong() != all.length - FRAME) {
      throw damaged("is cut off, or longer than it says");
    }
    ByteBuffer state = bytes.slice(bytes.position(), all.length - FRAME);
    if (checksum(state.duplicate()) != bytes.getInt(all.length - Integer.BYTES)) {
      throw damaged("is damaged (checksum)");
    }
    return Optional.of(state);
  }

  /** Why a state cannot be used, and what to do. */
  public IOException damaged(String why) {
    return new IOException(
        file + ": " + why + "; restore it from a backup, or move it away to start without it");
  }

  private static int checksum(ByteBuffer state) {
    CRC32C checksum = new CRC32C();
    checksum.update(state);
    return (int) checksum.getValue();
  }

  /** Replaces the file; a crash leaves the old one or the new one. */
  public void write(byte[] state) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES).putLong(magic).putLong(state.length);
    ByteBuffer tail = ByteBuffer.allocate(Integer.BYTES).putInt(checksum(ByteBuffer.wrap(state)));
    AtomicFile.write(
        file,
        channel -> {
          AtomicFile.writeAll(channel, head.array());
          AtomicFile.writeAll(channel, state);
          AtomicFile.writeAll(channel, tail.array());
        });
  }

  /** Leaves the place to others. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
