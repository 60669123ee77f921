package org.spamwatch.agent.milter;

/** Letters and flags of the protocol, by their names in libmilter. */
final class MilterCode {
  /** The newest version, which Sendmail 8.14 and Postfix 2.6 began. */
  static final int NEWEST = 6;

  /** The oldest version in use. */
  static final int OLDEST = 2;

  // What the mail server says.
  static final char ABORT = 'A';
  static final char BODY = 'B';
  static final char CONNECT = 'C';
  static final char MACRO = 'D';
  static final char END = 'E';
  static final char HELO = 'H';
  static final char QUIT_NEXT = 'K';
  static final char HEADER = 'L';
  static final char MAIL = 'M';
  static final char END_OF_HEADER = 'N';
  static final char OPTIONS = 'O';
  static final char QUIT = 'Q';
  static final char RECIPIENT = 'R';
  static final char DATA = 'T';
  static final char UNKNOWN = 'U';

  // What is answered.
  static final char ACCEPT = 'a';
  static final char CONTINUE = 'c';
  static final char ADD_HEADER = 'h';
  static final char CHANGE_HEADER = 'm';
  static final char QUARANTINE = 'q';
  static final char SKIP = 's';
  static final char REPLY = 'y';

  // What a milter may do.
  static final int MAY_ADD_HEADERS = 0x01;
  static final int MAY_CHANGE_HEADERS = 0x10;
  static final int MAY_QUARANTINE = 0x20;

  // What the mail server leaves out or does not wait for.
  static final int NO_CONNECT = 0x01;
  static final int NO_HELO = 0x02;
  static final int NO_MAIL = 0x04;
  static final int NO_END_OF_HEADER = 0x40;
  static final int NO_REPLY_TO_HEADER = 0x80;
  static final int NO_UNKNOWN = 0x100;
  static final int NO_DATA = 0x200;
  static final int MAY_SKIP = 0x400;
  static final int NO_REPLY_TO_RECIPIENT = 0x8000;
  static final int NO_REPLY_TO_BODY = 0x80000;

  private MilterCode() {}
}
