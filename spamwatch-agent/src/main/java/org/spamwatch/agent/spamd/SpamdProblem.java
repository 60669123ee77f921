package org.spamwatch.agent.spamd;

/** A request that is answered by a code and one line. */
final class SpamdProblem extends Exception {
  private static final long serialVersionUID = 1L;

  private final SpamdCode code;

  SpamdProblem(SpamdCode code, String line) {
    super(line, null, false, false); // a value for the client: nobody reads its stack
    this.code = code;
  }

  /** A request that is not in order. */
  static SpamdProblem protocol(String line) {
    return new SpamdProblem(SpamdCode.EX_PROTOCOL, line);
  }

  SpamdCode code() {
    return code;
  }
}
