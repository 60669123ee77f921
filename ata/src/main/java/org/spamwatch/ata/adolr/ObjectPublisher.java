package org.spamwatch.ata.adolr;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Who has published an object's features, as a holder of the records tells. Whoever tells of it may
 * lie, and anybody may publish any object: this is a place to ask, and no more.
 */
public record ObjectPublisher(Id guid, Contact contact) {
  /** Publishers of one object that an end tells of, and that an asker heeds, at most. */
  public static final int MAX_OF_ONE = 16;

  /** Publishers that one end tells of, of all objects. */
  public static final int MAX_TOLD = 16;

  /**
   * Where a publisher stands among those of an object, by a number of the asker's. Nobody knows
   * that number when he makes his keys, so nobody can take the first places for good; and each
   * route has one of its own, so that of many publishers other ends tell of others.
   */
  static long place(Contact contact, long routeId) {
    return contact.id().high() ^ routeId;
  }

  /** The place of an object's publisher among those of all objects. */
  static long place(ObjectPublisher told, long routeId) {
    return place(told.contact(), routeId) ^ told.guid().high();
  }
}
