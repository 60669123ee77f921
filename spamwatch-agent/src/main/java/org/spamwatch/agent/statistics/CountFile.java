package org.spamwatch.agent.statistics;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.spamwatch.agent.statistics.Framing.UnreadableException;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.statistics.TokenSet.MailDigest;
import org.spamwatch.agent.vote.VoteValue;

/**
 * Exact counts as they were at some time, in a file that is never altered (mode 0600), big-endian:
 *
 * <ol>
 *   <li>the {@linkplain Framing head};
 *   <li>of each token and user, in ascending order of both, the hash (8), the user's index (4), and
 *       how many of his spams (4) and hams (4) have it;
 *   <li>of each mail that is learnt, in ascending order of digest and user, the digest (16), the
 *       user's index (4) and the code of the word (1);
 *   <li>of each user, in the order of the indexes, mails learnt as spam (4) and as ham (4), the
 *       length of the name in bytes (2) and the name in UTF-8;
 *   <li>the number of rows of tokens (8), of mails (8) and of users (4), and the CRC-32C of all
 *       before (4).
 * </ol>
 *
 * Hashes and digests are in the order of signed numbers. Nothing but the users is in memory; a mail
 * is found by one or two short reads. Safe for any thread.
 */
final class CountFile implements AutoCloseable {
  static final String MAGIC = "SWcounts";
  static final int ROW_BYTES = Long.BYTES + 3 * Integer.BYTES;
  static final int MAIL_BYTES = 2 * Long.BYTES + Integer.BYTES + 1;

  /** Where a mail's row has the user's index. */
  static final int USER_AT = 2 * Long.BYTES;

  /** Users of whom anything is kept. */
  static final int MOST_USERS = 1 << 20;

  /** Rows of mails that are read at once to find one. */
  private static final int SOUGHT = 64;

  /** Reads to find a mail by where its digest would stand. */
  private static final int MOST_GUESSES = 4;

  private static final int SIZES = 2 * Long.BYTES + Integer.BYTES;

  private final FileChannel channel;
  private final long generation;
  private final List<UserMails> users;
  private final long rows;
  private final long mails;

  private CountFile(
      FileChannel channel, long generation, List<UserMails> users, long rows, long mails) {
    this.channel = channel;
    this.generation = generation;
    this.users = List.copyOf(users);
    this.rows = rows;
    this.mails = mails;
  }

  /**
   * Opens a file and reads all of it once, so that damage shows now.
   *
   * @throws UnreadableException if it is damaged, of a newer format, or of another key
   */
  static CountFile open(Path path, long keyCheck) throws IOException, UnreadableException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    boolean isWhole = false;
    try {
      CountFile file = read(channel, keyCheck);
      isWhole = true;
      return file;
    } catch (EOFException e) {
      throw new UnreadableException("it is cut off");
    } finally {
      if (!isWhole) {
        channel.close();
      }
    }
  }

  /** The same file with a channel of its own; {@code path} must still be where it is. */
  CountFile again(Path path) throws IOException {
    FileChannel other = FileChannel.open(path, StandardOpenOption.READ);
    return new CountFile(other, generation, users, rows, mails);
  }

  private static CountFile read(FileChannel channel, long keyCheck)
      throws IOException, UnreadableException {
    long size = channel.size();
    long sums = size - Integer.BYTES;
    RowReader all = new RowReader(channel, 0, size);
    byte[] head = new byte[(int) Math.min(Framing.HEAD_BYTES, size)];
    all.next(head.length).get(head);
    long generation = Framing.generation(head, MAGIC, keyCheck);
    CRC32C sum = new CRC32C();
    sum.update(head);
    while (all.position() < sums) {
      sum.update(all.next((int) Math.min(RowReader.MOST, sums - all.position())));
    }
    if ((int) sum.getValue() != all.next(Integer.BYTES).getInt()) {
      throw new UnreadableException("it is damaged (checksum)");
    }
    ByteBuffer sizes = new RowReader(channel, sums - SIZES, sums).next(SIZES);
    long rows = sizes.getLong();
    long mails = sizes.getLong();
    int users = sizes.getInt();
    long usersFrom = Framing.HEAD_BYTES + rows * ROW_BYTES + mails * MAIL_BYTES;
    if (rows < 0 || rows > size || mails < 0 || mails > size || usersFrom > size) {
      throw new UnreadableException("it is damaged in its sizes");
    }
    RowReader named = new RowReader(channel, usersFrom, sums - SIZES);
    return new CountFile(channel, generation, users(named, users), rows, mails);
  }

  private static List<UserMails> users(RowReader reader, int count) throws IOException {
    List<UserMails> users = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ByteBuffer counts = reader.next(2 * Integer.BYTES + Short.BYTES);
      int spam = counts.getInt();
      int ham = counts.getInt();
      byte[] name = new byte[counts.getShort() & 0xFFFF];
      reader.next(name.length).get(name);
      users.add(new UserMails(new String(name, StandardCharsets.UTF_8), spam, ham));
    }
    return users;
  }

  /** A whole file without a mail, of the first generation. */
  static byte[] empty(long keyCheck) {
    byte[] head = Framing.head(MAGIC, 0, keyCheck);
    ByteBuffer file = ByteBuffer.allocate(head.length + SIZES + Integer.BYTES);
    file.put(head).put(tail(0, 0, List.of()));
    return file.putInt(Framing.sum(file.duplicate().flip())).array();
  }

  /** What stands behind the mails: the users and the sizes, without the checksum. */
  static ByteBuffer tail(long rows, long mails, List<UserMails> users) {
    List<byte[]> names =
        users.stream().map(user -> user.name().getBytes(StandardCharsets.UTF_8)).toList();
    int bytes = names.stream().mapToInt(n -> n.length + 2 * Integer.BYTES + Short.BYTES).sum();
    ByteBuffer tail = ByteBuffer.allocate(bytes + SIZES);
    for (int i = 0; i < names.size(); i++) {
      tail.putInt(users.get(i).spam()).putInt(users.get(i).ham());
      tail.putShort((short) names.get(i).length).put(names.get(i));
    }
    return tail.putLong(rows).putLong(mails).putInt(names.size()).flip();
  }

  /** By one more than that of the file before. */
  long generation() {
    return generation;
  }

  /** By their index. */
  List<UserMails> users() {
    return users;
  }

  /** Its length, without the users. */
  long bytes() {
    return mailsFrom() + mails * MAIL_BYTES;
  }

  /**
   * What a user has said of a mail; that it is withdrawn, if nothing. Digests are spread evenly, so
   * that where one is to be sought is known but for some rows: the first reads go there. Whoever
   * makes mails whose digests are not spread so has it sought by halves, as in any sorted file.
   */
  VoteValue word(LearntMail mail) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(SOUGHT * MAIL_BYTES);
    long low = 0;
    long high = mails;
    double below = Long.MIN_VALUE; // the digest in front of these, and behind
    double above = Long.MAX_VALUE;
    for (int reads = 0; low < high; reads++) {
      double share = reads < MOST_GUESSES ? (mail.digest().high() - below) / (above - below) : .5;
      long guess = low + (long) ((high - low) * share) - SOUGHT / 2;
      long from = Math.max(low, Math.min(guess, high - SOUGHT));
      int rows = (int) Math.min(SOUGHT, high - from);
      readFully(read.clear().limit(rows * MAIL_BYTES), mailsFrom() + from * MAIL_BYTES);
      int row = 0;
      while (row < rows && compare(row(read, row), mail) < 0) {
        row++;
      }
      if (row < rows && compare(row(read, row), mail) == 0) {
        return word(row(read, row));
      }
      if (row == 0) {
        high = from;
        above = read.getLong(0);
      } else if (row == rows) {
        low = from + rows;
        below = read.getLong((rows - 1) * MAIL_BYTES);
      } else {
        break;
      }
    }
    return VoteValue.WITHDRAWN;
  }

  private static ByteBuffer row(ByteBuffer rows, int index) {
    return rows.slice(index * MAIL_BYTES, MAIL_BYTES);
  }

  private static VoteValue word(ByteBuffer row) throws IOException {
    byte code = row.get(MAIL_BYTES - 1);
    return VoteValue.ofCode(code)
        .orElseThrow(() -> new IOException("no word has the code " + code));
  }

  /** How a mail's row stands to another mail. */
  static int compare(ByteBuffer row, LearntMail mail) {
    MailDigest digest = new MailDigest(row.getLong(0), row.getLong(Long.BYTES));
    return new LearntMail(digest, row.getInt(USER_AT)).compareTo(mail);
  }

  private void readFully(ByteBuffer into, long from) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into, from + into.position()) < 0) {
        throw new EOFException("the counts are cut off");
      }
    }
  }

  private long mailsFrom() {
    return Framing.HEAD_BYTES + rows * ROW_BYTES;
  }

  /** All rows, {@link #ROW_BYTES} each. */
  RowReader rows() {
    return new RowReader(channel, Framing.HEAD_BYTES, mailsFrom());
  }

  /** All mails, {@link #MAIL_BYTES} each. */
  RowReader mails() {
    return new RowReader(channel, mailsFrom(), mailsFrom() + mails * MAIL_BYTES);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
