package org.spamwatch.ata.mail;

/** What was given cannot be taken for a mail. The message is one line for a user. */
public final class NotAMailException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** No byte, or only white space. */
    EMPTY,
    /** No header field and control characters: a program, an image. */
    BINARY,
    /** More bytes than {@link MailLimits#maxBytes}. */
    TOO_LARGE
  }

  private final Reason reason;

  NotAMailException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
