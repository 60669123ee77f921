package org.spamwatch.overlay.live;

/** Why a link ended. */
public enum LinkEnd {
  /** One side closed it in order. */
  CLOSED,
  /** Nothing went over it for a while. */
  IDLE,
  /** The other side could not be reached. */
  UNREACHABLE,
  /** It broke while it was in use. */
  BROKEN,
  /** The handshake was not finished in time. */
  HANDSHAKE_TIMEOUT,
  /** The other side stopped reading. */
  STALLED,
  /** What came over it is not this protocol. */
  GARBAGE,
  /** The connection could not be secured, or one side did not accept the other's key. */
  TLS,
  /** The other side's greeting names an id that is not its key's. */
  IDENTITY,
  /** The peers speak different versions of the protocol. */
  VERSION,
  /** The peers belong to different realms. */
  REALM,
  /** The peers' clocks differ by more than they may. */
  CLOCK,
  /** The realm is closed, and one side showed no membership. */
  NO_MEMBER,
  /** A membership has run out or does not hold yet. */
  EXPIRED,
  /** A membership was not given by the realm's authority to the key that shows it. */
  FORGED,
  /** The realm's authority has revoked the node that shows a membership. */
  REVOKED,
  /** The other side has this peer's own id. */
  SELF,
  /** The accepting side has too many links. */
  BUSY
}
