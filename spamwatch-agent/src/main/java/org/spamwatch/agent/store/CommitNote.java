package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.OptionalLong;
import org.spamwatch.agent.file.OwnerOnly;

/**
 * A small file beside the store with the number of the last commit that was forced to disk. An
 * MVStore that was cut off opens at an earlier commit without a word; by this note the loss is
 * noticed.
 *
 * <p>Written after each commit and not forced itself: after a power failure it may be behind the
 * store, which does no harm, and is never ahead of it.
 */
final class CommitNote implements AutoCloseable {
  /** The file's name, beside the store's. */
  static final String NAME = "votes.commit";

  private static final int LENGTH = 20;

  private final FileChannel channel;

  private CommitNote(FileChannel channel) {
    this.channel = channel;
  }

  static CommitNote open(Path file) throws IOException {
    return new CommitNote(
        OwnerOnly.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** The commit noted beside a store, if one is. */
  static OptionalLong readBeside(Path store) throws IOException {
    Path file = store.resolveSibling(NAME);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    CommitNote note = open(file);
    try {
      return note.read();
    } finally {
      note.close();
    }
  }

  /** The commit noted, if one is. */
  OptionalLong read() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    return text.strip().matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text.strip()))
        : OptionalLong.empty();
  }

  void write(long commit) throws IOException {
    String text = String.format(Locale.ROOT, "%" + (LENGTH - 1) + "d\n", commit);
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
