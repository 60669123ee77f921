package org.spamwatch.agent.api;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * A peer.
 *
 * @param address host and port of its links
 */
public record Node(Id id, String address) {
  static Node of(Contact contact) {
    return new Node(contact.id(), contact.endpoint().toString());
  }

  static List<Node> of(List<Contact> contacts) {
    return contacts.stream().map(Node::of).toList();
  }
}
