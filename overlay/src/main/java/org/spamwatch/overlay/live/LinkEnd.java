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
  /** The peers speak different versions of the protocol. */
  VERSION,
  /** The peers belong to different realms. */
  REALM,
  /** The other side has this peer's own id. */
  SELF,
  /** The accepting side has too many links. */
  BUSY
}
