package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;

/**
 * Takes packets apart as they come, however they are cut, and keeps no data of any: a connection
 * takes no memory for what has not come or is not wanted.
 */
final class Packets {
  /** The longest packet, its letter included: header fields are the longest, bodies are cut. */
  static final int LONGEST = 1 << 20;

  private static final int LENGTH_BYTES = 4;

  private int lengthBytes;
  private int left; // of the length: what was read; later what is to come of the packet
  private char command;

  /** Told of a packet's parts. */
  interface Parts {
    /** A packet begins. */
    void begin(char command) throws WrongPacketException;

    /** Some of its data, all of which is to be read; not empty. */
    void part(char command, ByteBuf data) throws WrongPacketException;

    /** The packet is over. */
    void end(char command) throws WrongPacketException;
  }

  /**
   * Reads to the end of a packet, or all there is.
   *
   * @return whether a packet ended
   * @throws WrongPacketException if its length is not 1 to {@value #LONGEST}
   */
  boolean take(ByteBuf in, Parts to) throws WrongPacketException {
    while (lengthBytes < LENGTH_BYTES) {
      if (!in.isReadable()) {
        return false;
      }
      left = left << Byte.SIZE | in.readUnsignedByte();
      if (++lengthBytes == LENGTH_BYTES && (left < 1 || left > LONGEST)) {
        throw new WrongPacketException(
            "a milter packet of " + Integer.toUnsignedString(left) + " bytes, not 1 to " + LONGEST);
      }
    }
    if (command == 0) {
      if (!in.isReadable()) {
        return false;
      }
      command = (char) in.readUnsignedByte();
      left--;
      to.begin(command);
    }
    int some = Math.min(left, in.readableBytes());
    if (some > 0) {
      left -= some;
      to.part(command, in.readSlice(some));
    }
    if (left > 0) {
      return false;
    }
    char ended = command;
    command = 0;
    lengthBytes = 0;
    to.end(ended);
    return true;
  }
}
