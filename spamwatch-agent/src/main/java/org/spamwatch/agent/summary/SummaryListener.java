package org.spamwatch.agent.summary;

import org.spamwatch.overlay.Id;

/**
 * Is told what stands announced: of each origin and message the newest word, on the node's turn. At
 * the start it is told of all that the store holds.
 */
public interface SummaryListener {
  /** Hears nothing. */
  SummaryListener NONE =
      new SummaryListener() {
        @Override
        public void announced(Id origin, Announcement announcement, long timeMillis) {}

        @Override
        public void takenBack(Id origin, Id guid) {}

        @Override
        public void forgotten(Id origin, Id guid) {}
      };

  /**
   * A peer announces a message, whose vectors are not empty. They take the place of those that it
   * announced of the message before, of which nothing else is told.
   *
   * @param timeMillis the block's date, in milliseconds since the epoch
   */
  void announced(Id origin, Announcement announcement, long timeMillis);

  /** A peer takes back what it has announced of a message. */
  void takenBack(Id origin, Id guid);

  /**
   * What a peer announced of a message stands no more, though it did not take it back: it is too
   * old, has given way to others, or the peer is revoked or has begun a new log.
   */
  void forgotten(Id origin, Id guid);

  /** Both this and another, which is told after it. */
  default SummaryListener and(SummaryListener other) {
    SummaryListener first = this;
    return new SummaryListener() {
      @Override
      public void announced(Id origin, Announcement announcement, long timeMillis) {
        first.announced(origin, announcement, timeMillis);
        other.announced(origin, announcement, timeMillis);
      }

      @Override
      public void takenBack(Id origin, Id guid) {
        first.takenBack(origin, guid);
        other.takenBack(origin, guid);
      }

      @Override
      public void forgotten(Id origin, Id guid) {
        first.forgotten(origin, guid);
        other.forgotten(origin, guid);
      }
    };
  }
}
