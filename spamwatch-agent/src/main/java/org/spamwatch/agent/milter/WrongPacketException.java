package org.spamwatch.agent.milter;

import java.io.IOException;

/** What a client sent is not of the protocol: its connection ends. */
final class WrongPacketException extends IOException {
  private static final long serialVersionUID = 1L;

  WrongPacketException(String line) {
    super(line);
  }
}
