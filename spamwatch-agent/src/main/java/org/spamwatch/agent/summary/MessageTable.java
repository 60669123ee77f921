package org.spamwatch.agent.summary;

import org.spamwatch.overlay.Id;

/** The announced messages by GUID, in arrays of numbers, each with a number of its user's. */
final class MessageTable {
  private final LongPages highs = new LongPages();
  private final LongPages middles = new LongPages();
  private final IntPages lows = new IntPages();
  private final IntPages firsts = new IntPages();
  private final KeyIndex byHigh;
  private final Places places = new Places();

  /**
   * No messages.
   *
   * @param seed of the index
   */
  MessageTable(long seed) {
    byHigh = new KeyIndex(highs, seed);
  }

  /** Adds a message that is not there; returns its place. */
  int add(Id guid) {
    int place = places.take();
    highs.set(place, guid.high());
    middles.set(place, guid.middle());
    lows.set(place, guid.low());
    firsts.set(place, Places.NONE);
    byHigh.link(place);
    return place;
  }

  void remove(int place) {
    byHigh.unlink(place);
    places.giveBack(place);
  }

  /** The place of a message; {@link Places#NONE} if it is not there. */
  int find(Id guid) {
    int place = byHigh.first(guid.high());
    while (place != Places.NONE
        && (middles.get(place) != guid.middle() || lows.get(place) != guid.low())) {
      place = byHigh.next(place);
    }
    return place;
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
    return highs.bytes()
        + middles.bytes()
        + lows.bytes()
        + firsts.bytes()
        + byHigh.bytes()
        + places.bytes();
  }
}
