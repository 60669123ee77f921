package org.spamwatch.topologies;

/** A spec or a graph that cannot be used; the message is one line for its user. */
public final class TopologyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message that names the line or the value, the limit and what is expected. */
  public TopologyException(String message) {
    super(message);
  }

  static TopologyException atLine(int line, String problem) {
    return new TopologyException("line " + line + ": " + problem);
  }
}
