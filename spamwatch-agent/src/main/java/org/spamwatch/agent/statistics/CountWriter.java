package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.vote.VoteValue;

/**
 * Writes the counts of the next generation: those of a file with what has come since, and without
 * users who are to be forgotten. In time linear in both. Not thread-safe.
 */
final class CountWriter {
  private final long generation;
  private final Rows rows;
  private final RowReader mails;
  private final Iterator<Map.Entry<LearntMail, VoteValue>> words;
  private final List<UserMails> users;
  private final IntPredicate isForgotten;
  private Map.@Nullable Entry<LearntMail, VoteValue> said;

  /**
   * A writer, which writes once.
   *
   * @param rows of tokens, before the first
   * @param mails as they were
   * @param words what was said of mails since
   * @param users by their index
   * @param isForgotten whether nothing is to be kept of the user of an index
   */
  CountWriter(
      long generation,
      Rows rows,
      RowReader mails,
      SortedMap<LearntMail, VoteValue> words,
      List<UserMails> users,
      IntPredicate isForgotten) {
    this.generation = generation;
    this.rows = rows;
    this.mails = mails;
    this.words = words.entrySet().iterator();
    this.users = users;
    this.isForgotten = isForgotten;
  }

  /** Writes a whole file. */
  void writeTo(FileChannel channel, long keyCheck) throws IOException {
    Output output = new Output(channel);
    output.put(ByteBuffer.wrap(Framing.head(CountFile.MAGIC, generation, keyCheck)));
    long rowCount = 0;
    while (rows.next()) {
      if (!isForgotten.test(rows.user())) {
        ByteBuffer row = output.room(CountFile.ROW_BYTES);
        row.putLong(rows.hash()).putInt(rows.user()).putInt(rows.spam()).putInt(rows.ham());
        rowCount++;
      }
    }
    long mailCount = writeMails(output);
    output.put(CountFile.tail(rowCount, mailCount, users));
    output.end();
  }

  private long writeMails(Output output) throws IOException {
    long count = 0;
    advance();
    while (mails.hasNext()) {
      ByteBuffer row = mails.next(CountFile.MAIL_BYTES);
      count += writeSaid(output, row);
      if (said != null && CountFile.compare(row, said.getKey()) == 0) {
        count += writeSaid(output);
      } else if (!isForgotten.test(row.getInt(CountFile.USER_AT))) {
        output.put(row);
        count++;
      }
    }
    while (said != null) {
      count += writeSaid(output);
    }
    return count;
  }

  /** Writes the mails that come before a row. */
  private long writeSaid(Output output, ByteBuffer row) throws IOException {
    long count = 0;
    while (said != null && CountFile.compare(row, said.getKey()) > 0) {
      count += writeSaid(output);
    }
    return count;
  }

  private int writeSaid(Output output) throws IOException {
    Map.Entry<LearntMail, VoteValue> current = said;
    advance();
    if (current == null
        || current.getValue() == VoteValue.WITHDRAWN
        || isForgotten.test(current.getKey().user())) {
      return 0;
    }
    LearntMail mail = current.getKey();
    ByteBuffer row = output.room(CountFile.MAIL_BYTES);
    row.putLong(mail.digest().high()).putLong(mail.digest().low()).putInt(mail.user());
    row.put((byte) current.getValue().code());
    return 1;
  }

  private void advance() {
    said = words.hasNext() ? words.next() : null;
  }

  /** Gathers bytes and sums them up. */
  private static final class Output {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private final CRC32C sum = new CRC32C();

    Output(FileChannel channel) {
      this.channel = channel;
    }

    /** Where so many bytes are to be put next. */
    ByteBuffer room(int bytes) throws IOException {
      if (buffer.remaining() < bytes) {
        flush();
      }
      return buffer;
    }

    void put(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        if (!buffer.hasRemaining()) {
          flush();
        }
        int some = Math.min(bytes.remaining(), buffer.remaining());
        buffer.put(bytes.slice(bytes.position(), some));
        bytes.position(bytes.position() + some);
      }
    }

    private void flush() throws IOException {
      sum.update(buffer.array(), 0, buffer.position());
      AtomicFile.writeAll(channel, buffer.flip());
      buffer.clear();
    }

    void end() throws IOException {
      flush();
      buffer.putInt((int) sum.getValue());
      AtomicFile.writeAll(channel, buffer.flip());
    }
  }
}
