package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Goes over the counts of a file with what has come since, in ascending order of hashes and users.
 * In time linear in both; nothing is in memory but what has come since. Not thread-safe.
 */
final class Rows {
  private final RowReader stored;
  private final Deltas deltas;
  private int next;
  private boolean hasStored;
  private long storedHash;
  private int storedUser;
  private int storedSpam;
  private int storedHam;

  private long hash;
  private int user;
  private int spam;
  private int ham;

  /**
   * Stands before the first row.
   *
   * @param deltas in their order
   */
  Rows(RowReader stored, Deltas deltas) throws IOException {
    this.stored = stored;
    this.deltas = deltas;
    readStored();
  }

  private void readStored() throws IOException {
    hasStored = stored.hasNext();
    if (hasStored) {
      ByteBuffer row = stored.buffer(CountFile.ROW_BYTES);
      storedHash = row.getLong();
      storedUser = row.getInt();
      storedSpam = row.getInt();
      storedHam = row.getInt();
    }
  }

  /** Goes to the next row in which anything is counted; false if there is none. */
  boolean next() throws IOException {
    do {
      if (!hasStored && next == deltas.size()) {
        return false;
      }
      step();
    } while (spam == 0 && ham == 0);
    return true;
  }

  private void step() throws IOException {
    int order = !hasStored ? 1 : next == deltas.size() ? -1 : compareStored();
    hash = order <= 0 ? storedHash : deltas.hash(next);
    user = order <= 0 ? storedUser : deltas.user(next);
    spam = order <= 0 ? storedSpam : 0;
    ham = order <= 0 ? storedHam : 0;
    if (order <= 0) {
      readStored();
    }
    while (next < deltas.size() && deltas.hash(next) == hash && deltas.user(next) == user) {
      spam += deltas.spam(next);
      ham += deltas.ham(next);
      next++;
    }
    if (spam < 0 || ham < 0) {
      throw new IOException("fewer than no mails have a token: the counts are damaged");
    }
  }

  private int compareStored() {
    int hashes = Long.compare(storedHash, deltas.hash(next));
    return hashes != 0 ? hashes : Integer.compare(storedUser, deltas.user(next));
  }

  long hash() {
    return hash;
  }

  int user() {
    return user;
  }

  /** How many of the user's spams have the token. */
  int spam() {
    return spam;
  }

  /** How many of the user's hams have it. */
  int ham() {
    return ham;
  }
}
