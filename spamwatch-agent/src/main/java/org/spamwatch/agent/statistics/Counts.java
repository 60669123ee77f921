package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;

/**
 * Exact counts as they were at one moment, for as long as this is open. Safe for one thread at a
 * time.
 *
 * @param file as it was written last
 * @param since what has come since, in its order
 * @param users by their index
 * @param last the mails that were learnt last, as they came
 */
record Counts(CountFile file, Deltas since, List<UserMails> users, List<Marked> last)
    implements AutoCloseable {
  /** All rows, before the first. */
  Rows rows() throws IOException {
    return new Rows(file.rows(), since);
  }

  /** The index of a user. */
  OptionalInt indexOf(String user) {
    return IntStream.range(0, users.size())
        .filter(i -> users.get(i).name().equals(user))
        .findFirst();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
