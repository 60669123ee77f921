package org.spamwatch.overlay.live;

import java.util.Arrays;

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
  GARBAGE(3),
  /** The connection could not be secured, or one side did not accept the other's key. */
  TLS,
  /** The other side's greeting names an id that is not its key's. */
  IDENTITY(5),
  /** The peers speak different versions of the protocol. */
  VERSION(1),
  /** The peers belong to different realms. */
  REALM(2),
  /** The peers' clocks differ by more than they may. */
  CLOCK(6),
  /** The realm is closed, and one side showed no membership. */
  NO_MEMBER(7),
  /** A membership has run out or does not hold yet. */
  EXPIRED(8),
  /** A membership was not given by the realm's authority to the key that shows it. */
  FORGED(9),
  /** The realm's authority has revoked the node that shows a membership. */
  REVOKED(10),
  /** The other side has this peer's own id. */
  SELF(4),
  /** The accepting side has too many links. */
  BUSY;

  private final int code;

  LinkEnd() {
    this(0);
  }

  LinkEnd(int code) {
    this.code = code;
  }

  /** The byte by which the other side is told so; what has none of its own is garbage to it. */
  int code() {
    return code == 0 ? GARBAGE.code : code;
  }

  /** What a peer has told by a byte; {@link #CLOSED} if only newer peers know that byte. */
  static LinkEnd ofCode(int told) {
    return Arrays.stream(values())
        .filter(end -> end.code != 0 && end.code == told)
        .findFirst()
        .orElse(CLOSED);
  }
}
