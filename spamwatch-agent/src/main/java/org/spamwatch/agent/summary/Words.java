package org.spamwatch.agent.summary;

import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.SplitMix64;

/**
 * What origins say of messages, in arrays of numbers: of each word its log, its message, the number
 * of its block and a keyed digest of what it says. A word is found by log and message as long as it
 * stands; it leads on to the one before it in its block as long as that is held. Not thread-safe.
 */
final class Words {
  private static final long TAKEN_BACK = 0; // the digest
  private static final int OVER = -1; // the log of a word that stands no more

  private final long secret;
  private final LongPages hashes;
  private final LongPages highs;
  private final LongPages middles;
  private final IntPages lows;
  private final IntPages logs;
  private final IntPages numbers;
  private final LongPages digests;
  private final IntPages nexts;
  private final KeyIndex standing;
  private final Places places;

  Words(SummaryPages pages, long secret) {
    hashes = new LongPages(pages);
    highs = new LongPages(pages);
    middles = new LongPages(pages);
    lows = new IntPages(pages);
    logs = new IntPages(pages);
    numbers = new IntPages(pages);
    digests = new LongPages(pages);
    nexts = new IntPages(pages);
    places = new Places(pages);
    this.secret = secret;
    standing = new KeyIndex(hashes, pages, secret);
  }

  /** The word that stands; {@link Places#NONE} if none does. */
  int find(int log, Id guid) {
    int word = standing.first(hash(log, guid));
    while (word != Places.NONE && (logs.get(word) != log || !isOf(word, guid))) {
      word = standing.next(word);
    }
    return word;
  }

  private boolean isOf(int word, Id guid) {
    return highs.get(word) == guid.high()
        && middles.get(word) == guid.middle()
        && lows.get(word) == guid.low();
  }

  private long hash(int log, Id guid) {
    long hash = SplitMix64.mixed(guid.high() ^ secret);
    hash = SplitMix64.mixed(hash ^ guid.middle());
    return SplitMix64.mixed(hash ^ ((long) guid.low() << Integer.SIZE) ^ log);
  }

  /**
   * Has a word stand in the place of any before; returns it.
   *
   * @param next the word to which it leads on
   */
  int stand(int log, int number, Announcement said, int next) {
    Id guid = said.guid();
    int before = find(log, guid);
    if (before != Places.NONE) {
      standing.unlink(before);
      logs.set(before, OVER);
    }
    int word = places.take();
    hashes.set(word, hash(log, guid));
    highs.set(word, guid.high());
    middles.set(word, guid.middle());
    lows.set(word, guid.low());
    logs.set(word, log);
    numbers.set(word, number);
    digests.set(word, digest(said));
    nexts.set(word, next);
    standing.link(word);
    return word;
  }

  /** Forgets a word. */
  void remove(int word) {
    if (stands(word)) {
      standing.unlink(word);
    }
    places.giveBack(word);
  }

  boolean stands(int word) {
    return logs.get(word) != OVER;
  }

  Id guid(int word) {
    return Id.of(highs.get(word), middles.get(word), lows.get(word));
  }

  /** The number of the block that a word is in. */
  int number(int word) {
    return numbers.get(word);
  }

  int next(int word) {
    return nexts.get(word);
  }

  boolean isTakenBack(int word) {
    return digests.get(word) == TAKEN_BACK;
  }

  /** Whether a word of the same message says the same as another. */
  boolean says(int word, Announcement other) {
    return digests.get(word) == digest(other);
  }

  private long digest(Announcement said) {
    long digest = said.isTakenBack() ? TAKEN_BACK : secret;
    for (FeatureVector vector : said.vectors()) {
      int kind = vector.scheme().id() << 1 | (vector.wholeText() ? 1 : 0);
      digest = SplitMix64.mixed(digest ^ kind);
      for (Id key : vector.keys()) {
        digest = SplitMix64.mixed(digest ^ key.high());
      }
      digest |= 1; // never that of a word taken back
    }
    return digest;
  }
}
