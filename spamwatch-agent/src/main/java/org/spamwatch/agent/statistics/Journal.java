package org.spamwatch.agent.statistics;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.Framing.UnreadableException;
import org.spamwatch.agent.vote.VoteValue;

/**
 * What users have said of mails since the counts were written, in the order in which they said it
 * (mode 0600): the {@linkplain Framing head} with the generation of the counts to which it is to be
 * added, and records, each of the length of its body (4), the CRC-32C of that (4) and the body: the
 * code of the word (1), the length of the user's name (2), the name in UTF-8, and the hashes of the
 * mail's tokens (8 each); big-endian.
 *
 * <p>Records are reported kept once the disk has them. A crash leaves one at the end that is not
 * whole, which was reported to nobody: it is cut off. Not thread-safe.
 */
final class Journal implements AutoCloseable {
  static final String MAGIC = "SWmarked";

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final int RECORD_HEAD = 2 * Integer.BYTES;
  private static final int LEAST_BODY = 1 + Short.BYTES + 1 + Long.BYTES;
  private static final int MOST_BODY =
      1 + Short.BYTES + Marked.MOST_NAME + Long.BYTES * TokenSet.MOST;

  private final Path path;
  private final FileChannel channel;
  private final long generation;
  private long end;

  private Journal(Path path, FileChannel channel, long generation) {
    this.path = path;
    this.channel = channel;
    this.generation = generation;
    end = Framing.HEAD_BYTES;
  }

  /** Is told of what was said. */
  interface Visitor {
    void said(Marked marked) throws IOException;
  }

  /** Begins an empty journal in the place of any there was; all of that or none of it is done. */
  static Journal begin(Path path, long generation, long keyCheck) throws IOException {
    AtomicFile.write(path, Framing.head(MAGIC, generation, keyCheck));
    return new Journal(path, opened(path), generation);
  }

  private static FileChannel opened(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Opens a journal; then all of it is to be read by {@link #load}.
   *
   * @throws UnreadableException if it is of a newer format or of another key, or damaged in its
   *     head
   */
  static Journal open(Path path, long keyCheck) throws IOException, UnreadableException {
    FileChannel channel = opened(path);
    boolean isRead = false;
    try {
      RowReader reader = new RowReader(channel, 0, channel.size());
      byte[] head = new byte[(int) Math.min(Framing.HEAD_BYTES, channel.size())];
      reader.next(head.length).get(head);
      Journal journal = new Journal(path, channel, Framing.generation(head, MAGIC, keyCheck));
      isRead = true;
      return journal;
    } finally {
      if (!isRead) {
        channel.close();
      }
    }
  }

  /** Of the counts to which it is to be added. */
  long generation() {
    return generation;
  }

  /** Its length in bytes. */
  long bytes() {
    return end;
  }

  /** Reads all of it, and cuts off what is not whole at its end. */
  void load(Visitor visitor) throws IOException {
    end = channel.size();
    end = read(visitor);
    long left = channel.size() - end;
    if (left > 0) {
      if (left > RECORD_HEAD + MOST_BODY) {
        LOG.warn(
            "{}: damaged at byte {}; set aside as {}, and what is behind that is not counted",
            path,
            end,
            AtomicFile.copyAside(path));
      }
      channel.truncate(end);
      channel.force(true);
    }
  }

  /** Reads it up to its end or the first record that is not whole; returns where that is. */
  long read(Visitor visitor) throws IOException {
    RowReader reader = new RowReader(channel, Framing.HEAD_BYTES, end);
    long whole = reader.position();
    while (end - reader.position() >= RECORD_HEAD) {
      ByteBuffer head = reader.next(RECORD_HEAD);
      int length = head.getInt();
      int sum = head.getInt();
      if (length < LEAST_BODY || length > MOST_BODY || length > end - reader.position()) {
        return whole;
      }
      byte[] body = readBody(reader, length);
      if (Framing.sum(ByteBuffer.wrap(body, 0, length)) != sum) {
        return whole;
      }
      visitor.said(decoded(ByteBuffer.wrap(body)));
      whole = reader.position();
    }
    return whole;
  }

  private static byte[] readBody(RowReader reader, int length) throws IOException {
    byte[] body = new byte[length];
    for (int at = 0; at < length; at += RowReader.MOST) {
      int some = Math.min(RowReader.MOST, length - at);
      reader.next(some).get(body, at, some);
    }
    return body;
  }

  private static Marked decoded(ByteBuffer body) throws IOException {
    try {
      VoteValue word = VoteValue.ofCode(body.get()).orElseThrow(IllegalArgumentException::new);
      byte[] name = new byte[body.getShort() & 0xFFFF];
      checkArgument(body.remaining() - name.length >= Long.BYTES);
      body.get(name);
      checkArgument(body.remaining() % Long.BYTES == 0);
      TokenSet tokens = TokenSet.read(body, body.remaining() / Long.BYTES);
      return new Marked(new String(name, StandardCharsets.UTF_8), word, tokens);
    } catch (IllegalArgumentException e) {
      throw new IOException("a record of the journal is none that was written", e);
    }
  }

  /**
   * Adds what was said and waits for the disk to have all of it. If that fails nothing of it is
   * there.
   */
  void add(List<Marked> said) throws IOException {
    int length = said.stream().mapToInt(Journal::length).sum();
    ByteBuffer records = ByteBuffer.allocate(length);
    said.forEach(marked -> put(records, marked));
    records.flip();
    boolean isKept = false;
    try {
      while (records.hasRemaining()) {
        channel.write(records, end + records.position());
      }
      channel.force(false);
      isKept = true;
    } finally {
      if (isKept) {
        end += length;
      } else {
        channel.truncate(end);
      }
    }
  }

  private static int length(Marked marked) {
    return RECORD_HEAD
        + 1
        + Short.BYTES
        + marked.user().getBytes(StandardCharsets.UTF_8).length
        + marked.tokens().bytes();
  }

  private static void put(ByteBuffer records, Marked marked) {
    int head = records.position();
    byte[] name = marked.user().getBytes(StandardCharsets.UTF_8);
    records.position(head + RECORD_HEAD);
    records.put((byte) marked.word().code()).putShort((short) name.length).put(name);
    marked.tokens().putTo(records);
    int length = records.position() - head - RECORD_HEAD;
    records.putInt(head, length);
    records.putInt(head + Integer.BYTES, Framing.sum(records.slice(head + RECORD_HEAD, length)));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
