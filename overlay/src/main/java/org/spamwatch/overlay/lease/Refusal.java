package org.spamwatch.overlay.lease;

import java.util.Arrays;
import java.util.Optional;

/** Why a holder does not take a record. */
public enum Refusal {
  /** It is not signed by its publisher, or the publisher is not of the realm. */
  FORGED(1, "not signed by its publisher as a peer of this realm"),
  /** It is older than a lease: a replay, or its publisher's clock is behind. */
  STALE(2, "dated too long ago: is the publisher's clock behind?"),
  /** Its publisher's clock is ahead. */
  AHEAD(3, "dated too far ahead: is the publisher's clock ahead?"),
  /** The table, its key, its publisher or its publisher's part of the Internet has too many. */
  QUOTA(4, "over quota"),
  /** More came at once than this node checks. */
  BUSY(5, "too many at once");

  private final int code;
  private final String text;

  Refusal(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The byte on the wire. */
  public int code() {
    return code;
  }

  /** What an operator is told. */
  public String text() {
    return text;
  }

  /** The refusal with a code, if there is one. */
  public static Optional<Refusal> ofCode(int code) {
    return Arrays.stream(values()).filter(refusal -> refusal.code == code).findFirst();
  }
}
