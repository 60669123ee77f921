package org.spamwatch.agent.spamd;

import org.spamwatch.agent.api.ProblemKind;

/** How a request ended: the codes of {@code sysexits.h}, as spamd uses them. */
enum SpamdCode {
  EX_OK(0),
  /** The mail cannot be used. */
  EX_DATAERR(65),
  /** What is asked for is not done here. */
  EX_UNAVAILABLE(69),
  /** The peer failed. */
  EX_SOFTWARE(70),
  /** The same request can succeed later. */
  EX_TEMPFAIL(75),
  /** The request is not in order. */
  EX_PROTOCOL(76),
  /** Not for this client. */
  EX_NOPERM(77);

  private final int number;

  SpamdCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** What a problem with a mail is to spamd's clients. */
  static SpamdCode of(ProblemKind kind) {
    return switch (kind) {
      case NO_TOKEN, FORBIDDEN -> EX_NOPERM;
      case OVER_QUOTA, NOT_NOW -> EX_TEMPFAIL;
      case FULL -> EX_UNAVAILABLE;
      case FAILED -> EX_SOFTWARE;
      case BAD_REQUEST, NOT_FOUND, WRONG_METHOD, CONFLICT, TOO_LARGE, WRONG_TYPE, LONG_HEAD ->
          EX_DATAERR;
    };
  }
}
