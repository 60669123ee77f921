package org.spamwatch.agent.statistics;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** What both files of the counts begin with, and how they are checked. */
final class Framing {
  /** The version of both files. */
  static final int FORMAT = 1;

  /** Magic (8), format (4), generation (8), key check (8), CRC-32C of these (4). */
  static final int HEAD_BYTES = 32;

  private Framing() {}

  /** A file that cannot be used; the message says why, without the file's name. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String reason) {
      super(reason);
    }
  }

  static byte[] head(String magic, long generation, long keyCheck) {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    head.put(magic.getBytes(StandardCharsets.US_ASCII)).putInt(FORMAT);
    head.putLong(generation).putLong(keyCheck);
    return head.putInt(sum(head.slice(0, HEAD_BYTES - Integer.BYTES))).array();
  }

  /**
   * Reads a head; returns its generation.
   *
   * @throws UnreadableException if it is not that of such a file, in this format, under this key
   */
  static long generation(byte[] head, String magic, long keyCheck) throws UnreadableException {
    ByteBuffer fields = ByteBuffer.wrap(head);
    byte[] found = new byte[magic.length()];
    if (head.length >= found.length + Integer.BYTES) {
      fields.get(found);
    }
    if (!new String(found, StandardCharsets.US_ASCII).equals(magic)) {
      throw new UnreadableException("it does not begin as such a file does");
    }
    int format = fields.getInt();
    if (format != FORMAT) {
      String writer = format > FORMAT ? "a newer version of SpamWatch" : "no version of SpamWatch";
      throw new UnreadableException("format " + format + " was written by " + writer);
    }
    if (head.length < HEAD_BYTES
        || sum(fields.slice(0, HEAD_BYTES - Integer.BYTES))
            != fields.getInt(HEAD_BYTES - Integer.BYTES)) {
      throw new UnreadableException("it is damaged in its first " + HEAD_BYTES + " bytes");
    }
    long generation = fields.getLong();
    if (fields.getLong() != keyCheck) {
      throw new UnreadableException("its tokens are hashed under another peer's key");
    }
    return generation;
  }

  /** The CRC-32C of what remains of a buffer, which has nothing left then. */
  static int sum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }
}
