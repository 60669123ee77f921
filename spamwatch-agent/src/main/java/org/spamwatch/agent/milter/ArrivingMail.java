package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.RequestProblem;

/**
 * A mail as its fields and its text come. Of a long one only the first part is kept: of its header
 * {@value #MOST_HEADER} bytes, and of all no more than the limit. Every field's name is looked at.
 */
final class ArrivingMail {
  /** Bytes kept of a header. */
  static final int MOST_HEADER = 1 << 20;

  /** Bytes of a name that are looked at. */
  private static final int MOST_NAME = 256;

  private static final byte[] LINE_END = {'\r', '\n'};

  private final IncomingBody bytes;
  private final int limit;
  private final Removals removals = new Removals();
  private final ByteArrayOutputStream name = new ByteArrayOutputStream();
  private Place place = Place.NAME;
  private int kept;
  private boolean isKept; // the field
  private boolean headed;
  private boolean inText;

  /** Where in a field's data the next byte is. */
  private enum Place {
    NAME,
    VALUE,
    /** In one that is not kept, or behind its end. */
    PASSED
  }

  /**
   * Nothing of a mail yet.
   *
   * @param bytes where it is kept
   * @param limit how much of it
   */
  ArrivingMail(IncomingBody bytes, int limit) {
    this.bytes = bytes;
    this.limit = limit;
  }

  /** Those of its fields that are to go. */
  Removals removals() {
    return removals;
  }

  /** A field begins. */
  void beginField() {
    name.reset();
    place = Place.NAME;
    isKept = false;
  }

  /** Some of a field's data, which is its name, a zero, its value, and a zero. */
  void field(ByteBuf data) {
    while (place == Place.NAME && data.isReadable()) {
      byte next = data.readByte();
      if (next == 0) {
        endName();
      } else if (name.size() < MOST_NAME) {
        name.write(next);
      }
    }
    if (place == Place.VALUE) {
      ByteArrayOutputStream value = new ByteArrayOutputStream(data.readableBytes() + 16);
      while (place == Place.VALUE && data.isReadable()) {
        byte next = data.readByte();
        if (next == 0) {
          place = Place.PASSED;
        } else if (next == '\n') {
          value.writeBytes(LINE_END); // mail servers send folds as line feeds
        } else if (next != '\r') {
          value.write(next);
        }
      }
      keep(value.toByteArray(), MOST_HEADER);
    }
  }

  private void endName() {
    String text = name.toString(StandardCharsets.ISO_8859_1);
    isKept = !removals.saw(text);
    place = isKept ? Place.VALUE : Place.PASSED;
    if (isKept) {
      headed = true;
      keep((text + ": ").getBytes(StandardCharsets.ISO_8859_1), MOST_HEADER);
    }
  }

  /** The field is over. */
  void endField() {
    if (!inText && isKept && kept < MOST_HEADER) {
      keep(LINE_END, MOST_HEADER);
    }
  }

  /** Some of the text. */
  void text(ByteBuf data) {
    if (!inText) {
      beginText();
    }
    int wanted = Math.min(data.readableBytes(), limit - kept);
    if (wanted > 0) {
      bytes.add(data.readSlice(wanted));
      kept += wanted;
    }
  }

  private void beginText() {
    inText = true;
    if (!headed) { // or the text might be taken for a header, which where it arrives it will not be
      keep("X-Headless: yes\r\n".getBytes(StandardCharsets.US_ASCII), limit);
    }
    if (kept >= MOST_HEADER) {
      keep(LINE_END, limit); // of the field that was cut
    }
    keep(LINE_END, limit);
  }

  /** Whether more of its text would be kept. */
  boolean wantsMore() {
    return kept < limit;
  }

  private void keep(byte[] some, int most) {
    int wanted = Math.min(some.length, Math.min(most, limit) - kept);
    if (wanted > 0) {
      bytes.add(some, 0, wanted);
      kept += wanted;
    }
  }

  /**
   * The mail without fields that claim to be this peer's, as far as it was kept.
   *
   * @throws RequestProblem if there was no memory for it
   */
  Optional<byte[]> whole() throws RequestProblem {
    return bytes.whole();
  }

  /** Gives its memory back; of any thread, when nothing is added any more. */
  void release() {
    bytes.release();
  }
}
