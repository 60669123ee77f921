package org.spamwatch.overlay.node;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;

/** How many contacts fit into one message. */
final class Contacts {
  /** What a route and two contacts around the list take at most, and some to spare. */
  private static final int AROUND = 2_048;

  /** The lengths of id, host, port and a round trip, besides the host itself. */
  private static final int BESIDE_HOST = Id.BYTES + 3 + 4;

  private Contacts() {}

  /** The first contacts, as many as {@link #fitting} says. */
  static List<Contact> within(Limits limits, List<Contact> contacts) {
    return List.copyOf(contacts.subList(0, fitting(limits, contacts)));
  }

  /**
   * How many contacts, from the first on, a message may have and can hold: a few nodes with names
   * of 253 characters in a table must not make its rows too long to send.
   */
  static int fitting(Limits limits, List<Contact> contacts) {
    int most = Math.min(contacts.size(), limits.maxContacts());
    int left = limits.maxMessageBytes() - AROUND;
    if (most * (BESIDE_HOST + Endpoint.MAX_HOST) <= left) {
      return most; // whatever their names: mostly, and then they are not looked at
    }
    int count = 0;
    while (count < most) {
      left -= BESIDE_HOST + contacts.get(count).endpoint().host().length();
      if (left < 0) {
        break;
      }
      count++;
    }
    return count;
  }
}
