package org.spamwatch.clients;

import java.nio.charset.StandardCharsets;

/**
 * A mail, and how to find it in a mailbox.
 *
 * @param id its Message-ID, with angle brackets
 * @param text whole, lines ended by CRLF, ASCII
 */
record Mail(String id, String text) {
  /** As it is sent. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** With another header field before all others. */
  Mail with(String field) {
    return new Mail(id, field + "\r\n" + text);
  }
}
