package org.spamwatch.overlay.wire;

/** A message whose encoding is longer than {@code Limits.maxMessageBytes}; it cannot be sent. */
final class MessageTooLongException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MessageTooLongException(String subject, int limit) {
    super(subject + " exceeds the limit of " + limit + " bytes a message");
  }
}
