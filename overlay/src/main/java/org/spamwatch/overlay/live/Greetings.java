package org.spamwatch.overlay.live;

import java.util.List;
import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** The handshake's bytes without a link, for whoever tests what a link's first frame can do. */
public final class Greetings {
  private final Handshake handshake;

  /** Those of a peer of some realm. */
  public Greetings(MessageTable codec) {
    Contact self = new Contact(Id.ofHex("a1"), new Endpoint("192.0.2.1", 9460));
    GreetingTerms terms =
        new GreetingTerms(self, Optional.of(Realm.open(Id.ofHex("b1"))), Optional.empty());
    this.handshake =
        new Handshake(new Dialects(1, List.of(codec)), terms, () -> 1_000_000_000_000L);
  }

  /** A hello and a refusal of this peer's, by turns. */
  public byte[] sample(boolean hello) {
    return hello ? handshake.hello() : handshake.refusal(LinkEnd.REALM);
  }

  /**
   * Reads a first frame as a link would.
   *
   * @throws WireException if it is no greeting
   */
  public void read(byte[] frame) throws WireException {
    handshake.read(frame);
  }
}
