package org.spamwatch.simulator.processes;

import java.util.List;

/**
 * Where a peer runs.
 *
 * @param host the address it listens at for peers
 * @param httpHost the address it listens at for HTTP, which this process reaches
 * @param prefix what the command line begins with, to run there
 */
public record Place(String host, String httpHost, List<String> prefix) {
  /** This machine's loopback interface. */
  public static final Place LOOPBACK = new Place("127.0.0.1", "127.0.0.1", List.of());

  /** Copies the list. */
  public Place {
    prefix = List.copyOf(prefix);
  }

  /** Whether HTTP clients there must show a token. */
  boolean needsToken() {
    return !httpHost.startsWith("127.");
  }
}
