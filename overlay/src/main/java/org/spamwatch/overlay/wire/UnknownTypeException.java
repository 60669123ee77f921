package org.spamwatch.overlay.wire;

/**
 * A message of a type this peer does not know: a newer peer may send it, so it is skipped and the
 * link goes on.
 */
public final class UnknownTypeException extends WireException {
  private static final long serialVersionUID = 1L;

  private final int typeId;

  UnknownTypeException(int typeId) {
    super("message type " + typeId + " is not known to this peer");
    this.typeId = typeId;
  }

  /** The type id that was read, 0 to 255. */
  public int typeId() {
    return typeId;
  }
}
