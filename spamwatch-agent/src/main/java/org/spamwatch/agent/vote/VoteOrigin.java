package org.spamwatch.agent.vote;

import java.util.Arrays;
import java.util.Optional;

/** By which act a person voted: no human, no vote, so automatic acts are not among them. */
public enum VoteOrigin {
  /** A button or a menu of a mail program, or the command line. */
  BUTTON(1),
  /** Moving the mail into or out of a junk folder. */
  MOVE(2),
  /** spamc or another client of the spamd protocol. */
  SPAMC(3),
  /** A program of the user's own. */
  API(4),
  /** In bulk, for mails that the voter had marked earlier by hand, such as an old junk folder. */
  IMPORT(5);

  private final int code;

  VoteOrigin(int code) {
    this.code = code;
  }

  /** The byte on the wire, in the store and in what is signed. */
  public int code() {
    return code;
  }

  /** The origin with a code, if there is one. */
  public static Optional<VoteOrigin> ofCode(int code) {
    return Arrays.stream(values()).filter(origin -> origin.code == code).findFirst();
  }
}
