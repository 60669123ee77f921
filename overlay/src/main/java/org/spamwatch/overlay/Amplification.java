package org.spamwatch.overlay;

/**
 * What may be sent to a node because another one has named it as the origin of something: it may
 * have asked nothing. So it is sent at most twice the bytes that came, and asks in person for the
 * rest (the anti-amplification limit of RFC 9000, section 8.1, which is three times).
 *
 * <p>Bytes are those of frames, their lengths included.
 */
public final class Amplification {
  /** Bytes sent for a byte that came. */
  public static final int LIMIT = 2;

  private static final int LENGTH = 4;
  private static final int TYPE = 1;
  private static final int HOP_ID = 8;
  private static final int MESSAGE_ID = 8;
  private static final int HOPS_AND_TTL = 2;

  private Amplification() {}

  /**
   * What the origin of a routed message may be sent.
   *
   * @param payload least bytes of what was routed, its type included
   * @return bytes; no limit if the origin has handed it over itself
   */
  public static long allowed(Routed routed, int payload) {
    if (routed.isInPerson()) {
      return Long.MAX_VALUE;
    }
    int route = LENGTH + TYPE + HOP_ID + MESSAGE_ID + Id.BYTES + HOPS_AND_TTL;
    return (long) LIMIT * (route + contact(routed.via()) + contact(routed.origin()) + payload);
  }

  /** Bytes of a message sent straight to a node, with a payload of some bytes. */
  public static int direct(Contact sender, int payload) {
    return LENGTH + TYPE + HOP_ID + contact(sender) + Id.BYTES + payload;
  }

  /** Bytes of a contact. */
  public static int contact(Contact contact) {
    return Id.BYTES + 1 + contact.endpoint().host().length() + 2;
  }
}
