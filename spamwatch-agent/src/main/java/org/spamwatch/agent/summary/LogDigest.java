package org.spamwatch.agent.summary;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import org.spamwatch.agent.summary.SummaryMessage.Known;

/**
 * The digest over runs of blocks by which two peers find out whether they have the same: the first
 * eight bytes, big-endian, of SHA-256 over each run's origin (20 bytes), epoch (8), first (4) and
 * last (4).
 */
final class LogDigest {
  private LogDigest() {}

  static long of(Iterable<Known> runs) {
    Hasher hasher = Hashing.sha256().newHasher();
    for (Known run : runs) {
      hasher.putBytes(run.origin().toBytes());
      hasher.putLong(Long.reverseBytes(run.epoch())); // the hasher is little-endian
      hasher.putInt(Integer.reverseBytes(run.first()));
      hasher.putInt(Integer.reverseBytes(run.last()));
    }
    return Long.reverseBytes(hasher.hash().asLong());
  }
}
