package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;

/**
 * What a mail server and this peer have agreed on.
 *
 * @param version of the protocol
 * @param actions what may be done with a mail
 * @param steps what the mail server leaves out, and what it does not wait for
 * @param counts whether recipients are counted, each of which may be refused
 */
record Options(int version, int actions, int steps, boolean counts) {
  /** What a mail server says of this: three numbers of four bytes. */
  static final int BYTES = 12;

  private static final int STEPS =
      MilterCode.NO_CONNECT
          | MilterCode.NO_HELO
          | MilterCode.NO_MAIL
          | MilterCode.NO_END_OF_HEADER
          | MilterCode.NO_REPLY_TO_HEADER
          | MilterCode.NO_UNKNOWN
          | MilterCode.NO_DATA
          | MilterCode.MAY_SKIP
          | MilterCode.NO_REPLY_TO_RECIPIENT;

  /** What is needed where recipients are counted. */
  private static final int COUNTED =
      MilterCode.NO_CONNECT | MilterCode.NO_MAIL | MilterCode.NO_REPLY_TO_RECIPIENT;

  /**
   * Agrees to as much of what a mail server offers as is needed, and no more.
   *
   * @param offered what it has said
   * @param quarantines whether mail may have to be put aside
   * @param counts whether recipients are counted
   */
  static Options agreed(ByteBuf offered, boolean quarantines, boolean counts)
      throws WrongPacketException {
    if (offered.readableBytes() < BYTES) {
      throw new WrongPacketException(
          "milter options of " + offered.readableBytes() + " bytes, not " + BYTES);
    }
    int version = offered.readInt();
    if (version < MilterCode.OLDEST) {
      throw new WrongPacketException(
          "milter protocol " + version + "; known are " + MilterCode.OLDEST + " and newer");
    }
    int actions = MilterCode.MAY_ADD_HEADERS | MilterCode.MAY_CHANGE_HEADERS;
    actions |= quarantines ? MilterCode.MAY_QUARANTINE : 0;
    actions &= offered.readInt();
    int steps = offered.readInt();
    int wanted = (steps & MilterCode.MAY_SKIP) != 0 ? STEPS : STEPS | MilterCode.NO_REPLY_TO_BODY;
    wanted &= counts ? ~COUNTED : -1;
    return new Options(Math.min(version, MilterCode.NEWEST), actions, steps & wanted, counts);
  }

  boolean may(int action) {
    return (actions & action) != 0;
  }

  /** Whether the mail server waits for an answer to what is no end of a message. */
  boolean isAnswered(char command) {
    int unless =
        switch (command) {
          case MilterCode.HEADER -> MilterCode.NO_REPLY_TO_HEADER;
          case MilterCode.RECIPIENT -> MilterCode.NO_REPLY_TO_RECIPIENT;
          case MilterCode.BODY -> MilterCode.NO_REPLY_TO_BODY;
          default -> 0;
        };
    return (steps & unless) == 0;
  }

  /** Whether it need not send the rest of a body. */
  boolean maySkip() {
    return (steps & MilterCode.MAY_SKIP) != 0;
  }
}
