package org.spamwatch.agent.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.spamwatch.agent.store.Rows.DamagedRowException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.Id;

/**
 * Reads a store of the format before {@link VoteFile#FORMAT}. There a voter had one word on a
 * message: the keys of votes, and of what is pending, had no variant. All else is as it is now.
 */
final class FormatFour {
  static final int NUMBER = 4;

  private static final int VOTER_KEY = Id.BYTES + Vote.KEY_BYTES;

  private FormatFour() {}

  /**
   * Copies votes, and what is pending, under the keys of today.
   *
   * @throws DamagedRowException if a row is not what was written
   */
  static void copy(VoteFile from, MVMap<byte[], byte[]> votes, MVMap<byte[], byte[]> pending)
      throws DamagedRowException {
    long copied = 0;
    for (Map.Entry<byte[], byte[]> vote : from.votes.entrySet()) {
      byte[] key = vote.getKey();
      byte[] row = vote.getValue();
      Rows.opened("vote", key, VOTER_KEY, row, Rows.VOTE_HEAD);
      byte[] variant = Rows.variant(row);
      byte[] newKey = keyed(key, variant);
      votes.put(newKey, Rows.sealed(newKey, row.clone()));
      byte[] waiting = from.pending.get(key);
      if (waiting != null) {
        Rows.opened("pending vote", key, VOTER_KEY, waiting, Rows.CRC + Long.BYTES);
        pending.put(newKey, Rows.sealed(newKey, waiting.clone()));
      }
      copied++;
      if (copied % DenseCopy.COPIED_AT_ONCE == 0) {
        votes.getStore().commit();
      }
    }
  }

  private static byte[] keyed(byte[] key, byte[] variant) {
    byte[] whole = Arrays.copyOf(key, key.length + variant.length);
    ByteBuffer.wrap(whole).position(key.length).put(variant);
    return whole;
  }
}
