package org.spamwatch.agent.bulk;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import org.spamwatch.sketch.counting.AgeingCountingFilter;
import org.spamwatch.sketch.revocation.AgeingBloomFilter;

/**
 * How many different people here got mail with a feature, in this period and the last. A feature
 * counts once for one person, however often he gets it or his programs ask about it: so neither a
 * mail that is checked at the server and again in the mail program, nor a program that writes him
 * the same each hour, makes anything bulk.
 *
 * <p>Who got what is remembered in a Bloom filter, keyed with a secret of this peer. When it errs a
 * person is not counted, which it does the more the fuller it is; so a count is too small rather
 * than too large. Belongs to its counts.
 */
final class SeenFeatures {
  private static final double MOST_FILL = .5;

  private final AgeingCountingFilter counts;
  private final AgeingBloomFilter known;
  private final HashFunction keyed;
  private final long secret;
  private final int capacity;
  private long full;

  private SeenFeatures(
      AgeingCountingFilter counts, AgeingBloomFilter known, long secret, int capacity) {
    this.counts = counts;
    this.known = known;
    this.secret = secret;
    this.capacity = capacity;
    keyed = Hashing.sipHash24(secret, ~secret);
  }

  /** Nothing seen. */
  static SeenFeatures begun(BulkConfig config, long secret, long period) {
    return new SeenFeatures(
        new AgeingCountingFilter(config.seenFunctions(secret), config.cellBits(), period),
        new AgeingBloomFilter(config.knownFunctions(secret), 2, MOST_FILL, period),
        secret,
        config.capacity());
  }

  AgeingCountingFilter counts() {
    return counts;
  }

  /** Features of people for whom there was no room, since the start. */
  long full() {
    return full;
  }

  /** The memory it takes. */
  long bytes() {
    return counts.bytes() + known.bytes();
  }

  /** Begins a period. */
  void advanceTo(long period) {
    known.advanceTo(period);
    counts.advanceTo(period);
  }

  /** What stands for a person: his name, in any case. */
  long person(String name) {
    return keyed.hashUnencodedChars(name.toLowerCase(Locale.ROOT)).asLong();
  }

  /**
   * Counts a feature for those people who have not had it.
   *
   * @param at its cells
   */
  void insert(long element, int[] at, Set<Long> people) {
    boolean isNew = counts.currentAt(at) == 0;
    if (isNew && counts.distinct() >= capacity) {
      full += people.size();
      return;
    }
    int more = 0;
    for (long person : people) {
      long pair = keyed.newHasher(16).putLong(element).putLong(person).hash().asLong();
      if (!known.mightContain(pair)) {
        if (known.add(pair)) {
          more++;
        } else {
          full++;
        }
      }
    }
    if (more > 0) {
      counts.insertAt(at, more);
    }
  }

  /** The bytes of the serial form. */
  long serialLength() {
    return Long.BYTES + counts.serialLength() + known.serialLength();
  }

  /** Writes, big-endian: the secret (8), the counts, who got what. */
  void write(ByteBuffer out) {
    out.putLong(secret);
    counts.write(out);
    known.write(out);
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if it cannot be, or is of another configuration
   */
  static SeenFeatures read(ByteBuffer in, BulkConfig config, long period) {
    SeenFeatures empty = begun(config, in.getLong(), period);
    AgeingCountingFilter counts = AgeingCountingFilter.read(in, empty.counts, period);
    AgeingBloomFilter known = AgeingBloomFilter.read(in, 4L * config.cells(), MOST_FILL);
    if (!known.isCompatible(empty.known)) {
      throw new IllegalArgumentException("holds what was seen by other parameters");
    }
    return new SeenFeatures(counts, known, empty.secret, config.capacity());
  }
}
