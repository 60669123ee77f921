package org.spamwatch.overlay.live;

import java.io.IOException;

/** A link that could not be opened or is of no use; the message is one clear line. */
final class LinkException extends IOException {
  private static final long serialVersionUID = 1L;

  private final LinkEnd end;

  LinkException(LinkEnd end, String message) {
    super(message);
    this.end = end;
  }

  /** What ended the link. */
  public LinkEnd end() {
    return end;
  }
}
