package org.spamwatch.overlay.live;

/** Who is told of a link's fate, on the loop. */
interface LinkOwner {
  /** The handshake is over; messages may go both ways. */
  void opened(Link link, Hello peer);

  /** A frame with a message has come. */
  void received(Link link, byte[] message);

  /**
   * The link is of no more use; called once.
   *
   * @param wasOpen whether its handshake was over
   */
  void ended(Link link, LinkException reason, boolean wasOpen);
}
