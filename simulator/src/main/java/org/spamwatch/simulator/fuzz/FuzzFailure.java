package org.spamwatch.simulator.fuzz;

import java.util.HexFormat;

/** A frame that did to a peer what no frame may; the message is one line. */
public final class FuzzFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final byte[] frame;

  FuzzFailure(String message, byte[] frame) {
    super(message);
    this.frame = frame;
  }

  FuzzFailure(String message, byte[] frame, Throwable cause) {
    super(message + ": " + cause, cause);
    this.frame = frame;
  }

  /** The frame in hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(frame);
  }
}
