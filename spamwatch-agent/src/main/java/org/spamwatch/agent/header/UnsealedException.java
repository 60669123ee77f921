package org.spamwatch.agent.header;

/** A header has no fingerprints that this peer wrote for its mail; the message is one line. */
public final class UnsealedException extends Exception {
  private static final long serialVersionUID = 1L;

  UnsealedException(String line) {
    super(line, null, false, false); // a value for the client: nobody reads its stack
  }
}
