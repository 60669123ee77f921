package org.spamwatch.overlay.live;

/** Why a message was lost on purpose; the core treats every such loss as the network's. */
public enum Drop {
  /** To send: its link could not be opened or broke before it was written. */
  LINK_FAILED,
  /** To send: too many messages wait for its link to open. */
  QUEUE_FULL,
  /** To send: the other side does not read as fast as this one writes. */
  UNWRITABLE,
  /** To send: too many links are open to open another. */
  TOO_MANY_LINKS,
  /** To send: its encoding exceeds {@code Limits.maxMessageBytes} or another limit. */
  UNENCODABLE,
  /** Received: its type is not known here; the sender is newer. */
  UNKNOWN_TYPE,
  /** Received: its bytes are no message. */
  MALFORMED
}
