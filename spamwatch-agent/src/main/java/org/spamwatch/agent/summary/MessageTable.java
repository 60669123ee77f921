package org.spamwatch.agent.summary;

import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.SplitMix64;

/** The announced messages by GUID, in arrays of numbers, each with a number of its user's. */
final class MessageTable {
  private final long seed;
  private final LongPages hashes;
  private final LongPages highs;
  private final LongPages middles;
  private final IntPages lows;
  private final IntPages firsts;
  private final KeyIndex byHash;
  private final Places places;

  /**
   * No messages.
   *
   * @param seed of the index
   */
  MessageTable(SummaryPages pages, long seed) {
    this.seed = seed;
    hashes = new LongPages(pages);
    highs = new LongPages(pages);
    middles = new LongPages(pages);
    lows = new IntPages(pages);
    firsts = new IntPages(pages);
    places = new Places(pages);
    byHash = new KeyIndex(hashes, pages, seed);
  }

  /** Adds a message that is not there; returns its place. */
  int add(Id guid) {
    int place = places.take();
    hashes.set(place, hash(guid));
    highs.set(place, guid.high());
    middles.set(place, guid.middle());
    lows.set(place, guid.low());
    firsts.set(place, Places.NONE);
    byHash.link(place);
    return place;
  }

  void remove(int place) {
    byHash.unlink(place);
    places.giveBack(place);
  }

  /** The place of a message; {@link Places#NONE} if it is not there. */
  int find(Id guid) {
    int place = byHash.first(hash(guid));
    while (place != Places.NONE && !isOf(place, guid)) {
      place = byHash.next(place);
    }
    return place;
  }

  private boolean isOf(int place, Id guid) {
    return highs.get(place) == guid.high()
        && middles.get(place) == guid.middle()
        && lows.get(place) == guid.low();
  }

  /** Of all of the GUID, or whoever chooses GUIDs that begin alike could have them collide. */
  private long hash(Id guid) {
    long hash = SplitMix64.mixed(guid.high() ^ seed);
    return SplitMix64.mixed(SplitMix64.mixed(hash ^ guid.middle()) ^ guid.low());
  }

  Id guid(int place) {
    return Id.of(highs.get(place), middles.get(place), lows.get(place));
  }

  /** The first vector of a message. */
  int firstVector(int place) {
    return firsts.get(place);
  }

  void setFirstVector(int place, int vector) {
    firsts.set(place, vector);
  }

  /** Messages held. */
  int count() {
    return places.used();
  }

  long bytes() {
    return hashes.bytes()
        + highs.bytes()
        + middles.bytes()
        + lows.bytes()
        + firsts.bytes()
        + byHash.bytes()
        + places.bytes();
  }
}
