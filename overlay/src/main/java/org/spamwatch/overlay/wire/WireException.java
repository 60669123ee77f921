package org.spamwatch.overlay.wire;

/**
 * Bytes from outside that are not what they claim to be. The message is one line and names the
 * field, the value and the limit it breaks; it never holds the peer's own text.
 */
public class WireException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With the reason, one line. */
  public WireException(String message) {
    super(message);
  }

  /** With the reason, one line, and the failed check behind it. */
  public WireException(String message, Throwable cause) {
    super(message, cause);
  }
}
