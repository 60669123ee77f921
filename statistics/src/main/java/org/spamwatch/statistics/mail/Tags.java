package org.spamwatch.statistics.mail;

/** Which header's fields are read: what stands before their tokens. */
enum Tags {
  /** Of the mail itself. */
  MAIL("head:"),
  /** Of a part of it. */
  PART("mime:"),
  /** Of a mail inside the mail, and its parts: nothing, as bogofilter has it. */
  INNER_MAIL("");

  private static final byte[] TO = Words.ascii("to:");
  private static final byte[] FROM = Words.ascii("from:");
  private static final byte[] SUBJECT = Words.ascii("subj:");
  private static final byte[] RETURN_PATH = Words.ascii("rtrn:");
  private static final byte[] RECEIVED = Words.ascii("rcvd:");

  @SuppressWarnings("ImmutableEnumChecker") // written by nobody
  private final byte[] header;

  Tags(String header) {
    this.header = Words.ascii(header);
  }

  /** The tags of what is inside a content with these. */
  Tags ofParts() {
    return this == MAIL ? PART : this;
  }

  /** What stands before the tokens of a field. */
  byte[] of(Field field) {
    if (this == INNER_MAIL) {
      return header;
    }
    return switch (field) {
      case TO -> TO;
      case FROM -> FROM;
      case SUBJECT -> SUBJECT;
      case RETURN_PATH -> RETURN_PATH;
      case RECEIVED -> RECEIVED;
      default -> header;
    };
  }
}
