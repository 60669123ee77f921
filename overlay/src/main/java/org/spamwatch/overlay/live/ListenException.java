package org.spamwatch.overlay.live;

import java.io.IOException;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;

/** The overlay's port cannot be opened; the message is one line that says what to do. */
public final class ListenException extends IOException {
  private static final long serialVersionUID = 1L;

  ListenException(String host, int port, Throwable cause) {
    super("cannot listen at " + host + ":" + port + ": " + reason(cause), cause);
  }

  /** Why a port of any kind cannot be opened, and what to do, on one line. */
  public static String reason(Throwable cause) {
    if (cause instanceof UnresolvedAddressException) {
      return "the host is not known; give an address of this machine";
    }
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof BindException && message.contains("in use")) {
      return "the port is in use; stop the other program or choose another port (0: any free one)";
    }
    return message.lines().findFirst().orElse("unknown reason");
  }
}
